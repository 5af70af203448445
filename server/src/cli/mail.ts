import { mailCommands } from '@kontor/contract/mail';
import {
  activeAccounts,
  countCopies,
  countReceived,
  openAccountFromOutside,
  openAddress,
  pauseAccountFromOutside,
  type AccountRow,
} from '../modules/mail/index.ts';
import type { Db } from '../platform/db/database.ts';
import { parseParameters } from '../platform/http/problems.ts';
import type { Instance } from '../platform/operation/context.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson } from './lookup.ts';
import { givenPassword, type PasswordOptions } from './password.ts';
import { dateTime, show, type Shown, table } from './show.ts';
import { type Work, withWork } from './work.ts';

export interface AccountOptions extends Shown, PasswordOptions {
  readonly email: string;
  readonly host: string;
  readonly port?: string;
  readonly security: string;
  readonly userName?: string;
  readonly name?: string;
  readonly member?: readonly string[];
  readonly ownStates?: boolean;
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly refreshTokenFile?: string;
}

const PORTS: Readonly<Record<string, number>> = { tls: 993, starttls: 143, none: 143 };

/** How the mailbox is signed in to: by tokens where an address for them is given, else by password. */
async function signIn(io: Io, options: AccountOptions) {
  if (options.tokenUrl === undefined) {
    const password = await givenPassword(io, options, 'Password of the mailbox: ');
    return { authentication: 'password' as const, password };
  }
  const { clientSecretFile: secretFile, refreshTokenFile: tokenFile } = options;
  const secretOptions = (file: string | undefined) => (file === undefined ? {} : { passwordFile: file });
  return {
    authentication: 'oauth2' as const,
    oauth2: {
      tokenUrl: options.tokenUrl,
      clientId: options.clientId ?? '',
      clientSecret:
        secretFile === undefined ? '' : await givenPassword(io, secretOptions(secretFile), 'Client secret: '),
      refreshToken: await givenPassword(io, secretOptions(tokenFile), 'Refresh token: '),
    },
  };
}

export async function addAccount(io: Io, instanceName: string, owner: string, options: AccountOptions): Promise<void> {
  const fields = {
    name: options.name ?? options.email,
    email: options.email,
    host: options.host,
    port: options.port === undefined ? PORTS[options.security] : Number(options.port),
    security: options.security,
    userName: options.userName ?? options.email,
    sharedState: options.ownStates !== true,
    ...(await signIn(io, options)),
  };
  parseParameters(mailCommands.addAccount.params, fields);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const person = await findPerson(work, instance, owner);
    const memberIds = await idsOf(work, instance, options.member);
    const account = parseParameters(mailCommands.addAccount.params, { ...fields, memberIds });
    const opened = await work.change(instance, (ctx) => openAccountFromOutside(ctx, person.user_id, account));
    show(io, options, { instance: instance.name, email: account.email, ...opened }, () => {
      const when = 'The server reads it as soon as it runs';
      return `The mailbox ${account.email} was added for ${person.user_name}. ${when}; \`kontor mail accounts ${instance.name}\` shows how far it is.`;
    });
  });
}

export interface AddressOptions extends Shown {
  readonly name?: string;
  readonly member?: readonly string[];
  readonly ownStates?: boolean;
}

export async function addAddress(
  io: Io,
  { instanceName, owner, email }: { readonly instanceName: string; readonly owner: string; readonly email: string },
  options: AddressOptions,
): Promise<void> {
  const fields = { name: options.name ?? email, email, sharedState: options.ownStates !== true };
  parseParameters(mailCommands.addAddress.params, fields);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const person = await findPerson(work, instance, owner);
    const memberIds = await idsOf(work, instance, options.member);
    const address = parseParameters(mailCommands.addAddress.params, { ...fields, memberIds });
    const opened = await work.change(instance, (ctx) => openAddress(ctx, person.user_id, address));
    const { smtpName, smtpPort } = work.config;
    show(io, options, { instance: instance.name, email: address.email, ...opened }, () => {
      const how =
        smtpPort === undefined
          ? 'The server receives no mail yet: set KONTOR_SMTP_PORT.'
          : `The MX record of its domain has to name ${smtpName}.`;
      return `The address ${address.email} was added for ${person.user_name}. ${how}`;
    });
  });
}

