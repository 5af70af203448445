import { appPasswordCommands, appPasswordQueries, type AppPassword } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { useRemoved } from '../../../shell/forms/use-removed.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { Confirm } from '../confirm.tsx';
import { CopyButton } from '../../../shell/forms/copy-button.tsx';
import { useTimes } from '../times.ts';
import { useProblem } from '../use-problem.ts';
import { texts } from './texts.ts';

type Made = ResultOf<typeof appPasswordCommands.createAppPassword>;

/** Passwords of programs that know no other way to sign in. */
export function AppPasswords() {
  const t = useTexts(texts).appPasswords;
  const answer = useAsk(appPasswordQueries.appPasswords, {});
  const [adding, setAdding] = useState(false);
  const { nextFocus, removed } = useRemoved();
  return (
    <Section
      title={t.title}
      intro={t.intro}
      action={
        <Button ref={nextFocus} icon="plus" onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      }
    >
      <Answer answer={answer} rows={1}>
        {(passwords) =>
          passwords.length === 0 ? (
            <p className="rows-empty">{t.none}</p>
          ) : (
            <ul className="rows">
              {passwords.map((one) => (
                <Row key={one.appPasswordId} password={one} onChanged={answer.retry} onRemoved={removed} />
              ))}
            </ul>
          )
        }
      </Answer>
      {adding ? <Add onMade={answer.retry} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

function Row({
  password,
  onChanged,
  onRemoved,
}: {
  password: AppPassword;
  onChanged: () => void;
  onRemoved: () => void;
}) {
  const t = useTexts(texts).appPasswords;
  const times = useTimes();
  const now = useMinute();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const [removing, setRemoving] = useState(false);
  const { appPasswordId, name, scope, createdAt, lastUsedAt } = password;
  return (
    <li>
      <Icon name="key" />
      <span className="what">
        <strong>{name}</strong> <span className="mark">{t.scopes[scope]}</span>
        <span className="quiet">
          {t.created(times.day(createdAt))} · {lastUsedAt === null ? t.unused : t.used(times.relative(lastUsedAt, now))}
        </span>
      </span>
      <span className="ends">
        <IconButton icon="trash" label={t.remove(name)} onClick={() => setRemoving(true)} />
      </span>
      {removing ? (
        <Confirm
          title={t.removeTitle(name)}
          action={t.removeAction}
          danger
          run={async () => {
            await sendOnce(appPasswordCommands.removeAppPassword, { appPasswordId });
            notices.show({ text: t.removed });
            setRemoving(false);
            onChanged();
            onRemoved();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t.removeText}</p>
        </Confirm>
      ) : null}
    </li>
  );
}

function Add({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const all = useTexts(texts);
  const t = all.appPasswords;
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Made>();
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
      setMade(await sendOnce(appPasswordCommands.createAppPassword, { name: name.trim(), scope: 'calendar' }));
      onMade();
    } catch (error) {
      setFault(problem(asFailure(error)));
    }
    setBusy(false);
  };
  if (made !== undefined) return <Shown made={made} onClose={onClose} />;
  return (
    <Dialog title={t.add} closeLabel={all.close} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t.name}
          hint={t.nameHint}
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
            {t.go}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The password, once, with what else a calendar program asks for. */
function Shown({ made, onClose }: { made: Made; onClose: () => void }) {
  const all = useTexts(texts);
  const t = all.appPasswords;
  const { account } = useClient();
  const rows = [
    { label: t.address, value: `${account.url}/dav/`, copy: t.copyAddress },
    { label: t.userName, value: made.userName, copy: t.copyUserName },
    { label: t.password, value: made.password, copy: t.copyPassword },
  ];
  return (
    <Dialog title={t.made} closeLabel={all.close} size="l" onClose={onClose}>
      <div className="form">
        <p>{t.madeText}</p>
        <dl className="app-password">
          {rows.map(({ label, value, copy }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} label={copy} plain />
              </dd>
            </div>
          ))}
        </dl>
        <footer>
          <Button kind="primary" onClick={onClose}>
            {all.done}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
