import { MAX_GROUP_NAME } from '@kontor/contract/account';
import {
  changeGroup,
  createGroup,
  deleteGroup,
  readGroups,
  readPeople,
  type GroupRow,
} from '../modules/account/index.ts';
import { followGroup } from '../modules/mail/index.ts';
import type { Instance } from '../platform/operation/context.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson } from './lookup.ts';
import { confirm, show, table, type Shown } from './show.ts';
import { withWork, type Work } from './work.ts';

const groupsOf = (work: Work, { id }: Instance): Promise<readonly GroupRow[]> =>
  readGroups(work.store.database.forInstance(id), id);

async function findGroup(work: Work, instance: Instance, name: string): Promise<GroupRow> {
  const groups = await groupsOf(work, instance);
  const wanted = name.trim().toLowerCase();
  const found = groups.find((group) => group.name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const known = groups.map((group) => `"${group.name}"`).join(', ');
  const there = known === '' ? 'there is none yet' : `there are: ${known}`;
  throw new CliError(`There is no group "${name}" in "${instance.name}"; ${there}.`);
}

async function idsOf(work: Work, instance: Instance, userNames: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const name of userNames) ids.push((await findPerson(work, instance, name)).user_id);
  return ids;
}

/** Groups as scripts get them: their members by the names by which they sign in. */
async function toAnswers(work: Work, instance: Instance, groups: readonly GroupRow[]) {
  const people = await readPeople(work.store.database.forInstance(instance.id), instance.id);
  const names = new Map(people.map(({ user_id, user_name }) => [user_id, user_name]));
  return groups.map(({ group_id, name, members }) => ({
    id: group_id,
    name,
    members: members.map((id) => names.get(id) ?? '').toSorted(),
  }));
}

export async function listGroups(io: Io, instanceName: string, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const answers = await toAnswers(work, instance, await groupsOf(work, instance));
    show(io, options, answers, () =>
      answers.length === 0
        ? `There are no groups in "${instance.name}" yet.`
        : table(
            [
              ['Group', ({ name }) => name],
              ['Members', ({ members }) => members.length, 'right'],
              ['Who', ({ members }) => members.join(', ')],
            ],
            answers,
          ),
    );
  });
}

export async function create(io: Io, instanceName: string, name: string, userNames: readonly string[], options: Shown) {
  if (name.length > MAX_GROUP_NAME) throw new CliError(`The name of a group has at most ${MAX_GROUP_NAME} characters.`);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const userIds = await idsOf(work, instance, userNames);
    await work.change(instance, (ctx) => createGroup(ctx, { name, userIds }));
    const [answer] = await toAnswers(work, instance, [await findGroup(work, instance, name)]);
    show(io, options, answer, () => `The group "${answer?.name}" was made in "${instance.name}".`);
  });
}

type Arguments = readonly [instance: string, group: string, people: readonly string[]];

export async function setMembers(
  io: Io,
  [instanceName, groupName, userNames]: Arguments,
  are: 'in' | 'out',
  options: Shown,
): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const ids = await idsOf(work, instance, userNames);
    const { group_id, name, version, members } = await findGroup(work, instance, groupName);
    const userIds = [...members.filter((id) => !ids.includes(id)), ...(are === 'in' ? ids : [])];
    await work.change(instance, (ctx) => changeGroup(ctx, group_id, { name, userIds }, followGroup, version));
    const [answer] = await toAnswers(work, instance, [await findGroup(work, instance, name)]);
    const now = answer?.members.join(', ') ?? '';
    show(io, options, answer, () => `In "${name}" ${now === '' ? 'is nobody now' : `there are now: ${now}`}.`);
  });
}

export async function remove(
  io: Io,
  instanceName: string,
  groupName: string,
  options: Shown & { readonly yes?: boolean },
) {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const { group_id, name } = await findGroup(work, instance, groupName);
    if (!(await confirm(io, `Delete the group "${name}" of "${instance.name}"?`, options))) return;
    await work.change(instance, (ctx) => deleteGroup(ctx, group_id, followGroup));
    show(io, options, { id: group_id, name }, () => `The group "${name}" was deleted.`);
  });
}
