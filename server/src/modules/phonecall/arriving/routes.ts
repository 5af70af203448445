import { MAX_EVENT_BYTES } from '@kontor/contract/phonecall';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sent } from '../../../platform/db/transaction.ts';
import type { Change } from '../../../platform/operation/change.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { shownNumber } from '../../../platform/phone/said.ts';
import { phoneCountryOf } from '../../account/index.ts';
import {
  announceLines,
  findLine,
  hashOfPath,
  lineBinding,
  lineOfPath,
  openSealed,
  updateLine,
  type LineRow,
} from '../lines/index.ts';
import { resolveNumbers } from '../naming/index.ts';
import { ADAPTERS } from './adapters/index.ts';
import type { AdapterLine, Answer, PhoneEvent } from './events.ts';
import type { FollowParts } from './following.ts';
import { readEvent } from './numbers.ts';
import { LineRates } from './rates.ts';
import { noteEvent } from './store.ts';
import { isUnwanted, takeEvents } from './taking.ts';
import { Together } from './together.ts';

/** What the door of telephone systems stands on. */
export interface ArrivalParts {
  readonly platform: Platform;
  readonly change: Change;
  readonly instanceById: (id: number) => Promise<Instance | undefined>;
  readonly originOf: (instance: Instance) => string;
}

/** Events a second of one telephone system. */
const MAX_RATE = 60;
/** How often it is noted when a telephone system said something. */
const NOTED_MS = 30_000;

/** Whose addresses are, by their hashes: each time the line is read, and says whether it has the address still. */
type KnownPaths = Map<string, NonNullable<Awaited<ReturnType<typeof lineOfPath>>>>;
const MAX_KNOWN = 1000;

interface Caller {
  readonly instance: Instance;
  readonly line: LineRow;
}

interface Params {
  readonly kind: string;
  readonly secret: string;
}

/** The door of telephone systems: they post what happens, each to an address of its own, which nobody else knows. */
export function arrivalRoutes(http: FastifyInstance, parts: ArrivalParts, follow: FollowParts): void {
  const doors = { rates: new LineRates(MAX_RATE, parts.platform.now), known: new Map() satisfies KnownPaths };
  const taking = takingOf(parts.change, follow);
  void http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // As it came: it is what signatures are about.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, read) =>
      read(null, body),
    );
    scope.post<{ Params: Params }>('/phone/:kind/:secret', async (request, reply) => {
      const { instance, line } = await callerOf(parts, doors, request);
      return send(reply, await take(parts, taking, { instance, line }, request));
    });
    scope.get<{ Params: Params; Querystring: Readonly<Record<string, unknown>> }>(
      '/phone/:kind/:secret',
      async (request, reply) => {
        const caller = await callerOf(parts, doors, request);
        if (caller.line.kind !== 'threecx') return fail('NOT_FOUND');
        const { number } = request.query;
        const contacts = await lookUp(parts, caller, typeof number === 'string' ? number : '');
        return send(reply, { type: 'application/json', body: JSON.stringify({ contacts }) });
      },
    );
    done();
  });
}

const send = (reply: FastifyReply, { type, body }: Answer): FastifyReply =>
  reply.header('Cache-Control', 'no-store').type(`${type}; charset=utf-8`).send(body);

/** Whose address was posted to. Throws NOT_FOUND for any that is nobody's, after the same work, and TOO_MANY_REQUESTS. */
async function callerOf(
  { platform, instanceById }: ArrivalParts,
  { rates, known }: { readonly rates: LineRates; readonly known: KnownPaths },
  request: FastifyRequest<{ Params: Params }>,
): Promise<Caller> {
  const { kind, secret } = request.params;
  const hash = hashOfPath(secret);
  const key = hash.toString('base64');
  const found = known.get(key) ?? (await lineOfPath(platform.database.owner, hash));
  const instance = found && (await instanceById(found.instance_id));
  if (found === undefined || instance === undefined) return fail('NOT_FOUND');
  if (!rates.admits(`${instance.id} ${found.line_id}`)) return fail('TOO_MANY_REQUESTS', { retryAfter: 1 });
  const line = await findLine(platform.database.forInstance(instance.id), instance.id, found.line_id);
  // It may have been given another address since.
  const isIts = line?.path_hash?.equals(hash) === true;
  if (known.size >= MAX_KNOWN || !isIts) known.clear();
  if (line === undefined || !isIts || !line.is_on || line.kind !== kind) return fail('NOT_FOUND');
  known.set(key, found);
  request.logContext.instanceId = instance.id;
  request.logContext.operation = `phone ${line.kind}`;
  return { instance, line };
}

