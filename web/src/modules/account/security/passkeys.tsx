import { securityCommands, type Passkey } from '@kontor/contract/account';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { canUsePasskeys, registerPasskey } from '../../../client/passkeys.ts';
import { useClient } from '../../../client/react.tsx';
import { useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { describeBrowser } from '../browser-names.ts';
import { Confirm } from '../confirm.tsx';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { useRemoved } from '../../../shell/forms/use-removed.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { freeName } from './rules.ts';
import { texts } from './texts.ts';

export function Passkeys({ passkeys, onChanged }: { passkeys: readonly Passkey[]; onChanged: () => void }) {
  const t = useTexts(texts).passkeys;
  const { account, env } = useClient();
  const [adding, setAdding] = useState(false);
  const { nextFocus, removed } = useRemoved();
  // A passkey belongs to an address: one of an instance elsewhere cannot be made from here.
  const isElsewhere = account.url !== env.origin;
  const possible = canUsePasskeys() && !isElsewhere;
  return (
    <Section
      title={t.title}
      intro={t.intro}
      action={
        possible ? (
          <Button ref={nextFocus} icon="plus" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        ) : undefined
      }
    >
      {possible ? null : (
        <Callout icon={isElsewhere ? 'key' : 'warning'}>
          {isElsewhere ? t.elsewhere : t.impossible}{' '}
          {isElsewhere ? (
            <a href={`${account.url}/settings/security`} target="_blank" rel="noopener noreferrer">
              {t.open(new URL(account.url).host)}
            </a>
          ) : null}
        </Callout>
      )}
      {passkeys.length === 0 ? (
        <p className="rows-empty">{t.none}</p>
      ) : (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <Row key={passkey.passkeyId} passkey={passkey} onChanged={onChanged} onRemoved={removed} />
          ))}
        </ul>
      )}
      {adding ? (
        <Add
          taken={passkeys.map(({ name }) => name)}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            onChanged();
          }}
        />
      ) : null}
    </Section>
  );
}

function Row({ passkey, onChanged, onRemoved }: { passkey: Passkey; onChanged: () => void; onRemoved: () => void }) {
  const t = useTexts(texts).passkeys;
  const times = useTimes();
  const now = useMinute();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const [state, setState] = useState<'renaming' | 'removing'>();
  const { name, lastUsedAt } = passkey;
  const close = (): void => setState(undefined);
  /** Of the field in the place of the name. */
  const { nextFocus, removed: leftField } = useRemoved();
  return (
    <li>
      <Icon name="key" />
      {state === 'renaming' ? (
        <Rename
          passkey={passkey}
          onClose={() => {
            close();
            leftField();
          }}
          onChanged={onChanged}
        />
      ) : (
        <span className="what">
          <strong>{name}</strong>{' '}
          {passkey.isBackedUp ? (
            <span className="mark" title={t.backedUpHint}>
              {t.backedUp}
            </span>
          ) : null}
          <span className="quiet">
            {t.created(times.day(passkey.createdAt))} ·{' '}
            {lastUsedAt === null ? t.unused : t.used(times.relative(lastUsedAt, now))}
          </span>
        </span>
      )}
      <span className="ends" hidden={state === 'renaming'}>
        <IconButton ref={nextFocus} icon="pencil-simple" label={t.rename(name)} onClick={() => setState('renaming')} />
        <IconButton icon="trash" label={t.remove(name)} onClick={() => setState('removing')} />
      </span>
      {state === 'removing' ? (
        <Confirm
          title={t.removeTitle(name)}
          action={t.removeAction}
          danger
          run={async () => {
            await sendOnce(securityCommands.removePasskey, { passkeyId: passkey.passkeyId });
            close();
            notices.show({ text: t.removed });
            onChanged();
            onRemoved();
          }}
          onClose={close}
        >
          <p>{t.removeText}</p>
        </Confirm>
      ) : null}
    </li>
  );
}

/** The name in its place; Enter keeps it, Escape does not. */
function Rename({ passkey, onClose, onChanged }: { passkey: Passkey; onClose: () => void; onChanged: () => void }) {
  const all = useTexts(texts);
  const t = all.passkeys;
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const [name, setName] = useState(passkey.name);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '' || name.trim() === passkey.name) return onClose();
    try {
      await sendOnce(securityCommands.renamePasskey, { passkeyId: passkey.passkeyId, name: name.trim() });
      notices.show({ text: t.renamed });
      onChanged();
      onClose();
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
    }
  };
  return (
    <form className="rename" onSubmit={(event) => void submit(event)}>
      <input
        className="input"
        aria-label={t.name}
        autoFocus
        maxLength={100}
        value={name}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
      <Button type="submit" kind="primary">
        {all.save}
      </Button>
      <Button onClick={onClose}>{all.cancel}</Button>
    </form>
  );
}

function Add({ taken, onClose, onAdded }: { taken: readonly string[]; onClose: () => void; onAdded: () => void }) {
  const all = useTexts(texts);
  const t = all.passkeys;
  const { transport } = useClient();
  const { notices } = useShell();
  const problem = useProblem();
  const [name, setName] = useState(() => {
    const browser = describeBrowser(navigator.userAgent);
    return freeName(browser === undefined ? 'Passkey' : t.device(browser.program, browser.system), taken);
  });
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') {
      setFault(all.missing);
      return event.currentTarget.querySelector('input')?.focus();
    }
    setBusy(true);
    setFault(undefined);
    try {
      await registerPasskey(transport, name.trim());
      notices.show({ text: t.added });
      onAdded();
    } catch (error) {
      setFault(problem(asFailure(error)));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.add} closeLabel={all.close} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t.addText}</p>
        <TextField
          label={t.name}
          autoFocus
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FaultNote text={fault} />
        <footer>
          <Button onClick={onClose}>{all.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={busy}>
            {busy ? t.waits : t.go}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
