import type { QuietHours } from '@kontor/contract/settings';

import { useLanguage, useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { Check } from '../../../ui/fields.tsx';
import { pushTexts } from './push-texts.ts';

/** A Monday. */
const MONDAY = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;

const format = (language: string, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });

/** A time of the day; without one nothing changes. */
const ClockField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) => (
  <DateField
    label={label}
    kind="time"
    required
    value={value}
    onChange={(next) => (next === '' ? undefined : onChange(next))}
  />
);

/** When devices are left in peace, and what becomes of what comes then. */
export function QuietHoursControl() {
  const t = useTexts(pushTexts);
  const language = useLanguage();
  const { settings } = useShell();
  const { quietHours: quiet } = useSettings();
  const change = (part: Partial<QuietHours>): void => settings.change({ quietHours: { ...quiet, ...part } });
  const [short, long] = [format(language, 'short'), format(language, 'long')];
  const said = quiet.days.includes(true)
    ? quiet.from === quiet.to
      ? t.quietSaid.wholeDay(quiet.from)
      : (quiet.from < quiet.to ? t.quietSaid.sameDay : t.quietSaid.nextDay)(quiet.from, quiet.to)
    : t.quietSaid.never;
  return (
    <div className="quiet-hours">
      <Check
        label={t.quietOn}
        checked={quiet.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {quiet.isOn ? (
        <>
          <div className="quiet-clocks">
            <ClockField label={t.quietFrom} value={quiet.from} onChange={(from) => change({ from })} />
            <ClockField label={t.quietTo} value={quiet.to} onChange={(to) => change({ to })} />
          </div>
          <fieldset className="quiet-days">
            <legend>{t.quietDays}</legend>
            <div>
              {quiet.days.map((isOn, index) => {
                const day = MONDAY + index * DAY_MS;
                return (
                  <button
                    key={day}
                    type="button"
                    className="quiet-day"
                    aria-pressed={isOn}
                    title={long.format(day)}
                    onClick={() => change({ days: quiet.days.with(index, !isOn) })}
                  >
                    {short.format(day)}
                  </button>
                );
              })}
            </div>
          </fieldset>
          <p role="status">{said}</p>
        </>
      ) : null}
      <p className="quiet">{t.quietHint}</p>
    </div>
  );
}
