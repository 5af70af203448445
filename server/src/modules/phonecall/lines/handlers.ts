import {
  DIAL_LOCATIONS_KEY,
  LINES_KEY,
  MAX_LINES,
  isConnected,
  isHistoryKind,
  phonecallEvents,
  type Line,
  type LineKind,
  type phonecallCommands,
  type phonecallQueries,
} from '@kontor/contract/phonecall';
import type { ParamsOf } from '@kontor/contract/kernel';
import { rightsToBits } from '@kontor/contract/account';
import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { ChangeContext, CommandContext, Instance, InstanceContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { isPhoneCountry } from '../../../platform/phone/numbers.ts';
import { peopleAmong, requireAdministrator, requireRight } from '../../account/index.ts';
import { isZone, mayBeHost } from './rules.ts';
import { hashOfPath, historyBinding, lineBinding, newPathSecret } from './secrets.ts';
import {
  areCallLists,
  countLines,
  deleteLineRow,
  findLine,
  holdLine,
  holdLines,
  insertLine,
  readLines,
  readTerminals,
  replaceTerminals,
  updateLine,
  type LineRow,
  type TerminalRow,
} from './store.ts';
import { threecxTemplate } from './template.ts';

export interface LineParts {
  /** Where telephone systems may be. */
  readonly phonePolicy: EgressPolicy;
  /** Where people and telephone systems reach an instance. */
  readonly originOf: (instance: Instance) => string;
}

const SILENT_AFTER_MS = 60_000;

const toLine = (row: LineRow, terminals: readonly TerminalRow[]): Line => ({
  lineId: row.line_id,
  kind: row.kind,
  title: row.title,
  listId: row.list_id,
  country: row.country,
  zone: row.zone,
  isOn: row.is_on,
  hasSecret: row.sealed_secret !== null,
  host: row.host,
  port: row.port,
  user: row.user_name,
  mapping: row.mapping,
  terminals: terminals.map((it) => ({
    terminal: it.terminal,
    userId: it.user_id ?? 0,
    listId: it.list_id,
    lastAt: it.last_at?.toISOString() ?? null,
  })),
  lastEventAt: row.last_event_at?.toISOString() ?? null,
  fault: row.fault,
  faultSince: row.fault_since?.toISOString() ?? null,
  history:
    row.sealed_history === null
      ? null
      : {
          url: row.history_url,
          user: row.history_user,
          until: row.history_until?.toISOString() ?? null,
          fault: row.history_fault,
          faultSince: row.history_fault_since?.toISOString() ?? null,
        },
});

/** Tells everybody that telephone systems are others than before; what they are is asked for, by the rights of who asks. */
export function announceLines(
  ctx: Pick<ChangeContext, 'emit' | 'processIds'>,
  keys: readonly string[] = [LINES_KEY],
): void {
  ctx.emit(phonecallEvents.linesChanged, 'instance', {
    keys: [...keys],
    processIds: [...ctx.processIds],
    aggregateIds: [],
  });
}

export const lineQueryHandlers: Pick<QueryHandlers<typeof phonecallQueries>, 'lineSettings' | 'lineFaults'> = {
  async lineSettings(ctx) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    const [rows, terminals] = [await readLines(db, instance.id), await readTerminals(db, instance.id)];
    const byLine = Map.groupBy(terminals, (row) => row.line_id);
    return rows.map((row) => toLine(row, byLine.get(row.line_id) ?? []));
  },

  async lineFaults(ctx) {
    requireRight(ctx, 'phoneCallList');
    const rows = await readLines(ctx.db, ctx.instance.id);
    return rows.flatMap(({ title, is_on: isOn, fault, fault_since: since }) =>
      isOn && fault !== '' && since !== null && ctx.now() - since.getTime() >= SILENT_AFTER_MS
        ? [{ title, since: since.toISOString() }]
        : [],
    );
  },
};

