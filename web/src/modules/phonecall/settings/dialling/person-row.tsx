import { TERMINAL, phonecallCommands, type DialLocation, type DialUser } from '@kontor/contract/phonecall';
import { useId } from 'react';
import { useTexts } from '../../../../shell/index.ts';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { dialOf } from '../../../../shell/numbers/dial-of.ts';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { Check, TextField } from '../../../../ui/fields.tsx';
import { Button } from '../../../../ui/parts.tsx';
import { problemTexts } from '../../problem-texts.ts';
import { useProblem } from '../../use-problem.ts';
import { dialSettingsTexts } from './texts.ts';

/** How one person's calls are made; saved by itself. */
export function PersonRow({
  user,
  locations,
  onSaved,
}: {
  user: DialUser;
  locations: readonly DialLocation[];
  onSaved: () => void;
}) {
  const t = useTexts(dialSettingsTexts);
  const p = useTexts(problemTexts);
  const sendOnce = useSendOnce();
  const { userId, name } = user;
  const stored = {
    isAllowed: user.isAllowed,
    locationId: user.locationId ?? 0,
    terminal: user.terminal,
    callerId: user.callerId,
  };
  const form = useForm({
    title: name,
    start: stored,
    stored,
    isValid: ({ terminal, callerId }) => isTerminal(terminal) && isCallerId(callerId),
    send: async ({ locationId, ...draft }) => {
      await sendOnce(phonecallCommands.saveDialUser, {
        userId,
        ...draft,
        locationId: locationId === 0 ? null : locationId,
      });
      onSaved();
    },
    say: useProblem(),
  });
  const { ref, draft, change, isTried, isDirty, isBusy, fault, submit } = form;
  const wayId = useId();
  return (
    <li className="dial-person">
      <form ref={ref} noValidate onSubmit={submit}>
        <div className="dial-person-head">
          <strong>{name}</strong>
          <Check
            label={t.allowed}
            aria-label={t.allowedOf(name)}
            checked={draft.isAllowed}
            onChange={({ currentTarget }) => change({ isAllowed: currentTarget.checked })}
          />
        </div>
        <div className="field">
          <label htmlFor={wayId}>{t.wayShort}</label>
          <select
            id={wayId}
            className="input"
            aria-label={t.wayOf(name)}
            value={draft.locationId}
            onChange={({ currentTarget }) => change({ locationId: Number(currentTarget.value) })}
          >
            <option value={0}>{t.noWay}</option>
            {locations.map(({ locationId, title }) => (
              <option key={locationId} value={locationId}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <TextField
          label={t.terminal}
          aria-label={t.terminalOf(name)}
          maxLength={64}
          autoComplete="off"
          fault={isTried && !isTerminal(draft.terminal) ? t.terminalWrong : undefined}
          value={draft.terminal}
          onChange={({ currentTarget }) => change({ terminal: currentTarget.value })}
        />
        <TextField
          label={t.callerId}
          aria-label={t.callerIdOf(name)}
          inputMode="tel"
          maxLength={100}
          autoComplete="off"
          fault={isTried && !isCallerId(draft.callerId) ? p.PHONE_NUMBER_INVALID : undefined}
          value={draft.callerId}
          onChange={({ currentTarget }) => change({ callerId: currentTarget.value })}
        />
        <Button type="submit" disabled={!isDirty} aria-disabled={isBusy} aria-label={t.savePerson(name)}>
          {t.save}
        </Button>
      </form>
      <FaultNote text={fault?.text} />
    </li>
  );
}

const isTerminal = (text: string): boolean => text === '' || TERMINAL.test(text);
const isCallerId = (text: string): boolean => text.trim() === '' || dialOf(text) !== '';