/** Ids of the people of these names. */
async function idsOf(work: Work, instance: Instance, names: readonly string[] = []): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push((await findPerson(work, instance, name)).user_id);
  return ids;
}

/** How many mails of an account there are, whichever way they come. */
async function countMails(db: Db, account: AccountRow): Promise<Awaited<ReturnType<typeof countCopies>>> {
  if (account.kind === 'imap') return countCopies(db, account.instance_id, account.account_id);
  return countReceived(db, account.instance_id, account.account_id);
}

/** An account as scripts get it. */
const toAnswer = (it: AccountRow, mails: Awaited<ReturnType<typeof countCopies>>) => ({
  id: it.account_id,
  kind: it.kind,
  boxId: it.box_id,
  email: it.email,
  name: it.name,
  host: it.host,
  port: it.port,
  security: it.security,
  userName: it.user_name,
  authentication: it.authentication,
  paused: it.paused,
  members: it.member_ids.length,
  sharedState: it.shared_state,
  mails: mails.listed,
  waiting: mails.waiting,
  unreadable: mails.unreadable,
  fault: it.fault?.code ?? null,
  lastSync: it.last_sync?.toISOString() ?? null,
});

type AccountAnswer = ReturnType<typeof toAnswer>;

export async function listAccounts(io: Io, instanceName: string, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const db = work.store.database.forInstance(instance.id);
    const rows: AccountAnswer[] = [];
    for (const account of await activeAccounts(db, instance.id)) {
      rows.push(toAnswer(account, await countMails(db, account)));
    }
    const seen = (row: AccountAnswer) => dateTime(row.lastSync === null ? null : new Date(row.lastSync));
    show(io, options, rows, () =>
      rows.length === 0
        ? `There are no mail accounts in "${instance.name}" yet.`
        : table(
            [
              ['Email', (row) => row.email],
              [
                'Server',
                (row) => (row.kind === 'smtp' ? 'received here' : `${row.host}:${row.port} (${row.security})`),
              ],
              ['Members', (row) => row.members, 'right'],
              ['Mails', (row) => row.mails, 'right'],
              ['Waiting', (row) => row.waiting, 'right'],
              ['Fault', (row) => (row.paused ? 'paused' : (row.fault ?? ''))],
              ['Last read', seen],
            ],
            rows,
          ),
    );
  });
}

/** The account of a number or of an address, as typed. */
async function findAccount(work: Work, instance: Instance, typed: string): Promise<AccountRow> {
  const accounts = await activeAccounts(work.store.database.forInstance(instance.id), instance.id);
  const wanted = typed.trim().toLowerCase();
  const found = accounts.filter((it) => String(it.account_id) === wanted || it.email.toLowerCase() === wanted);
  const how = `\`kontor mail accounts ${instance.name} --json\` shows the numbers of all`;
  if (found.length > 1) throw new CliError(`There are several accounts "${typed}": name one by its number; ${how}.`);
  if (found[0] !== undefined) return found[0];
  throw new CliError(`There is no mail account "${typed}" in "${instance.name}"; ${how}.`);
}

const WAYS = {
  pause: { paused: true, done: 'is read no more' },
  resume: { paused: false, done: 'is read again' },
} as const;

export async function pauseOrResume(
  io: Io,
  way: keyof typeof WAYS,
  { instanceName, typed }: { readonly instanceName: string; readonly typed: string },
  options: Shown,
): Promise<void> {
  const { paused, done } = WAYS[way];
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const account = await findAccount(work, instance, typed);
    await work.change(instance, (ctx) => pauseAccountFromOutside(ctx, account, paused));
    const answer = { instance: instance.name, id: account.account_id, email: account.email, paused };
    show(io, options, answer, () => `The mailbox ${account.email} ${done}.`);
  });
}