/** How many telephone systems are on, and how many of them do not do as they should for a minute. */
export const phoneLinesOf = ({ db, instance, now }: Pick<InstanceContext, 'db' | 'instance' | 'now'>) =>
  countLines(db, instance.id, new Date(now() - SILENT_AFTER_MS));

type Given = ParamsOf<(typeof phonecallCommands)['saveLine']>;

const invalid = (path: string, message: string): never => fail('PARAMETERS_INVALID', { errors: [{ path, message }] });

/** Throws where what was given is none that there could be, or names a list or somebody that there is not. */
async function check({ db, instance }: CommandContext, given: Given, policy: EgressPolicy): Promise<void> {
  const { kind, zone, country, host, port, terminals } = given;
  if (isConnected(kind) ? port === 0 || !mayBeHost(host, policy) : host !== '' && !mayBeHost(host, policy))
    fail('PHONE_ADDRESS_INVALID');
  if (!isZone(zone)) fail('PHONE_ZONE_UNKNOWN');
  if (country !== '' && !isPhoneCountry(country)) invalid('country', 'COUNTRY_UNKNOWN');
  const names = new Set<string>();
  for (const [index, { terminal }] of terminals.entries()) {
    if (names.has(terminal)) invalid(`terminals.${index}.terminal`, 'TERMINAL_TWICE');
    names.add(terminal);
  }
  const lists = [given.listId, ...terminals.flatMap(({ listId }) => listId ?? [])];
  const people = [...new Set(terminals.flatMap(({ userId }) => (userId === 0 ? [] : [userId])))];
  const known = await peopleAmong(db, instance.id, people, rightsToBits(['phoneCallList']));
  if (known.size < people.length || !(await areCallLists(db, instance.id, lists))) fail('NOT_FOUND');
}

const addressOf = (kind: LineKind, secret: string): string => `/phone/${kind}/${secret}`;

async function save(ctx: CommandContext, parts: LineParts, given: Given): Promise<{ lineId: number; address: string }> {
  requireAdministrator(ctx);
  await check(ctx, given, parts.phonePolicy);
  const { db, instance, secrets } = ctx;
  const { lineId: id, kind, secret, terminals, mapping } = given;
  const lines = await holdLines(db, instance.id);
  const before = id === null ? undefined : await holdLine(db, instance.id, id);
  if (id !== null && before === undefined) return fail('NOT_FOUND');
  checkHistory(given, before, parts.phonePolicy);
  if (id === null && lines >= MAX_LINES) return fail('TOO_MANY_PHONE_LINES', { data: { max: MAX_LINES } });
  // The address names the kind: as another one the system posts to another address.
  const pathSecret = isConnected(kind) || before?.kind === kind ? '' : newPathSecret();
  const row = {
    kind,
    title: given.title,
    list_id: given.listId,
    country: given.country,
    zone: given.zone,
    is_on: given.isOn,
    host: isConnected(kind) ? given.host : '',
    port: isConnected(kind) ? given.port : 0,
    user_name: given.user,
    mapping: mapping === null ? null : JSON.stringify(mapping),
    ...(isConnected(kind) ? { path_hash: null } : {}),
    ...(pathSecret === '' ? {} : { path_hash: hashOfPath(pathSecret) }),
  };
  const lineId = id ?? (await insertLine(db, { ...row, instance_id: instance.id }));
  const isSame = before !== undefined && secret === null && isConnectedAlike(before, row);
  await updateLine(db, instance.id, lineId, {
    ...row,
    ...(secret === null
      ? {}
      : { sealed_secret: secret === '' ? null : secrets.seal(secret, lineBinding(instance.id, lineId)) }),
    // What was wrong was with what it was before.
    ...(isSame ? {} : { fault: '', fault_since: null }),
    ...historyRow(ctx, lineId, before, given),
  });
  await replaceTerminals(db, instance.id, lineId, terminals);
  announceLines(ctx);
  return { lineId, address: pathSecret === '' ? '' : addressOf(kind, pathSecret) };
}

