import { securityCommands, securityQueries, type SessionInfo } from '@kontor/contract/account';
import { useRef, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk } from '../../../client/react.tsx';
import { useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { Confirm } from '../confirm.tsx';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { inOrder, isPhone, seenOf } from './rules.ts';
import { texts } from './texts.ts';
import { usePlace } from './use-place.ts';

const headingOf = (part: Element | null | undefined): HTMLElement | null =>
  part?.closest('section')?.querySelector('h2') ?? null;

/** Puts the focus on a heading, which is no stop of the Tab key. */
function focusHeading(heading: HTMLElement | null): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** Moves the focus on from a row that goes away: to the next one that has a button, to the one before, or to the heading. */
function leaveRow(row: HTMLElement): void {
  // Whoever has gone on meanwhile stays where they are.
  if (document.activeElement !== document.body && !row.contains(document.activeElement)) return;
  const rows = [...(row.parentElement?.children ?? [])];
  const at = rows.indexOf(row);
  const buttons = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].flatMap(
    (one) => one.querySelector<HTMLElement>('button:not(:disabled)') ?? [],
  );
  if (buttons[0] === undefined) focusHeading(headingOf(row));
  else buttons[0].focus();
}

/** Where the person is signed in. */
export function Devices() {
  const t = useTexts(texts).devices;
  const answer = useAsk(securityQueries.sessions, {});
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const [ending, setEnding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const others = answer.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
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
      <Answer answer={answer} rows={2}>
        {(sessions) => (
          <ul ref={list} className="rows">
            {inOrder(sessions).map((session) => (
              <Device key={session.sessionId} session={session} onEnded={answer.retry} />
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
            const { count } = await sendOnce(securityCommands.endOtherSessions, {});
            notices.show({ text: t.endedAll(count) });
            setEnding(false);
            answer.retry();
            // The button that has asked goes away with the others. Not before the dialog has given the focus back.
            setTimeout(() => focusHeading(headingOf(list.current)), 0);
          }}
          onClose={() => setEnding(false)}
        >
          <p>{t.endAllText(others)}</p>
        </Confirm>
      ) : null}
    </Section>
  );
}

function Device({ session, onEnded }: { session: SessionInfo; onEnded: () => void }) {
  const t = useTexts(texts).devices;
  const times = useTimes();
  const now = useMinute();
  const placeOf = usePlace();
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const [busy, setBusy] = useState(false);
  const program = session.program || t.unknownProgram;
  const name = session.system === '' ? program : t.on(program, session.system);
  const row = useRef<HTMLLIElement>(null);
  const lastSeen = (): string => {
    const seen = seenOf(session, now);
    return seen === 'now'
      ? t.inFront
      : seen.isApp
        ? t.inBack(times.relative(seen.at, now))
        : t.lastUsed(times.relative(seen.at, now));
  };
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendOnce(securityCommands.endSession, { sessionId: session.sessionId });
      notices.show({ text: t.ended(name) });
      if (row.current !== null) leaveRow(row.current);
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
      setBusy(false);
    }
    onEnded();
  };
  return (
    <li ref={row} className="wraps">
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
            session.isCurrent ? t.active : lastSeen(),
            `${placeOf(session.place)}${session.place.kind === 'here' ? '' : ` (${session.address})`}`,
            `${t.since(times.relative(session.createdAt, now))} ${t.by[session.signedInBy]}`,
            ...(session.app?.version ? [t.version(session.app.version)] : []),
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
