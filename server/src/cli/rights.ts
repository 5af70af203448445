import { RIGHTS, type Right } from '@kontor/contract/account';
import { changeRights, setUnlocked, type PersonRow } from '../modules/account/index.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson, parseRights, rightsOf, toPersonAnswer } from './lookup.ts';
import { list, show, type Shown, table } from './show.ts';
import { withWork } from './work.ts';

export interface RightsOptions extends Shown {
  readonly all?: boolean;
  readonly none?: boolean;
  readonly administrator?: boolean;
}

export type Way = 'set' | 'grant' | 'revoke';

const WAYS: Readonly<Record<Way, (now: readonly Right[], named: readonly Right[]) => readonly Right[]>> = {
  set: (_now, named) => named,
  grant: (now, named) => [...now, ...named],
  revoke: (now, named) => now.filter((right) => !named.includes(right)),
};

/** The rights that a command line names; undefined where it is about the administrator alone. */
function namedRights(
  names: readonly string[],
  { all, none, administrator }: RightsOptions,
): readonly Right[] | undefined {
  const ways = [names.length > 0, all, none].filter(Boolean).length;
  if (ways > 1) throw new CliError('Name rights, or use --all, or --none: one of them.');
  if (all) return RIGHTS;
  if (none) return [];
  if (names.length > 0) return parseRights(names);
  if (administrator === undefined) throw new CliError(`Name at least one right; the rights are ${RIGHTS.join(', ')}.`);
  return undefined;
}

const describe = (person: PersonRow): string => {
  const held = rightsOf(person);
  const heading = list([
    ['Person', person.user_name],
    ['Administrator', person.is_administrator ? 'yes' : 'no'],
    ['Unlocked', person.is_unlocked ? 'yes' : 'no'],
  ]);
  const rights = table<Right>(
    [
      ['Right', (right) => right],
      ['Held', (right) => (held.includes(right) ? 'yes' : 'no')],
    ],
    RIGHTS,
  );
  return `${heading}\n\n${rights}`;
};

export async function showRights(io: Io, instanceName: string, userName: string, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const person = await findPerson(work, await findInstance(work, instanceName), userName);
    show(io, options, toPersonAnswer(person), () => describe(person));
  });
}

export async function change(
  io: Io,
  way: Way,
  { instanceName, userName, names }: { instanceName: string; userName: string; names: readonly string[] },
  options: RightsOptions,
): Promise<void> {
  const named = namedRights(names, options);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const before = await findPerson(work, instance, userName);
    const rights = named === undefined ? rightsOf(before) : WAYS[way](rightsOf(before), named);
    const isAdministrator = options.administrator ?? before.is_administrator;
    await work.change(instance, (ctx) => changeRights(ctx, before.user_id, { rights, isAdministrator }));
    const after = await findPerson(work, instance, userName);
    show(io, options, toPersonAnswer(after), () => describe(after));
  });
}

export async function setLock(
  io: Io,
  [instanceName, userName]: readonly [string, string],
  isUnlocked: boolean,
  options: Shown,
): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const person = await findPerson(work, instance, userName);
    await work.change(instance, (ctx) => setUnlocked(ctx, person.user_id, isUnlocked));
    const after = toPersonAnswer(await findPerson(work, instance, userName));
    const done = isUnlocked ? 'is unlocked for the app' : 'is locked, and all their sessions have ended';
    show(io, options, after, () => `${after.userName} ${done}.`);
  });
}
