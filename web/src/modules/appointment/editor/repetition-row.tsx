import { appointmentCommands, type AppointmentDetail } from '@kontor/contract/appointment';
import { useClient } from '../../../client/react.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { problemWords } from '../problem-words.ts';
import { keysAfter } from './keys.ts';
import { nextDates } from './next-dates.ts';
import { repetitionTexts } from './repetition-texts.ts';
import { Fault, Row } from './row.tsx';
import type { AppointmentForm } from './use-appointment-form.ts';
import { dayWords, repetitionWords } from './words.ts';

const CODES: ReadonlySet<string> = new Set([
  'APPOINTMENT_REPETITION_INVALID',
  'REPETITION_FORBIDDEN',
  'SERIES_TOO_LONG',
]);

/** The day of the first occurrence of what is edited: that of the series, or the day on which one begins that repeats from now on. */
export const firstDateOf = ({ repetition, startDay }: AppointmentForm['draft']): string =>
  repetition?.firstDate || startDay;

/** How it repeats, as a sentence with its next dates, and what was left out of the series. */
export function RepetitionRow({
  form: { draft, fault },
  details,
  isForbidden,
  onChange,
}: {
  form: Pick<AppointmentForm, 'draft' | 'fault'>;
  details: AppointmentDetail | undefined;
  /** Appointments of its type do not repeat. */
  isForbidden: boolean;
  /** Opens the form of the rule. Left out where nothing can be changed. */
  onChange: (() => void) | undefined;
}) {
  const t = useTexts(repetitionTexts);
  const language = useLanguage();
  const { repetition } = draft;
  const said = CODES.has(fault?.code ?? '') ? fault?.text : undefined;
  if (repetition === null && onChange === undefined) return null;
  return (
    <Row icon="repeat" label={t.label}>
      {repetition === null ? (
        isForbidden ? (
          <p className="quiet">{t.forbidden}</p>
        ) : (
          <Button kind="plain" aria-haspopup="dialog" onClick={onChange}>
            {t.set}
          </Button>
        )
      ) : (
        <Sentence draft={draft} repetition={repetition} details={details} onChange={onChange} />
      )}
      <Fault text={said} />
      {details === undefined || details.excluded.length === 0 ? null : (
        <LeftOut details={details} isFixed={onChange === undefined} near={draft.startDay} language={language} />
      )}
    </Row>
  );
}

function Sentence({
  draft,
  repetition,
  details,
  onChange,
}: {
  draft: AppointmentForm['draft'];
  repetition: NonNullable<AppointmentForm['draft']['repetition']>;
  details: AppointmentDetail | undefined;
  onChange: (() => void) | undefined;
}) {
  const t = useTexts(repetitionTexts);
  const language = useLanguage();
  const firstDate = firstDateOf(draft);
  const sentence = repetitionWords(repetition, firstDate, language);
  const leftOut = details?.excluded.map(({ startDate }) => startDate.slice(0, 10)) ?? [];
  const next = nextDates(repetition, { firstDate, after: draft.startDay, leftOut });
  return (
    <div className="appointment-line">
      {onChange === undefined ? (
        <strong>{sentence}</strong>
      ) : (
        <Button kind="plain" aria-haspopup="dialog" aria-label={t.change(sentence)} onClick={onChange}>
          {sentence}
        </Button>
      )}
      {next.length === 0 ? null : (
        <span className="quiet small">
          <span className="hidden-text">{t.next} </span>
          {next.map((day) => dayWords(day, draft.startDay, language)).join(' · ')}
        </span>
      )}
    </div>
  );
}

/** Occurrences that were taken out of the series, each with the way back. */
function LeftOut({
  details: { aggregateId, excluded, calendarId },
  isFixed,
  near,
  language,
}: {
  details: AppointmentDetail;
  isFixed: boolean;
  near: string;
  language: 'de' | 'en';
}) {
  const t = useTexts(repetitionTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const { attempt } = useAttempt(
    (failure) => problemWords(failure, language),
    () => client.ask.touch(keysAfter(aggregateId, calendarId)),
  );
  const restore = async (occurrence: string): Promise<void> => {
    const isDone = await attempt(() => sendOnce(appointmentCommands.restoreOccurrence, { aggregateId: occurrence }));
    if (isDone) notices.show({ text: t.restored });
  };
  return (
    <div className="appointment-line quiet small">
      <span>{t.leftOut}</span>
      {excluded.map((one) => {
        const day = dayWords(one.startDate.slice(0, 10), near, language);
        return isFixed ? (
          <span key={one.aggregateId}>{day}</span>
        ) : (
          <Button
            key={one.aggregateId}
            kind="plain"
            icon="arrow-counter-clockwise"
            aria-label={t.restore(day)}
            onClick={() => void restore(one.aggregateId)}
          >
            {day}
          </Button>
        );
      })}
    </div>
  );
}
