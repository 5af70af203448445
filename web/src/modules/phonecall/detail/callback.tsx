import { phonecallCommands, type PhonecallDetail } from '@kontor/contract/phonecall';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { useShell, useTexts, useZone } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { instantOf, momentOf } from '../moments.ts';
import { useProblem } from '../use-problem.ts';
import { texts } from './texts.ts';

/** Wants somebody to be called back, by a time and by a person or not; or not any more. */
export function CallbackDialog({
  details,
  onChanged,
  onClose,
}: {
  details: Pick<PhonecallDetail, 'aggregateId' | 'callbackDesired' | 'callbackUntil' | 'callbackBy' | 'availableUsers'>;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const say = useProblem();
  const zone = useZone();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const { aggregateId, availableUsers } = details;
  const set = async (isDesired: boolean, until: string, by: string): Promise<void> => {
    await sendOnce(phonecallCommands.setCallback, {
      aggregateId,
      isDesired,
      until: isDesired ? instantOf(until, zone) : null,
      by: isDesired ? Number(by) : 0,
    });
    notices.show({ text: isDesired ? t.callbackSet : t.callbackGone });
    onChanged();
  };
  const form = useForm({
    start: {
      until: details.callbackUntil === null ? '' : momentOf(details.callbackUntil, zone),
      by: String(details.callbackBy),
    },
    isValid: () => true,
    send: ({ until, by }) => set(true, until, by),
    say,
  });
  const { ref, draft, change, fault, isBusy, attempt, submit } = form;
  return (
    <Dialog title={t.callback} closeLabel={t.close} onClose={onClose}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event, onClose)}>
        <DateField
          label={t.untilLabel}
          hint={t.untilHint}
          kind="moment"
          autoFocus
          value={draft.until}
          onChange={(until) => change({ until })}
        />
        <SelectField
          label={t.byLabel}
          value={draft.by}
          options={[['0', t.anyone], ...availableUsers.map(({ id, name }) => [String(id), name] as const)]}
          onChange={(by) => change({ by })}
        />
        <FaultNote text={fault?.text} />
        <footer className="form-buttons">
          {details.callbackDesired ? (
            <Button
              kind="plain"
              onClick={() => void attempt(() => set(false, '', '0')).then((isDone) => (isDone ? onClose() : undefined))}
            >
              {t.notAnyMore}
            </Button>
          ) : null}
          <span className="grow" />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy}>
            {details.callbackDesired ? t.save : t.want}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
