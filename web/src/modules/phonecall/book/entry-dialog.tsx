import { phonecallCommands } from '@kontor/contract/phonecall';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { problemTexts } from '../problem-texts.ts';
import { useProblem } from '../use-problem.ts';
import { bookTexts } from './texts.ts';

/** A new entry of the phone book. */
export function EntryDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  const p = useTexts(problemTexts);
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const form = useForm({
    title: t.newTitle,
    start: { name: '', company: '', number: '' },
    isValid: ({ name, number }) => name.trim() !== '' && dialOf(number) !== '',
    send: async ({ name, company, number }) => {
      await sendOnce(phonecallCommands.createEntry, {
        name: name.trim(),
        company: company.trim(),
        number: number.trim(),
      });
      notices.show({ text: t.saved(name.trim()) });
      onSaved();
    },
    say: useProblem(),
  });
  const { ref, draft, change, isTried, fault, isBusy, submit, leave } = form;
  return (
    <Dialog title={t.newTitle} closeLabel={t.close} onClose={() => leave(onClose)}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event, onClose)}>
        <TextField
          label={t.name}
          maxLength={200}
          autoComplete="off"
          autoFocus
          fault={isTried && draft.name.trim() === '' ? t.missing : undefined}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TextField
          label={t.company}
          maxLength={200}
          autoComplete="off"
          value={draft.company}
          onChange={({ currentTarget }) => change({ company: currentTarget.value })}
        />
        <TextField
          label={t.number}
          inputMode="tel"
          maxLength={100}
          autoComplete="off"
          fault={isTried && dialOf(draft.number) === '' ? p.PHONE_NUMBER_INVALID : undefined}
          value={draft.number}
          onChange={({ currentTarget }) => change({ number: currentTarget.value })}
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
