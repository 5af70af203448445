import type { ResultOf } from '@kontor/contract/kernel';
import type { teamworkCommands, teamworkQueries } from '@kontor/contract/mail';
import type { ChangeContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import {
  holdBox,
  holdGroups,
  knownUserIds,
  membersOfGroups,
  namesOf,
  readGroups,
  type OnGroupMembers,
} from '../../account/index.ts';
import { changeableAccount } from '../mailboxes/access.ts';
import { announce } from '../mailboxes/accounts.ts';
import { changeMembers } from '../mailboxes/box.ts';
import { findAnyAccount, type AccountRow } from '../store/accounts.ts';
import { accountsOfGroup, readRights, writeRights, type RightRow } from './store/rights.ts';

type Rights = ResultOf<(typeof teamworkQueries)['rights']>;

const keyOf = ({ subject, subject_id: id }: Pick<RightRow, 'subject' | 'subject_id'>): string => `${subject} ${id}`;

/** What people and groups may do with an account, as its settings show it. Groups that were deleted are left out. */
export async function rightsOf(
  { db, instance }: Pick<QueryContext, 'db' | 'instance'>,
  account: AccountRow,
): Promise<Rights> {
  const rows = await readRights(db, instance.id, account.account_id);
  const people = rows.filter(({ subject }) => subject === 'person').map(({ subject_id: id }) => id);
  const names = await namesOf(db, instance.id, [account.owner_id, ...people]);
  const groups = new Map((await readGroups(db, instance.id)).map((group) => [group.group_id, group]));
  return {
    owner: { userId: account.owner_id, name: names.get(account.owner_id) ?? '' },
    rights: rows.flatMap(({ subject, subject_id: subjectId, sends, manages }) => {
      const group = groups.get(subjectId);
      const about = { subject, subjectId, sends, manages };
      if (subject === 'person') return { ...about, name: names.get(subjectId) ?? '', people: 1 };
      return group === undefined ? [] : { ...about, name: group.name, people: group.members.length };
    }),
    version: account.rights_version,
  };
}

/** Who sees the mails of an account by these rights: its owner among them. */
async function membersBy(ctx: ChangeContext, account: AccountRow, rights: readonly RightRow[]): Promise<number[]> {
  const idsOf = (wanted: RightRow['subject']) =>
    rights.filter(({ subject }) => subject === wanted).map(({ subject_id: id }) => id);
  const groups = await membersOfGroups(ctx.db, ctx.instance.id, idsOf('group'));
  return [...new Set([account.owner_id, ...idsOf('person'), ...[...groups.values()].flat()])];
}

/**
 * Lets these people see an account whom a form names that knows no rights: who is new may send, all others keep what they may. Whom a
 * group lets see it still does. Returns who sees it now. The account was read while its box and the groups were held.
 */
export async function shareWith(
  ctx: ChangeContext,
  account: AccountRow,
  requested: readonly number[],
): Promise<readonly number[]> {
  const { db, instance } = ctx;
  const before = await readRights(db, instance.id, account.account_id);
  const kept = before.filter(({ subject, subject_id: id }) => subject === 'group' || requested.includes(id));
  const members = await membersBy(ctx, account, kept);
  const joined = requested
    .filter((id) => !members.includes(id))
    .map((id): RightRow => ({ subject: 'person', subject_id: id, sends: true, manages: false }));
  if (joined.length > 0 || kept.length < before.length)
    await writeRights(db, instance.id, account.account_id, [...kept, ...joined]);
  return [...members, ...joined.map(({ subject_id: id }) => id)];
}

/** Throws NOT_FOUND if a right names somebody, or a group, that is not there and was not named before. */
async function requireSubjects(ctx: ChangeContext, rights: readonly RightRow[], before: readonly RightRow[]) {
  const known = new Set(before.map(keyOf));
  const fresh = rights.filter((right) => !known.has(keyOf(right)));
  const idsOf = (wanted: RightRow['subject']) =>
    fresh.filter(({ subject }) => subject === wanted).map(({ subject_id: id }) => id);
  const people = await knownUserIds(ctx.db, ctx.instance.id, idsOf('person'));
  const groups = await membersOfGroups(ctx.db, ctx.instance.id, idsOf('group'));
  if (people.length + groups.size < fresh.length) fail('NOT_FOUND');
}

const wordOf = ({ sends, manages }: RightRow): string => `${sends ? 'sends' : ''}${manages ? 'manages' : ''}`;

/** Who may do what from now on, and who may no more, as it is written down. */
async function noteOf(
  { db, instance }: ChangeContext,
  before: readonly RightRow[],
  after: readonly RightRow[],
): Promise<Record<string, string>> {
  const was = new Map(before.map((right) => [keyOf(right), wordOf(right)]));
  const changed = after.filter((right) => was.get(keyOf(right)) !== wordOf(right));
  const now = new Set(after.map(keyOf));
  const people = [...before, ...after].filter(({ subject }) => subject === 'person');
  const names = await namesOf(db, instance.id, [...new Set(people.map(({ subject_id: id }) => id))]);
  const groups = new Map((await readGroups(db, instance.id)).map((group) => [group.group_id, group.name]));
  const said = (rights: readonly RightRow[]): string =>
    rights.map(({ subject, subject_id: id }) => (subject === 'person' ? names : groups).get(id) ?? '').join(', ');
  return {
    sees: said(changed.filter(({ sends, manages }) => !sends && !manages)),
    sends: said(changed.filter(({ sends }) => sends)),
    manages: said(changed.filter(({ manages }) => manages)),
    taken: said(before.filter((right) => !now.has(keyOf(right)))),
  };
}

/** Follows the people of a group into and out of the mailboxes that it may see, in the transaction that changes it. */
export const followGroup: OnGroupMembers = async (ctx, groupId) => {
  const { db, instance } = ctx;
  for (const accountId of await accountsOfGroup(db, instance.id, groupId)) {
    const { box_id: boxId } = (await findAnyAccount(db, instance.id, accountId)) ?? fail('NOT_FOUND');
    await holdBox(db, instance.id, boxId, 'update');
    const account = (await findAnyAccount(db, instance.id, accountId)) ?? fail('NOT_FOUND');
    const members = await membersBy(ctx, account, await readRights(db, instance.id, accountId));
    const left = await changeMembers(ctx, account, members);
    if (left.length > 0 || members.some((id) => !account.member_ids.includes(id)))
      announce(ctx, { email: account.email, change: 'changed', members, left });
  }
};

export const rightsQueryHandlers: Pick<QueryHandlers<typeof teamworkQueries>, 'rights'> = {
  async rights(ctx, { accountId }) {
    return rightsOf(ctx, await changeableAccount(ctx, accountId, 'any'));
  },
};

export const rightsCommandHandlers: Pick<CommandHandlers<typeof teamworkCommands>, 'saveRights'> = {
  async saveRights(ctx, { accountId, rights: requested, aggregateVersion }) {
    const { db, instance } = ctx;
    const { box_id: boxId } = await changeableAccount(ctx, accountId, 'any');
    // Groups before boxes, as those do who change a group.
    await holdGroups(db, instance.id);
    await holdBox(db, instance.id, boxId, 'update');
    const account = await changeableAccount(ctx, accountId, 'any');
    if (account.rights_version !== aggregateVersion)
      return fail('VERSION_CONFLICT', { data: await rightsOf(ctx, account) });
    const named = requested
      .map(({ subject, subjectId, sends, manages }): RightRow => ({ subject, subject_id: subjectId, sends, manages }))
      .filter(({ subject, subject_id: id }) => subject === 'group' || id !== account.owner_id);
    const rights = [...new Map(named.map((right) => [keyOf(right), right])).values()];
    const before = await readRights(db, instance.id, accountId);
    await requireSubjects(ctx, rights, before);
    const version = await writeRights(db, instance.id, accountId, rights);
    const members = await membersBy(ctx, account, rights);
    const left = await changeMembers(ctx, account, members);
    announce(ctx, {
      email: account.email,
      change: 'changed',
      members,
      left,
      details: await noteOf(ctx, before, rights),
    });
    return { version };
  },
};
