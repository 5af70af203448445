import type { FilterUser } from '@kontor/contract/account';
import type { Available, ChosenAddress } from './rules.ts';

/** Those of some users who can be chosen: all but the person, and groups that have any of them. `ownId`: the person's number. */
export function availableOf(users: readonly FilterUser[], ownId: number | undefined): Available {
  const groups = users.flatMap(({ groupId, groupName, userIds }) => {
    const others = userIds.filter((id) => id !== ownId);
    return groupId === undefined || others.length === 0 ? [] : [{ groupId, displayName: groupName, userIds: others }];
  });
  const people = users.flatMap(({ userId, fullName, UserAvatar, active }) =>
    userId === 0 || userId === ownId || !active ? [] : [{ userId, displayName: fullName, userAvatar: UserAvatar }],
  );
  return { users: people, groups };
}

const ADDRESS = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]{2,}$/u;
const NAMED = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/u;

/** One mail address as it is typed, with a name before it or without; undefined for anything else. What can be sent to decides the server. */
function addressIn(typed: string): ChosenAddress | undefined {
  const [, name = '', within] = NAMED.exec(typed) ?? [];
  const address = (within ?? typed).trim().replace(/^mailto:/i, '');
  if (!ADDRESS.test(address)) return undefined;
  return { kind: 'address', address, name: name.trim(), displayName: name.trim() || address };
}

/** The mail addresses that a text is made of, between commas, semicolons and ends of lines; none where any part of it is something else. */
export function addressesIn(text: string): readonly ChosenAddress[] {
  const parts = text.split(/[,;\n]+/).filter((part) => part.trim() !== '');
  const found = parts.map(addressIn);
  return found.every((one) => one !== undefined) ? found : [];
}
