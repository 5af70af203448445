import { MINUTE_INTERVALS, appointmentQueries, holdsLevel } from '@kontor/contract/appointment';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check, SelectField } from '../../../ui/fields.tsx';
import { ColourField } from '../colour-field.tsx';
import { editorTexts } from './texts.ts';
import type { AppointmentForm } from './use-appointment-form.ts';
import { hasHours } from './times.ts';

const FLOATING = 'floating';
const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** What is set more rarely: calendar, zone, colour, and what others are told of it. */
export function MoreRows({ form: { draft, change } }: { form: AppointmentForm }) {
  const t = useTexts(editorTexts);
  const { zone, color, minuteInterval, isFree, checkCollision, needsConfirmation } = draft;
  const zones = zone === null || ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return (
    <details className="appointment-more">
      <summary>{t.more}</summary>
      <div className="form">
        <Check
          label={t.isFree}
          hint={t.isFreeHint}
          checked={isFree}
          onChange={({ currentTarget }) => change({ isFree: currentTarget.checked })}
        />
        <Check
          label={t.checkCollision}
          hint={t.checkCollisionHint}
          checked={checkCollision}
          onChange={({ currentTarget }) => change({ checkCollision: currentTarget.checked })}
        />
        <Check
          label={t.needsConfirmation}
          hint={t.needsConfirmationHint}
          checked={needsConfirmation}
          onChange={({ currentTarget }) => change({ needsConfirmation: currentTarget.checked })}
        />
        <div className="two">
          <CalendarField calendarId={draft.calendarId} onChange={(calendarId) => change({ calendarId })} />
          <ColourField
            label={t.color}
            none={t.noColor}
            other={t.otherColor}
            value={color}
            onChange={(next) => change({ color: next })}
          />
          {hasHours(draft) ? (
            <>
              <SelectField
                label={t.zone}
                value={zone ?? FLOATING}
                options={[[FLOATING, t.floating], ...zones.map((name) => [name, name.replaceAll('_', ' ')] as const)]}
                onChange={(next) => change({ zone: next === FLOATING ? null : next })}
              />
              <SelectField
                label={t.minuteInterval}
                value={String(minuteInterval)}
                options={MINUTE_INTERVALS.map((minutes) => [String(minutes), t.minutes(minutes)] as const)}
                onChange={(next) =>
                  change({
                    minuteInterval: MINUTE_INTERVALS.find((minutes) => String(minutes) === next) ?? minuteInterval,
                  })
                }
              />
            </>
          ) : null}
        </div>
      </div>
    </details>
  );
}

/** Whose calendar it is in, of those in which the person may write; nothing where that is one. */
function CalendarField({ calendarId, onChange }: { calendarId: number; onChange: (calendarId: number) => void }) {
  const t = useTexts(editorTexts);
  const ownId = useValue(useClient().user)?.id;
  const calendars = useAsk(appointmentQueries.permittedCalendars, {}).data ?? [];
  const writable = calendars.filter(({ level, userId }) => holdsLevel(level, 'write') || userId === calendarId);
  if (writable.length < 2) return null;
  return (
    <SelectField
      label={t.calendar}
      value={String(calendarId)}
      options={writable.map(
        ({ userId, fullUserName }) =>
          [String(userId), userId === ownId ? t.ownCalendar(fullUserName) : fullUserName] as const,
      )}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
