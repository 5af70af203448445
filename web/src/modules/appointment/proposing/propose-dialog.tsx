import './proposing.css';
import { MAX_PROPOSAL_COMMENT } from '@kontor/contract/appointment';
import { useState } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { DateInput } from '../../../shell/dates/date-field.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { begunAt, hasHours, minutesOf, type Times } from '../editor/times.ts';
import { lengthWords } from '../editor/words.ts';
import { problemTexts } from '../problem-texts.ts';
import { proposingTexts } from './texts.ts';

/** Another time, as it is typed, with what is said of it. */
export interface ProposalDraft extends Times {
  readonly comment: string;
}

/** Asks for another time. `start`: the time that there is; `onSend` rejects with a `Failure`, which `say` has words for. */
export function ProposeDialog({
  start,
  minutes: step,
  onSend,
  say,
  onClose,
}: {
  start: Times;
  /** How far a step of a time goes. */
  minutes: number;
  onSend: (draft: ProposalDraft) => Promise<void>;
  say: (failure: Failure) => string;
  onClose: () => void;
}) {
  const t = useTexts(proposingTexts);
  const p = useTexts(problemTexts);
  const language = useLanguage();
  const { notices } = useShell();
  const [typed, setTyped] = useState<Readonly<Record<string, string | undefined>>>({});
  const wrong = Object.values(typed).find((one) => one !== undefined);
  const { ref, draft, fault, isTried, isBusy, change, submit, leave } = useForm({
    title: t.title,
    start: { ...start, comment: '' },
    isValid: (given) => minutesOf(given) >= 0 && wrong === undefined,
    send: async (given) => {
      await onSend({ ...given, comment: given.comment.trim() });
      notices.show({ text: t.sent });
      onClose();
    },
    say,
  });
  const close = (): void => leave(onClose);
  const long = minutesOf(draft);
  const field = (name: string) => ({
    required: true,
    'aria-invalid': typed[name] !== undefined || (long < 0 && name.startsWith('end')),
    onFault: (found: string | undefined) => setTyped((known) => ({ ...known, [name]: found })),
  });
  const said = wrong ?? (isTried && long < 0 ? p.problems.APPOINTMENT_TIMES_INVALID : undefined);
  const isTimed = hasHours(draft);
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={close}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event)}>
        <div className="proposing-times">
          <DateInput
            {...field('startDay')}
            kind="day"
            aria-label={t.startDay}
            autoFocus
            value={draft.startDay}
            onChange={(startDay) => change(begunAt(draft, { startDay }))}
          />
          {isTimed ? (
            <DateInput
              {...field('startTime')}
              kind="time"
              aria-label={t.startTime}
              minutes={step}
              value={draft.startTime}
              onChange={(startTime) => change(begunAt(draft, { startTime }))}
            />
          ) : null}
          <span className="quiet">{t.until}</span>
          {isTimed ? (
            <DateInput
              {...field('endTime')}
              kind="time"
              aria-label={t.endTime}
              minutes={step}
              value={draft.endTime}
              onChange={(endTime) => change({ endTime })}
            />
          ) : null}
          {isTimed && draft.endDay === draft.startDay ? null : (
            <DateInput
              {...field('endDay')}
              kind="day"
              aria-label={t.endDay}
              value={draft.endDay}
              onChange={(endDay) => change({ endDay })}
            />
          )}
          {long < 0 ? null : <span className="quiet">{lengthWords(long, language)}</span>}
        </div>
        {said === undefined ? null : (
          <p className="fault" role="alert">
            {said}
          </p>
        )}
        <label className="field">
          <span className="label">{t.comment}</span>
          <textarea
            className="input"
            rows={3}
            maxLength={MAX_PROPOSAL_COMMENT}
            value={draft.comment}
            onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
          />
        </label>
        <p className="quiet small">{t.hint}</p>
        <FaultNote text={fault?.text} />
        <footer>
          <Button onClick={close}>{t.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy}>
            {t.send}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
