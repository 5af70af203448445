import './people.css';
import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { SkeletonBlock, Button, Icon, IconButton } from '../../ui/parts.tsx';
import { useSettings, useShell, useTexts } from '../context.tsx';
import { Link } from '../link.tsx';
import { Portrait } from '../portrait.tsx';
import { href } from '../routes.ts';
import { Splitter } from '../splitter.tsx';
import { texts } from './people-texts.ts';

const LEAST = 220;
const MOST = 480;

/** What the list has of a person, or of a group: everything that concerns them, newest first. */
const aboutThem = ({ userId, groupId }: FilterUser): string =>
  `${href('filterList', { view: 'all', date: 'all', source: 'main' })}?${groupId === undefined ? `user=${userId}` : `group=${groupId}`}`;

const isMeant = ({ UserDisplayname }: FilterUser, typed: string): boolean => {
  const name = UserDisplayname.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
};

/** The people of the instance beside everything else. Presence will say here who is there. */
export function PeopleDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { settings } = useShell();
  const { peopleWidth } = useSettings();
  const width = Math.min(MOST, Math.max(LEAST, peopleWidth));
  return (
    <aside className="people" aria-label={t.people} style={{ width }}>
      <Splitter
        label={t.width}
        width={width}
        least={LEAST}
        most={MOST}
        isBehind
        onChange={(next) => settings.change({ peopleWidth: next })}
      />
      <People onClose={onClose} />
    </aside>
  );
}

/** The same over a small screen. */
export function PeopleSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="sheet people-sheet"
      aria-label={t.people}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="people">
        <People onClose={onClose} onGo={onClose} />
      </div>
    </dialog>
  );
}

function People({ onClose, onGo }: { onClose: () => void; onGo?: () => void }) {
  const t = useTexts(texts);
  const ownId = useValue(useClient().user)?.id;
  // Memos are open to all: who may see them is everybody.
  const asked = useAsk(sessionQueries.moduleUsers, { module: 'activity' });
  const [typed, setTyped] = useState('');
  const pane = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const found = asked.data
    ?.filter((one) => one.active && isMeant(one, typed.trim()))
    .toSorted((a, b) => a.UserDisplayname.localeCompare(b.UserDisplayname));
  const groups = found?.filter(({ groupId }) => groupId !== undefined) ?? [];
  const people = found?.filter(({ groupId }) => groupId === undefined) ?? [];
  const going = onGo === undefined ? {} : { onGo };

  const press = (event: KeyboardEvent): void => {
    const links = [...(pane.current?.querySelectorAll<HTMLElement>('.people-list a') ?? [])];
    const place = links.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: links.length - 1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (to === undefined || (place < 0 && event.key !== 'ArrowDown')) return;
    else if (to < 0) input.current?.focus();
    else links[to]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows lead on from whatever in it has the focus
    <div className="people-pane" ref={pane} onKeyDown={press}>
      <header>
        <h2>{t.people}</h2>
        <IconButton icon="x" label={t.close} onClick={onClose} />
      </header>
      <div className="people-search">
        <input
          ref={input}
          className="input"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {found === undefined ? (
        asked.failure === undefined ? (
          <div className="people-none" aria-hidden="true">
            <SkeletonBlock width="70%" />
          </div>
        ) : (
          <div className="people-none">
            <p>{t.failed}</p>
            <Button onClick={asked.retry}>{t.retry}</Button>
          </div>
        )
      ) : found.length === 0 ? (
        <p className="people-none">{t.none}</p>
      ) : (
        <div className="people-list">
          {groups.length === 0 ? null : (
            <>
              <h3>{t.groups}</h3>
              <ul>
                {groups.map((group) => (
                  <li key={group.groupId}>
                    <Link to={aboutThem(group)} title={t.about(group.groupName)} {...going}>
                      <span className="group-sign" aria-hidden="true">
                        <Icon name="users" small />
                      </span>
                      <span>
                        {group.groupName} <span className="own">{t.members(group.userIds.length)}</span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              {people.length === 0 ? null : <h3>{t.people}</h3>}
            </>
          )}
          <ul>
            {people.map((person) => (
              <li key={person.userId}>
                <Link to={aboutThem(person)} title={t.about(person.fullName)} {...going}>
                  <Portrait name={person.fullName} picture={person.UserAvatar} />
                  <span>
                    {person.fullName} {person.userId === ownId ? <span className="own">{t.own}</span> : null}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
