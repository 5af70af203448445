import { securityCommands, securityQueries, type SessionInfo } from '@kontor/contract/account';
import { useMemo, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk } from '../../../client/react.tsx';
import { useLanguage, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { Confirm } from '../confirm.tsx';
import { Answer, Section } from '../section.tsx';
import { useTimes } from '../times.ts';
import { useProblem, useTell } from '../use-tell.ts';
import { inOrder, isPhone } from './rules.ts';
import { texts } from './texts.ts';

/** Where the person is signed in. */
export function Devices() {
  const t = useTexts(texts).devices;
  const asked = useAsk(securityQueries.sessions, {});
  const tell = useTell();
  const { notices } = useShell();
  const [ending, setEnding] = useState(false);
  const others = asked.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Section
      title={t.title}
      intro={t.intro}
      action={
        others === 0 ? undefined : (
          <Button kind="danger" onClick={() => setEnding(true)}>
            {t.endAll}
          </Button>
        )
      }
    >
      <Answer asked={asked} rows={2}>
        {(sessions) => (
          <ul className="rows">
            {inOrder(sessions).map((session) => (
              <Device key={session.sessionId} session={session} onEnded={asked.retry} />
            ))}
          </ul>
        )}
      </Answer>
      {ending ? (
        <Confirm
          title={t.endAllTitle}
          action={t.endAll}
          danger
          run={async () => {
            const { count } = await tell(securityCommands.endOtherSessions, {});
            notices.show({ text: t.endedAll(count) });
            setEnding(false);
            asked.retry();
          }}
          onClose={() => setEnding(false)}
        >
          <p>{t.endAllText(others)}</p>
        </Confirm>
      ) : null}
    </Section>
  );
}

function usePlace(): (place: SessionInfo['place']) => string {
  const t = useTexts(texts).devices;
  const language = useLanguage();
  const countries = useMemo(() => new Intl.DisplayNames(language, { type: 'region' }), [language]);
  return (place) =>
    place.kind === 'here'
      ? t.here
      : place.kind === 'network'
        ? t.network
        : place.kind === 'country'
          ? (countries.of(place.country) ?? t.nowhere)
          : t.nowhere;
}

function Device({ session, onEnded }: { session: SessionInfo; onEnded: () => void }) {
  const t = useTexts(texts).devices;
  const times = useTimes();
  const now = useMinute();
  const placeOf = usePlace();
  const tell = useTell();
  const problem = useProblem();
  const { notices } = useShell();
  const [busy, setBusy] = useState(false);
  const program = session.program || t.unknownProgram;
  const name = session.system === '' ? program : t.on(program, session.system);
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await tell(securityCommands.endSession, { sessionId: session.sessionId });
      notices.show({ text: t.ended(name) });
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
      setBusy(false);
    }
    onEnded();
  };
  return (
    <li className="wraps">
      <Icon name={isPhone(session.system) ? 'device-mobile' : 'desktop'} />
      <span className="what">
        <strong>{name}</strong>{' '}
        {session.isCurrent ? (
          <span className="mark" data-tone="good">
            {t.current}
          </span>
        ) : null}
        <span className="quiet">
          {[
            session.isCurrent ? t.active : t.lastUsed(times.relative(session.lastUsedAt, now)),
            `${placeOf(session.place)}${session.place.kind === 'here' ? '' : ` (${session.address})`}`,
            `${t.since(times.relative(session.createdAt, now))} ${t.by[session.signedInBy]}`,
          ].join(' · ')}
        </span>
      </span>
      <span className="ends">
        {session.isCurrent ? null : (
          <Button disabled={busy} aria-label={t.endOne(name)} onClick={() => void end()}>
            {t.end}
          </Button>
        )}
      </span>
    </li>
  );
}
