import { presenceCommands, presenceQueries, type OnlineUser } from '@kontor/contract/presence';
import { useEffect, useId, useRef, useState } from 'react';
import type * as v from 'valibot';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import {
  Link,
  Portrait,
  attempt,
  useLanguage,
  useMinute,
  useShell,
  useTexts,
  useZone,
  type PersonAction,
} from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { Button, Callout, Icon } from '../../../ui/parts.tsx';
import { usePopover } from '../../../ui/use-popover.ts';
import { shapeOf } from '../rules.ts';
import { usePresence } from '../store/use-presence.ts';
import { texts } from '../texts.ts';
import { sayMoment } from '../until.ts';
import { useAttempt, useSendOnce } from '../use-problem.ts';
import { StateLine } from './person-row.tsx';
import { aboutHref } from './use-people.ts';
import { useLine } from './use-line.ts';

type CardInfo = v.InferOutput<typeof presenceQueries.user.result>;

/** Who waits to be told waits so many days at most. */
const WAIT_DAYS = 7;
const DAY_MS = 86_400_000;

/** What the modules do about a colleague, as far as the person may. */
function usePersonActions(): readonly PersonAction[] {
  const { modules } = useShell();
  const rights = useValue(useClient().configuration)?.rights;
  const [all, setAll] = useState<readonly PersonAction[]>([]);
  useEffect(() => {
    let isOver = false;
    void Promise.all(modules.flatMap(({ ofPeople }) => ofPeople?.() ?? [])).then(
      (loaded) => isOver || setAll(loaded),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [modules]);
  return all.filter(({ right }) => rights?.[right] === true);
}

/** A colleague: what shows of them and until when, what can be done about them, who stands in, and to be told when they are there. */
export function PersonCard({ userId, anchor, onClose }: { userId: number; anchor: DOMRect; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const id = useId();
  const { people, states, isLost } = usePresence();
  const answer = useAsk(presenceQueries.user, { userId });
  const { ask } = useClient();
  const user: OnlineUser | undefined = people.get(userId) ?? answer.data;
  const isOwn = useValue(useClient().user)?.id === userId;
  const style = usePopover(ref, {
    anchor,
    // What can be done is loaded yet: what it is about is read out, and Tab leads on.
    focus: (card) => card.focus(),
    onClose,
  });
  const line = useLine(states);
  // What the card alone knows follows what shows.
  const stateId = user?.stateId;
  const before = useRef(stateId);
  useEffect(() => {
    if (before.current !== stateId) ask.refresh(presenceQueries.user, { userId });
    before.current = stateId;
  }, [ask, userId, stateId]);
  const said = user && line(user, shapeOf(user, isLost));
  return (
    <div
      ref={ref}
      className="person-card"
      role="dialog"
      aria-labelledby={id}
      popover="auto"
      tabIndex={-1}
      style={style}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {user === undefined || said === undefined ? null : (
        <header>
          <Portrait name={user.name} picture={user.userAvatar} userId={userId} />
          <div>
            <h2 id={id}>{user.name}</h2>
            <StateLine line={said} />
            {said.until === '' ? null : <span className="quiet">{said.until}</span>}
          </div>
        </header>
      )}
      {user === undefined ? null : <Ways user={user} isOwn={isOwn} onClose={onClose} />}
      {answer.data === undefined ? (
        answer.failure === undefined ? null : (
          <Failure onRetry={answer.retry} />
        )
      ) : (
        <Facts info={answer.data} isOwn={isOwn} onChanged={answer.retry} onClose={onClose} />
      )}
    </div>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(texts);
  return (
    <Callout icon="warning" action={<Button onClick={onRetry}>{t.retry}</Button>}>
      {t.card.failed}
    </Callout>
  );
}

/** What can be done about a colleague at once. */
function Ways({ user, isOwn, onClose }: { user: OnlineUser; isOwn: boolean; onClose: () => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const client = useClient();
  const { notices, tabs } = useShell();
  const actions = usePersonActions();
  const given = { client, notices, language };
  const person = { userId: user.id, name: user.name };
  return (
    <>
      {isOwn || actions.length === 0 ? null : (
        <div className="person-ways">
          {actions.map(({ name, icon, label, run }) => (
            <button
              key={name}
              type="button"
              onClick={() => {
                onClose();
                attempt(given, () => run(given, person, (address) => tabs.open(address, 'beside')));
              }}
            >
              <Icon name={icon} />
              {label[language]}
            </button>
          ))}
        </div>
      )}
      <Link className="person-fact" to={aboutHref({ user: user.id })} onGo={onClose}>
        <Icon name="tray" small />
        {t.card.everything(user.name)}
      </Link>
    </>
  );
}

/** What the server alone knows of a person. */
function Facts({
  info,
  isOwn,
  onChanged,
  onClose,
}: {
  info: CardInfo;
  isOwn: boolean;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const { env } = useClient();
  const now = useMinute();
  const reader = { language: useLanguage(), zone: useZone() };
  const sendOnce = useSendOnce();
  const attemptTo = useAttempt();
  const [isBusy, setBusy] = useState(false);
  const moment = (instant: string): string => sayMoment(instant, now, reader);
  const { id: userId, substituteName, substituteId, freeAt, notifyUntil, presence } = info;
  const send = (work: () => Promise<unknown>): void => {
    setBusy(true);
    void attemptTo(work).then(() => {
      setBusy(false);
      onChanged();
    });
  };
  const isWaitedFor = notifyUntil !== null;
  const wait = (): Promise<unknown> =>
    isWaitedFor
      ? sendOnce(presenceCommands.cancelNotify, { userId })
      : sendOnce(presenceCommands.notifyWhenThere, {
          userId,
          until: new Date(env.now() + WAIT_DAYS * DAY_MS).toISOString(),
        });
  return (
    <>
      {substituteName === null ? null : (
        <p className="person-fact">
          <Icon name="users" small />
          <span>
            {t.card.substitute}{' '}
            {substituteId === null ? (
              <strong>{substituteName}</strong>
            ) : (
              <Link to={aboutHref({ user: substituteId })} onGo={onClose}>
                {substituteName}
              </Link>
            )}
          </span>
        </p>
      )}
      {freeAt === null ? null : (
        <p className="person-fact">
          <Icon name="clock" small />
          {t.card.freeAt(moment(freeAt))}
        </p>
      )}
      {isOwn || (presence === 'present' && !isWaitedFor) ? null : (
        <Check
          label={t.card.notify(info.name)}
          hint={isWaitedFor ? t.card.notifyHint(moment(notifyUntil)) : t.card.notifyNew}
          checked={isWaitedFor}
          disabled={isBusy}
          onChange={() => send(wait)}
        />
      )}
    </>
  );
}
