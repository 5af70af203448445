import './editor.css';
import { TIME_MODES } from '@kontor/contract/appointment';
import { useState } from 'react';
import { DateInput } from '../../../shell/dates/date-field.tsx';
import { useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { Button, Callout, IconButton } from '../../../ui/parts.tsx';
import { Fault, Row } from './row.tsx';
import { editorTexts } from './texts.ts';
import { PairList } from './taken-note.tsx';
import { begunAt, hasHours, inMode, minutesOf } from './times.ts';
import type { AppointmentForm } from './use-appointment-form.ts';
import { lengthWords } from './words.ts';

const TIME_CODES: ReadonlySet<string> = new Set(['APPOINTMENT_TIMES_INVALID', 'ORGANISER_ELSEWHERE']);

/** When it is: typed, with how long that is, and what stands in the way. */
export function WhenRow({
  form,
  isDstChange,
  onFind,
}: {
  form: AppointmentForm;
  isDstChange: boolean;
  /** Looks for a time that suits. */
  onFind: () => void;
}) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { draft, change, wrong, fault } = form;
  const { startDay, startTime, endDay, endTime, minuteInterval, timeMode } = draft;
  const [hasEndDay, setEndDay] = useState(false);
  const [typed, setTyped] = useState<Readonly<Record<string, string | undefined>>>({});
  const isTimed = hasHours(draft);
  const minutes = minutesOf(draft);
  const isWrong = minutes < 0;
  const refused = TIME_CODES.has(fault?.code ?? '') ? fault?.text : undefined;
  const said =
    Object.values(typed).find((one) => one !== undefined) ??
    (wrong.includes('times') || isWrong ? t.dayEnds : undefined) ??
    refused;
  const field = (name: string) => ({
    'aria-invalid': typed[name] !== undefined || refused !== undefined || (isWrong && name.startsWith('end')),
    required: true,
    onFault: (found: string | undefined) => setTyped((known) => ({ ...known, [name]: found })),
  });
  return (
    <Row icon="clock" label={t.when}>
      <div className="appointment-times">
        <DateInput
          {...field('startDay')}
          kind="day"
          aria-label={t.startDay}
          value={startDay}
          onChange={(day) => change(begunAt(draft, { startDay: day }))}
        />
        {isTimed ? (
          <DateInput
            {...field('startTime')}
            kind="time"
            aria-label={t.startTime}
            minutes={minuteInterval}
            value={startTime}
            onChange={(time) => change(begunAt(draft, { startTime: time }))}
          />
        ) : null}
        <span className="quiet">{t.until}</span>
        {isTimed ? (
          <DateInput
            {...field('endTime')}
            kind="time"
            aria-label={t.endTime}
            minutes={minuteInterval}
            value={endTime}
            onChange={(time) => change({ endTime: time })}
          />
        ) : null}
        {!isTimed || hasEndDay || endDay !== startDay ? (
          <DateInput
            {...field('endDay')}
            kind="day"
            aria-label={t.endDay}
            value={endDay}
            onChange={(day) => change({ endDay: day })}
          />
        ) : (
          <IconButton icon="calendar-blank" label={t.otherEndDay} onClick={() => setEndDay(true)} />
        )}
        {isWrong ? null : <span className="quiet">{lengthWords(minutes, language)}</span>}
        {isTimed ? (
          <Button kind="plain" icon="binoculars" onClick={onFind}>
            {t.find}
          </Button>
        ) : null}
        <span className="grow" />
        <div className="appointment-choice" role="radiogroup" aria-label={t.mode}>
          {TIME_MODES.map((mode) => (
            <button
              key={mode}
              type="button"
              className="pill"
              role="radio"
              aria-checked={mode === timeMode}
              onClick={() => change(inMode(draft, mode))}
            >
              {t.modes[mode]}
            </button>
          ))}
        </div>
      </div>
      <Fault text={said} />
      {isDstChange ? <p className="quiet small">{t.dst}</p> : null}
      <ZoneHint zone={draft.zone} isTimed={isTimed} />
      <CollisionNote form={form} />
    </Row>
  );
}

/** Says in which zone times are meant, where that is another than the person's. */
export function ZoneHint({ zone, isTimed }: { zone: string | null; isTimed: boolean }) {
  const t = useTexts(editorTexts);
  const own = useZone();
  if (!isTimed || zone === own) return null;
  return <p className="quiet small">{zone === null ? t.floating : t.inZone(zone.replaceAll('_', ' '))}</p>;
}

/** What stands in the way at that time, with the way to save all the same. */
function CollisionNote({ form: { collisions, draft, isBusy, saveAnyway } }: { form: AppointmentForm }) {
  const t = useTexts(editorTexts);
  if (collisions.length === 0) return null;
  return (
    <Callout
      tone="fault"
      icon="warning"
      action={
        <Button aria-disabled={isBusy} onClick={() => void saveAnyway()}>
          {t.anyway}
        </Button>
      }
    >
      <p>{t.collides}</p>
      <PairList pairs={collisions} draft={draft} />
    </Callout>
  );
}