/** How the history of a line is asked from now on, as its row has it. */
function historyRow(
  { secrets, instance, now }: CommandContext,
  lineId: number,
  before: LineRow | undefined,
  { kind, history }: Given,
): Parameters<typeof updateLine>[3] {
  if (history === null || !isHistoryKind(kind))
    return { ...NO_HISTORY, history_url: '', history_user: '', sealed_history: null, history_until: null };
  const { url, user, secret } = history;
  const isAsked = before !== undefined && before.sealed_history !== null && before.kind === kind;
  return {
    // It is asked at once, in whatever way it failed before.
    ...NO_HISTORY,
    history_next_at: new Date(now()),
    history_url: url,
    history_user: user,
    ...(secret === null ? {} : { sealed_history: secrets.seal(secret, historyBinding(instance.id, lineId)) }),
    ...(isAsked ? {} : { history_until: new Date(now()) }),
  };
}

const NO_HISTORY = {
  history_next_at: null,
  history_failures: 0,
  history_fault: '',
  history_fault_since: null,
} as const;

/** Throws where a history cannot be asked so: without a secret, or at no address. */
function checkHistory({ kind, history }: Given, before: LineRow | undefined, policy: EgressPolicy): void {
  if (history === null || !isHistoryKind(kind)) return;
  const { url, secret } = history;
  const isStored = before?.kind === kind && before.sealed_history !== null;
  if (secret === null && !isStored) invalid('history.secret', 'SECRET_MISSING');
  if (kind === 'yeastar' || url !== '') {
    const parsed = URL.parse(url);
    const isWeb =
      parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.search === '';
    if (!isWeb || !mayBeHost(parsed.hostname, policy)) fail('PHONE_ADDRESS_INVALID');
  }
}

const isConnectedAlike = (
  before: LineRow,
  now: Pick<LineRow, 'kind' | 'host' | 'port' | 'user_name' | 'is_on'>,
): boolean =>
  before.kind === now.kind &&
  before.host === now.host &&
  before.port === now.port &&
  before.user_name === now.user_name &&
  before.is_on === now.is_on;

/** Gives a telephone system that posts another address. Throws NOT_FOUND, also for one that is connected to. */
async function renew(ctx: CommandContext, lineId: number): Promise<{ row: LineRow; address: string }> {
  requireAdministrator(ctx);
  const row = await holdLine(ctx.db, ctx.instance.id, lineId);
  if (row === undefined || isConnected(row.kind)) return fail('NOT_FOUND');
  const secret = newPathSecret();
  await updateLine(ctx.db, ctx.instance.id, lineId, { path_hash: hashOfPath(secret) });
  return { row, address: addressOf(row.kind, secret) };
}

export const lineCommandHandlers = (
  parts: LineParts,
): Pick<CommandHandlers<typeof phonecallCommands>, 'saveLine' | 'renewLine' | 'deleteLine' | 'lineTemplate'> => ({
  saveLine: (ctx, given) => save(ctx, parts, given),

  async renewLine(ctx, { lineId }) {
    const { address } = await renew(ctx, lineId);
    return { lineId, address };
  },

  async deleteLine(ctx, { lineId }) {
    requireAdministrator(ctx);
    const row = await findLine(ctx.db, ctx.instance.id, lineId);
    if (row === undefined) return fail('NOT_FOUND');
    await deleteLineRow(ctx.db, ctx.instance.id, lineId);
    ctx.audit({ kind: 'phone.changed', subject: row.title });
    announceLines(ctx, [LINES_KEY, DIAL_LOCATIONS_KEY]);
    return {};
  },

  async lineTemplate(ctx, { lineId }) {
    requireAdministrator(ctx);
    const row = await findLine(ctx.db, ctx.instance.id, lineId);
    if (row?.kind !== 'threecx') return fail('NOT_FOUND');
    const { address } = await renew(ctx, lineId);
    ctx.audit({ kind: 'phone.changed', subject: row.title });
    return { filename: 'kontor-3cx.xml', xml: threecxTemplate(row.title, parts.originOf(ctx.instance) + address) };
  },
});
