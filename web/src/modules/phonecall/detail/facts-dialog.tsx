import { phonecallCommands, type PhonecallDetail } from '@kontor/contract/phonecall';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useTexts, useZone } from '../../../shell/index.ts';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { instantOf, momentOf, secondsOf } from '../moments.ts';
import { problemTexts } from '../problem-texts.ts';
import { clockOf } from '../row/rules.ts';
import { useProblem } from '../use-problem.ts';
import { texts } from './texts.ts';

/** Corrects what is known of a call: who noted it by hand, and administrators. What was said of it meanwhile by others stays. */
export function FactsDialog({
  details,
  onChanged,
  onClose,
}: {
  details: PhonecallDetail;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const p = useTexts(problemTexts);
  const say = useProblem();
  const zone = useZone();
  const sendOnce = useSendOnce();
  const { aggregateId, aggregateVersion, callerNumber, direction, duration, callTimestamp } = details;
  const form = useForm({
    title: t.factsTitle,
    start: {
      callerNumber,
      direction: direction === 'outgoing' ? '1' : '0',
      moment: momentOf(new Date(callTimestamp * 1000).toISOString(), zone),
      duration: duration === 0 ? '' : clockOf(duration),
    },
    isValid: (draft) => secondsOf(draft.duration) !== undefined && isNumber(draft.callerNumber),
    send: async (draft) => {
      await sendOnce(phonecallCommands.process, {
        aggregateId,
        aggregateVersion,
        callerNumber: draft.callerNumber.trim(),
        direction: draft.direction === '1' ? 1 : 0,
        duration: secondsOf(draft.duration) ?? 0,
        timestamp: instantOf(draft.moment, zone) ?? '',
      });
      onChanged();
    },
    say,
  });
  const { ref, draft, change, isTried, fault, isBusy, submit, leave } = form;
  return (
    <Dialog title={t.factsTitle} closeLabel={t.close} onClose={() => leave(onClose)}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event, onClose)}>
        <TextField
          label={t.number}
          inputMode="tel"
          maxLength={100}
          autoComplete="off"
          autoFocus
          fault={isTried && !isNumber(draft.callerNumber) ? p.PHONE_NUMBER_INVALID : undefined}
          value={draft.callerNumber}
          onChange={({ currentTarget }) => change({ callerNumber: currentTarget.value })}
        />
        <SelectField
          label={t.direction}
          value={draft.direction}
          options={[
            ['0', t.directions.incoming],
            ['1', t.directions.outgoing],
          ]}
          onChange={(value) => change({ direction: value })}
        />
        <DateField
          label={t.time}
          kind="moment"
          required
          value={draft.moment}
          onChange={(moment) => change({ moment })}
        />
        <TextField
          label={t.duration}
          hint={t.durationHint}
          maxLength={8}
          autoComplete="off"
          fault={isTried && secondsOf(draft.duration) === undefined ? t.durationWrong : undefined}
          value={draft.duration}
          onChange={({ currentTarget }) => change({ duration: currentTarget.value })}
        />
        <FaultNote text={fault?.text} />
        <footer className="form-buttons">
          <Button onClick={() => leave(onClose)}>{t.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy}>
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

const isNumber = (text: string): boolean => text.trim() === '' || dialOf(text) !== '';
