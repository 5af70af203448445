import { administrationCommands, groupQueries, type PersonInfo } from '@kontor/contract/account';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk } from '../../../client/react.tsx';
import { Link, Portrait, href, useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { Confirm } from '../confirm.tsx';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { LinkMade, type MadeLink } from './link-made.tsx';
import { Marks } from './marks.tsx';
import { PersonForm } from './person-form.tsx';
import { nameOf } from './rules.ts';
import { texts } from './texts.ts';

type Question = 'endSessions' | 'resetFactors' | 'lock' | 'leave';

/** One person: who they are and what they may, how they sign in, and whether they may at all. */
export function PersonPage({
  person,
  ownId,
  onChanged,
}: {
  person: PersonInfo;
  ownId: number | undefined;
  onChanged: () => void;
}) {
  const t = useTexts(texts);
  return (
    <>
      <header className="person">
        <Portrait name={nameOf(person)} picture={person.avatar} userId={person.id} />
        <div>
          <h2>{nameOf(person)}</h2>
          <Marks person={person} ownId={ownId} />
        </div>
      </header>
      <PersonForm key={person.id} person={person} onSaved={onChanged} />
      <Groups person={person} />
      <SigningIn person={person} onChanged={onChanged} />
      <Section title={t.access} intro={person.id === ownId ? t.self : undefined}>
        {person.id === ownId ? null : <Access person={person} onChanged={onChanged} />}
      </Section>
    </>
  );
}

/** The groups that the person is in; nothing where they are in none. */
function Groups({ person }: { person: PersonInfo }) {
  const t = useTexts(texts);
  const { data } = useAsk(groupQueries.groups, {});
  const names = (data ?? []).filter(({ userIds }) => userIds.includes(person.id)).map(({ name }) => name);
  return names.length === 0 ? null : (
    <Section
      title={t.groupsOf}
      action={
        <Link className="button" to={href('settings', { selectedSettingsTab: 'groups' })}>
          {t.allGroups}
        </Link>
      }
    >
      <ul className="person-groups">
        {names.map((name) => (
          <li key={name} className="mark">
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SigningIn({ person, onChanged }: { person: PersonInfo; onChanged: () => void }) {
  const t = useTexts(texts);
  const times = useTimes();
  const formats = useFormats();
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const [question, setQuestion] = useState<Question>();
  const [made, setMade] = useState<MadeLink>();
  const [sending, setSending] = useState(false);
  const name = nameOf(person);
  const close = (): void => setQuestion(undefined);
  const kind = person.hasPassword ? 'reset' : 'invitation';
  const sendLink = async (): Promise<void> => {
    // A second link would put the first one, which may be on its way already, out of use.
    if (sending) return;
    setSending(true);
    try {
      const link = await sendOnce(administrationCommands.sendLink, { userId: person.id, kind });
      setMade({ ...link, email: person.email });
      onChanged();
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
    }
    setSending(false);
  };
  const facts: readonly (readonly [string, string])[] = [
    [t.password, person.hasPassword ? t.passwordSet : t.passwordNone],
    [t.twoFactor, person.hasTwoFactor ? t.on : t.off],
    [t.passkeys, formats.number(person.passkeys)],
    [t.sessions, formats.number(person.openSessions)],
    [t.linkUntil, person.linkUntil === null ? t.noLink : t.until(times.full(person.linkUntil))],
  ];
  return (
    <Section title={t.signIn}>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="form-buttons">
        {person.isActive ? (
          <Button icon="link" aria-disabled={sending} onClick={() => void sendLink()}>
            {kind === 'reset' ? t.sendReset : t.sendInvitation}
          </Button>
        ) : null}
        {person.openSessions > 0 ? <Button onClick={() => setQuestion('endSessions')}>{t.endSessions}</Button> : null}
        {person.hasTwoFactor || person.passkeys > 0 ? (
          <Button kind="danger" onClick={() => setQuestion('resetFactors')}>
            {t.resetFactors}
          </Button>
        ) : null}
      </div>
      {question === 'endSessions' ? (
        <Confirm
          title={t.endSessionsTitle(name)}
          action={t.endSessions}
          danger
          run={async () => {
            const { count } = await sendOnce(administrationCommands.endSessionsOf, { userId: person.id });
            notices.show({ text: t.sessionsEnded(count) });
            onChanged();
            close();
          }}
          onClose={close}
        >
          <p>{t.endSessionsText}</p>
        </Confirm>
      ) : null}
      {question === 'resetFactors' ? (
        <Confirm
          title={t.resetTitle(name)}
          action={t.resetAction}
          danger
          run={async () => {
            await sendOnce(administrationCommands.resetFactors, { userId: person.id });
            notices.show({ text: t.resetDone });
            onChanged();
            close();
          }}
          onClose={close}
        >
          <p>{t.resetText}</p>
        </Confirm>
      ) : null}
      {made === undefined ? null : <LinkMade made={made} onClose={() => setMade(undefined)} />}
    </Section>
  );
}

function Access({ person, onChanged }: { person: PersonInfo; onChanged: () => void }) {
  const t = useTexts(texts);
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const [question, setQuestion] = useState<Question>();
  const name = nameOf(person);
  const close = (): void => setQuestion(undefined);
  const setUnlocked = async (isUnlocked: boolean): Promise<void> => {
    await sendOnce(administrationCommands.setUnlocked, { userId: person.id, isUnlocked });
    notices.show({ text: isUnlocked ? t.unlockedDone : t.lockedDone });
    onChanged();
  };
  const setActive = async (isActive: boolean): Promise<void> => {
    await sendOnce(administrationCommands.setActive, { userId: person.id, isActive });
    notices.show({ text: isActive ? t.enteredDone : t.leftDone });
    onChanged();
  };
  /** What gives access back needs no question. */
  const now = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
    });
  return (
    <>
      <ul className="rows">
        {person.isActive ? (
          <li className="wraps">
            <span className="what">{t.lockText}</span>
            <span className="ends">
              {person.isUnlocked ? (
                <Button kind="danger" icon="lock-simple" onClick={() => setQuestion('lock')}>
                  {t.lock}
                </Button>
              ) : (
                <Button icon="lock-simple-open" onClick={() => now(setUnlocked(true))}>
                  {t.unlock}
                </Button>
              )}
            </span>
          </li>
        ) : null}
        <li className="wraps">
          <span className="what">{t.leaveText}</span>
          <span className="ends">
            {person.isActive ? (
              <Button kind="danger" onClick={() => setQuestion('leave')}>
                {t.leave}
              </Button>
            ) : (
              <Button onClick={() => now(setActive(true))}>{t.enter}</Button>
            )}
          </span>
        </li>
      </ul>
      {question === 'lock' ? (
        <Confirm
          title={t.lockTitle(name)}
          action={t.lock}
          danger
          run={() => setUnlocked(false).then(close)}
          onClose={close}
        >
          <p>{t.lockConfirm}</p>
        </Confirm>
      ) : null}
      {question === 'leave' ? (
        <Confirm
          title={t.leaveTitle(name)}
          action={t.leave}
          danger
          run={() => setActive(false).then(close)}
          onClose={close}
        >
          <p>{t.leaveConfirm}</p>
        </Confirm>
      ) : null}
    </>
  );
}
