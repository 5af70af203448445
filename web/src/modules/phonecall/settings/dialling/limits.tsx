import { phonecallCommands } from '@kontor/contract/phonecall';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { FormEnd } from '../../../../shell/forms/form-end.tsx';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { TextField } from '../../../../ui/fields.tsx';
import { useProblem } from '../../use-problem.ts';
import { dialSettingsTexts } from './texts.ts';

const MAX_PER_USER = 10_000;
const MAX_PER_INSTANCE = 1_000_000;
const isUpTo = (text: string, max: number): boolean => /^\d{1,7}$/.test(text.trim()) && Number(text) <= max;

/** How many calls may be begun a day. */
export function LimitsForm({
  maxPerUser,
  maxPerInstance,
  onSaved,
}: {
  maxPerUser: number;
  maxPerInstance: number;
  onSaved: () => void;
}) {
  const t = useTexts(dialSettingsTexts);
  const formats = useFormats();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const stored = { perUser: String(maxPerUser), perInstance: String(maxPerInstance) };
  const form = useForm({
    title: t.limits,
    start: stored,
    stored,
    isValid: ({ perUser, perInstance }) => isUpTo(perUser, MAX_PER_USER) && isUpTo(perInstance, MAX_PER_INSTANCE),
    send: async ({ perUser, perInstance }) => {
      await sendOnce(phonecallCommands.saveDialLimits, {
        maxPerUser: Number(perUser),
        maxPerInstance: Number(perInstance),
      });
      notices.show({ text: t.limitsSaved });
      onSaved();
    },
    say: useProblem(),
  });
  const { ref, draft, change, isTried, submit } = form;
  return (
    <form ref={ref} className="form" noValidate onSubmit={submit}>
      <div className="two">
        <TextField
          label={t.perUser}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          fault={
            isTried && !isUpTo(draft.perUser, MAX_PER_USER) ? t.limitWrong(formats.number(MAX_PER_USER)) : undefined
          }
          value={draft.perUser}
          onChange={({ currentTarget }) => change({ perUser: currentTarget.value })}
        />
        <TextField
          label={t.perInstance}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          fault={
            isTried && !isUpTo(draft.perInstance, MAX_PER_INSTANCE)
              ? t.limitWrong(formats.number(MAX_PER_INSTANCE))
              : undefined
          }
          value={draft.perInstance}
          onChange={({ currentTarget }) => change({ perInstance: currentTarget.value })}
        />
      </div>
      <FormEnd form={form} isNew={false} />
    </form>
  );
}
