import { TERMINAL, phonecallCommands, type DialLocation, type DialUser } from '@kontor/contract/phonecall';
import { useTexts } from '../../../../shell/index.ts';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { dialOf } from '../../../../shell/numbers/dial-of.ts';
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
  const wrong =
    isTried && !isTerminal(draft.terminal)
      ? t.terminalWrong
      : isTried && !isCallerId(draft.callerId)
        ? p.PHONE_NUMBER_INVALID
        : fault?.text;
  return (
    <li className="dial-person">
      <form ref={ref} noValidate onSubmit={submit}>
        <strong>{name}</strong>
        <label className="check">
          <input
            type="checkbox"
            aria-label={t.allowedOf(name)}
            checked={draft.isAllowed}
            onChange={({ currentTarget }) => change({ isAllowed: currentTarget.checked })}
          />
          <span>{t.allowed}</span>
        </label>
        <select
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
        <input
          className="input"
          aria-label={t.terminalOf(name)}
          aria-invalid={isTried && !isTerminal(draft.terminal)}
          placeholder={t.terminal}
          maxLength={64}
          autoComplete="off"
          value={draft.terminal}
          onChange={({ currentTarget }) => change({ terminal: currentTarget.value })}
        />
        <input
          className="input"
          aria-label={t.callerIdOf(name)}
          aria-invalid={isTried && !isCallerId(draft.callerId)}
          placeholder={t.callerId}
          inputMode="tel"
          maxLength={100}
          autoComplete="off"
          value={draft.callerId}
          onChange={({ currentTarget }) => change({ callerId: currentTarget.value })}
        />
        <Button type="submit" disabled={!isDirty} aria-disabled={isBusy} aria-label={t.savePerson(name)}>
          {t.save}
        </Button>
      </form>
      {wrong === undefined ? null : (
        <p className="fault" role="alert">
          {wrong}
        </p>
      )}
    </li>
  );
}

const isTerminal = (text: string): boolean => text === '' || TERMINAL.test(text);
const isCallerId = (text: string): boolean => text.trim() === '' || dialOf(text) !== '';
