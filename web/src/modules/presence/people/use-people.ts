import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import type { OnlineUser } from '@kontor/contract/presence';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { href, useLanguage, useSettings } from '../../../shell/index.ts';
import { findPeople, groupPeople, isNamed, sortPeople, type PeopleGroup } from '../rules.ts';
import { usePresence } from '../store/use-presence.ts';

const NO_USERS: readonly FilterUser[] = [];

/** Everything that concerns a person, or a group, newest first. */
export const aboutHref = (about: { readonly user: number } | { readonly group: number }): string =>
  `${href('filterList', { view: 'all', date: 'all', source: 'main' })}?${'user' in about ? `user=${about.user}` : `group=${about.group}`}`;

export interface PeopleShown {
  readonly own: OnlineUser | undefined;
  /** How many colleagues there are, whoever is shown. */
  readonly count: number;
  readonly people: ReadonlyMap<number, OnlineUser>;
  readonly shown: readonly PeopleGroup[];
  readonly groups: readonly FilterUser[];
  readonly typed: string;
  /** What `shown` was found by: with thousands of people it follows what is typed. */
  readonly sought: string;
  readonly setTyped: (typed: string) => void;
  readonly presence: ReturnType<typeof usePresence>;
}

/** The people of the instance, as they are looked for and grouped. */
export function usePeople(): PeopleShown {
  const presence = usePresence();
  const language = useLanguage();
  const { peopleOffline } = useSettings();
  const ownId = useValue(useClient().user)?.id;
  const [typed, setTyped] = useState('');
  // With thousands of people what is typed stands before they are looked through.
  const sought = useDeferredValue(typed.trim());
  // Memos are open to all: who may see them is everybody.
  const users = useAsk(sessionQueries.moduleUsers, { module: 'activity' }).data ?? NO_USERS;
  const { all, people, isLost } = presence;
  const sorted = useMemo(
    () =>
      sortPeople(
        all.filter(({ id }) => id !== ownId),
        isLost,
        language,
      ),
    [all, ownId, isLost, language],
  );
  const shown = useMemo(
    () => groupPeople(findPeople(sorted, { typed: sought, hasAway: peopleOffline, isLost }), isLost),
    [sorted, sought, peopleOffline, isLost],
  );
  const groups = useMemo(
    () =>
      users
        .filter(({ groupId, active, groupName }) => groupId !== undefined && active && isNamed(groupName, sought))
        .toSorted((a, b) => a.groupName.localeCompare(b.groupName)),
    [users, sought],
  );
  const own = ownId === undefined ? undefined : people.get(ownId);
  return { own, count: sorted.length, people, shown, groups, typed, sought, setTyped, presence };
}
