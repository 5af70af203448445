import { DEFAULT_RIGHTS, RIGHTS, type Right } from '@kontor/contract/account';
import { makeLink, originOfInstance, readPeople, setActive, welcomePerson } from '../modules/account/index.ts';
import { createMailer } from '../platform/mailsend/index.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson, parseRights, toPersonAnswer } from './lookup.ts';
import { passwordFrom, type PasswordOptions } from './password.ts';
import { confirm, dateTime, show, type Shown, table } from './show.ts';
import { withWork } from './work.ts';

export interface AddOptions extends Shown, PasswordOptions {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly administrator?: boolean;
  readonly locked?: boolean;
  readonly rights?: string;
}

function rightsFrom(text: string | undefined): readonly Right[] {
  if (text === undefined) return DEFAULT_RIGHTS;
  if (text === 'all') return RIGHTS;
  return text === 'none' ? [] : parseRights([text]);
}

export async function add(io: Io, instanceName: string, userName: string, options: AddOptions): Promise<void> {
  if (options.email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(options.email))
    throw new CliError(`"${options.email}" is not a mail address.`);
  const rights = rightsFrom(options.rights);
  const { password, isGenerated } = await passwordFrom(io, options);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    await work.change(instance, (ctx) =>
      welcomePerson(ctx, {
        userName,
        firstName: options.firstName ?? '',
        lastName: options.lastName ?? '',
        email: options.email ?? null,
        password,
        rights,
        isAdministrator: options.administrator === true,
        isUnlocked: options.locked !== true,
      }),
    );
    const person = toPersonAnswer(await findPerson(work, instance, userName));
    show(io, options, { ...person, ...(isGenerated ? { password } : {}) }, () => {
      const done = `${person.userName} was added to "${instance.name}".`;
      return isGenerated ? `${done}\nThe password, shown this once: ${password}` : done;
    });
  });
}

export async function listPeople(
  io: Io,
  instanceName: string,
  options: Shown & { readonly all?: boolean },
): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const everybody = await readPeople(work.store.database.forInstance(instance.id), instance.id);
    const rows = everybody.filter((person) => options.all || person.is_active);
    const stateOf = (row: (typeof rows)[number]) =>
      !row.is_active ? 'removed' : row.is_unlocked ? 'unlocked' : 'locked';
    show(io, options, rows.map(toPersonAnswer), () =>
      rows.length === 0
        ? `There is nobody in "${instance.name}" yet.`
        : table(
            [
              ['Person', (row) => row.user_name],
              ['Name', (row) => `${row.first_name} ${row.last_name}`.trim()],
              ['Email', (row) => row.email ?? ''],
              ['State', stateOf],
              ['Administrator', (row) => (row.is_administrator ? 'yes' : '')],
              ['Sessions', (row) => row.open_sessions, 'right'],
              ['Last seen', (row) => dateTime(row.last_used_at)],
            ],
            rows,
          ),
    );
  });
}

export async function setMembership(
  io: Io,
  [instanceName, userName]: readonly [string, string],
  isActive: boolean,
  options: Shown & { readonly yes?: boolean },
): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const person = await findPerson(work, instance, userName);
    const name = person.user_name;
    const question = `Take ${name} out of "${instance.name}"? Their sessions end, their items stay.`;
    if (!isActive && !(await confirm(io, question, options))) return;
    await work.change(instance, (ctx) => setActive(ctx, person.user_id, isActive));
    const after = toPersonAnswer(await findPerson(work, instance, name));
    show(io, options, after, () =>
      isActive
        ? `${name} is back in "${instance.name}".`
        : `${name} was taken out of "${instance.name}". To undo it: kontor person restore ${instance.name} ${name}`,
    );
  });
}

export async function resetLink(io: Io, instanceName: string, userName: string, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const person = await findPerson(work, instance, userName);
    if (!person.is_active) throw new CliError(`${person.user_name} is not in "${instance.name}" any more.`);
    const parts = {
      mailer: createMailer(undefined),
      originOf: ({ name }: { readonly name: string }) => originOfInstance(work.config, name),
    };
    const { link, expiresAt } = await work.change(instance, async (ctx) => {
      ctx.audit({ kind: 'link.made', subject: person.user_name, details: { link: 'reset', mailed: 'no' } });
      return makeLink(ctx, parts, { userId: person.user_id, kind: 'reset', madeBy: null });
    });
    show(io, options, { userName: person.user_name, link, expiresAt }, () =>
      [
        `With this link ${person.user_name} sets a new password, once, until ${dateTime(new Date(expiresAt))}:`,
        link ?? '',
      ].join('\n'),
    );
  });
}