async function take(
  parts: ArrivalParts,
  taking: Taking,
  { instance, line }: Caller,
  request: FastifyRequest<{ Params: Params }>,
): Promise<Answer> {
  const { platform, change, originOf } = parts;
  const adapter = ADAPTERS[line.kind];
  if (adapter === undefined) return fail('NOT_FOUND');
  const { kind, secret } = request.params;
  const about: AdapterLine = {
    secret: secretOf(platform, line),
    mapping: line.mapping,
    zone: line.zone,
    address: `${originOf(instance)}/phone/${kind}/${secret}`,
  };
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const read = adapter.read({ headers: request.headers, body }, about);
  if ('fault' in read) {
    await noteFault(change, instance, line, read.fault, platform.now());
    return fail(read.fault === 'signature' ? 'RIGHT_MISSING' : 'PARAMETERS_INVALID', {
      detail: read.fault === 'signature' ? 'signature' : 'body',
    });
  }
  const hash = createHash('sha256').update(line.kind).update('\0').update(body).digest();
  const isRejected = await taking.do(`${instance.id} ${line.line_id}`, { instance, line, hash, events: read.events });
  return adapter.answer(read.events, about, isRejected);
}

/** What a telephone system has said, understood. */
interface Said {
  readonly instance: Instance;
  readonly line: LineRow;
  readonly hash: Buffer;
  readonly events: readonly PhoneEvent[];
}
/** Takes it, of one line one after the other; answers whether a call is to be refused. */
type Taking = Together<Said, boolean>;

/** What one line has said while something of it was taken is taken in one transaction. */
const takingOf = (change: Change, follow: FollowParts): Taking =>
  new Together(async (all) => {
    const [first] = all;
    if (first === undefined) return [];
    return change(first.instance, async (ctx) => {
      const rejected: boolean[] = [];
      for (const { line, hash, events } of all) {
        const of = { db: ctx.db, instanceId: ctx.instance.id, lineId: line.line_id };
        const isNew = noteEvent(of, hash, new Date(ctx.now()));
        sent(isNew);
        const isUnwantedNow = await takeEvents(ctx, line, follow, events, isNew);
        rejected.push(isUnwantedNow ?? (await isUnwanted(ctx, line, events)));
      }
      await noteSaid(ctx, first.line);
      return rejected;
    });
  });

/** The key of a line's signatures; undefined where it has none. One that can be read no more lets nothing in. */
const secretOf = ({ secrets }: Platform, line: LineRow): string | undefined =>
  line.sealed_secret === null
    ? undefined
    : (openSealed(secrets, line.sealed_secret, lineBinding(line.instance_id, line.line_id)) ?? '');

type ChangeOf = Parameters<Parameters<Change>[1]>[0];

/** Notes that a telephone system has said something that was understood. */
export async function noteSaid(ctx: ChangeOf, line: LineRow): Promise<void> {
  const now = ctx.now();
  const isFresh = line.last_event_at !== null && now - line.last_event_at.getTime() < NOTED_MS;
  if (isFresh && line.fault === '') return;
  await updateLine(ctx.db, ctx.instance.id, line.line_id, {
    last_event_at: new Date(now),
    fault: '',
    fault_since: null,
  });
  if (line.fault !== '') announceLines(ctx);
}

/** Notes what is wrong with what a telephone system says. */
export async function noteFault(
  change: Change,
  instance: Instance,
  line: LineRow,
  fault: Exclude<LineRow['fault'], ''>,
  now: number,
): Promise<void> {
  if (line.fault === fault) return;
  await change(instance, async (ctx) => {
    await updateLine(ctx.db, instance.id, line.line_id, { fault, fault_since: line.fault_since ?? new Date(now) });
    announceLines(ctx);
  });
}

/** Who a number is, for a telephone that rings: people of records too, since an administrator has put the address where it asks. */
async function lookUp({ platform }: ArrivalParts, { instance, line }: Caller, number: string) {
  const db = platform.database.forInstance(instance.id);
  const country = line.country || (await phoneCountryOf(db, instance.id));
  const lookup: PhoneEvent = { type: 'ring', ref: '', terminals: [], direction: 'in', from: number, to: '' };
  const read = readEvent(lookup, { country, now: platform.now() });
  if (read.number === null) return [];
  const ctx = { ...platform, instance, db };
  const naming = (await resolveNumbers(ctx, [read.number], new Map(), { records: true })).get(read.number);
  const [best] = naming?.candidates ?? [];
  if (naming === undefined || best === undefined || naming.sureness !== 'sure') return [];
  const isPerson = best.ownerKind === 'person' || best.ownerKind === 'user';
  const words = best.name.split(' ');
  return [
    {
      EntityId: `${best.ownerKind}-${best.ownerId}`,
      EntityType: 'Contacts',
      FirstName: isPerson ? words.slice(0, -1).join(' ') : '',
      LastName: isPerson ? (words.at(-1) ?? '') : '',
      CompanyName: isPerson ? best.subtitle : best.name,
      PhoneBusiness: shownNumber(read.number),
    },
  ];
}
