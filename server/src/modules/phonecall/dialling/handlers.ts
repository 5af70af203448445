import {
  NO_NEXT_OUTGOING_CALL_FOUND,
  type AttemptState,
  type DialFault,
  type phonecallCommands,
  type phonecallQueries,
} from '@kontor/contract/phonecall';
import { formatAggregateId, type ParamsOf } from '@kontor/contract/kernel';
import type { CommandContext, InstanceContext, Person } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { asNumber, callingCodeIn, callingCodeOf } from '../../../platform/phone/numbers.ts';
import { phoneCountryOf, requireRight, timeZoneOf } from '../../account/index.ts';
import { isAnyNumberFrom, isRecord } from '../../record/index.ts';
import { openSealed } from '../lines/index.ts';
import { ASKED_MS, askAfterCommit, type DialParts } from './asking.ts';
import { endCall, makeCall, type Way } from './calling.ts';
import { canHangUp, dayBegins, dialled, faultOf, toConfirm, type Confirm } from './rules.ts';
import { secretsOf, sessionBinding } from './secrets.ts';
import {
  attemptOfProcess,
  countAttempts,
  findAttempt,
  findDialUser,
  findLocation,
  hasCalledFrom,
  insertAttempt,
  nextCall,
  readLimits,
  updateAttempt,
  type DialUserRow,
  type LocationRow,
} from './store.ts';

interface Configuration {
  readonly user: DialUserRow | undefined;
  readonly location: LocationRow | undefined;
  readonly error: DialFault | '';
}

/** How somebody's calls are made, and what is wrong with that. */
async function configurationOf(
  { db, instance, secrets }: Pick<InstanceContext, 'db' | 'instance' | 'secrets'>,
  userId: number,
): Promise<Configuration> {
  const user = await findDialUser(db, instance.id, userId);
  const location =
    user === undefined || user.location_id === null ? undefined : await findLocation(db, instance.id, user.location_id);
  const state = user && {
    isAllowed: user.is_allowed,
    terminal: user.terminal,
    location:
      location === undefined
        ? null
        : {
            way: location.way,
            url: location.url,
            urlInit: location.url_init,
            tokenId: location.token_id,
            hasToken: secretsOf(secrets, location).token !== '',
          },
  };
  return { user, location, error: faultOf(state) };
}

/** A number as somebody wants to call it: as it is dialled, and as it is reached from everywhere. */
interface Wanted {
  readonly number: string;
  readonly e164: string;
  readonly country: string;
}

const digitsOf = ({ e164 }: Wanted): number | null => (e164 === '' ? null : Number(e164.slice(1)));

async function wantedNumber({ db, instance }: Pick<InstanceContext, 'db' | 'instance'>, text: string): Promise<Wanted> {
  const number = dialled(text) ?? fail('PHONE_NUMBER_INVALID');
  const country = await phoneCountryOf(db, instance.id);
  return { number, e164: asNumber(number, country)?.e164 ?? '', country };
}

/** What somebody is asked about before a number is called; undefined for nothing. */
async function confirmOf({ db, instance }: CommandContext, wanted: Wanted): Promise<Confirm | undefined> {
  const itsCode = wanted.e164 === '' ? '' : callingCodeIn(wanted.e164);
  const why = toConfirm({ ...wanted, ownCode: callingCodeOf(wanted.country), itsCode });
  if (why !== 'abroad' || itsCode === '') return why;
  const isKnown =
    (await hasCalledFrom(db, instance.id, itsCode)) || (await isAnyNumberFrom(db, instance.id, `+${itsCode}`));
  return isKnown ? undefined : why;
}

type Given = ParamsOf<(typeof phonecallCommands)['start']>;

/** Writes down that somebody begins a call: the same command calls nobody twice, and it counts. Throws PHONE_LIMIT. */
async function noteAttempt(
  ctx: CommandContext,
  wanted: Wanted,
  { idoLinkings, contactPersonId }: Given,
  { locationId, isCalling }: { readonly locationId: number | null; readonly isCalling: boolean },
): Promise<number> {
  const { db, instance, person, processId } = ctx;
  const now = ctx.now();
  if (locationId !== null) {
    const { maxPerUser, maxPerInstance } = await readLimits(db, instance.id);
    const since = new Date(dayBegins(now, timeZoneOf(instance)));
    const { own, all } = await countAttempts(db, instance.id, person.id, since);
    if (own >= maxPerUser) fail('PHONE_LIMIT', { data: { max: maxPerUser, of: 'user' } });
    if (all >= maxPerInstance) fail('PHONE_LIMIT', { data: { max: maxPerInstance, of: 'instance' } });
  }
  return insertAttempt(db, {
    instance_id: instance.id,
    user_id: person.id,
    process_id: processId,
    number: digitsOf(wanted),
    number_text: wanted.number,
    started_at: new Date(now),
    location_id: locationId,
    links: JSON.stringify(idoLinkings),
    contact_person_id: contactPersonId,
    ...(isCalling ? { state: 'calling', asked_at: new Date(now) } : {}),
  });
}

/** A way to make calls as the server uses it. */
function wayOf(
  { secrets }: Pick<InstanceContext, 'secrets'>,
  person: Person,
  { user, location }: Configuration,
): Way | undefined {
  if (user === undefined || location === undefined || location.way === 'other') return undefined;
  const { terminal, caller_id: callerId } = user;
  const { way, token_id: tokenId } = location;
  return { ...secretsOf(secrets, location), way, tokenId, terminal, callerId, user: person.userName };
}

const requireRecords = async (ctx: CommandContext, { idoLinkings }: Given): Promise<void> => {
  if (idoLinkings.length === 0) return;
  requireRight(ctx, 'idoList');
  for (const { idoId, idoInstanceId } of idoLinkings)
    if (!(await isRecord(ctx.db, ctx.instance.id, idoId, idoInstanceId))) fail('NOT_FOUND');
};

interface Begun {
  readonly callId: number;
  readonly startedAt: number;
  /** What the client opens; empty where the server calls. */
  readonly href: string;
}

const answerOf = ({ callId, startedAt, href }: Begun, location: LocationRow | undefined) => ({
  callId,
  how: href === '' ? ('calling' as const) : ('openLink' as const),
  href,
  canHangUp: location !== undefined && canHangUp(location.way, location.url_hangup),
  isTold: location?.call_polling ?? false,
  timestamp: Math.floor(startedAt / 1000),
});

async function start(ctx: CommandContext, parts: DialParts, given: Given) {
  requireRight(ctx, 'phoneCallList');
  const { instance, person } = ctx;
  const wanted = await wantedNumber(ctx, given.calledNumber);
  await requireRecords(ctx, given);
  const configuration = given.byDevice ? undefined : await configurationOf(ctx, person.id);
  const location = configuration?.location;
  const linkOf = (): string => {
    if (configuration === undefined) return `tel:${wanted.e164 || wanted.number}`;
    return location?.way === 'asterisk' ? `callto:${wanted.number}` : '';
  };
  const before = await attemptOfProcess(ctx.db, instance.id, person.id, ctx.processId);
  // The process ended after it was begun, and before that was said.
  if (before !== undefined)
    return answerOf({ callId: before.call_id, startedAt: before.started_at.getTime(), href: linkOf() }, location);
  const why = given.confirmed ? undefined : await confirmOf(ctx, wanted);
  if (why !== undefined) return fail('PHONE_NUMBER_CONFIRM', { data: { why } });
  const startedAt = ctx.now();
  const href = linkOf();
  if (configuration === undefined) {
    const callId = await noteAttempt(ctx, wanted, given, { locationId: null, isCalling: false });
    return answerOf({ callId, startedAt, href }, undefined);
  }
  const way = wayOf(ctx, person, configuration);
  if (configuration.error !== '' || way === undefined || location === undefined)
    return fail('PHONE_NOT_CONFIGURED', { data: { error: configuration.error } });
  const callId = await noteAttempt(ctx, wanted, given, {
    locationId: location.location_id,
    isCalling: href === '',
  });
  if (href === '')
    askAfterCommit(ctx, parts, callId, 'state', () =>
      makeCall(way, wanted.number, wanted.e164 || wanted.number, parts.phonePolicy),
    );
  return answerOf({ callId, startedAt, href }, location);
}

async function hangUp(ctx: CommandContext, parts: DialParts, callId: number) {
  requireRight(ctx, 'phoneCallList');
  const { db, instance, person, secrets } = ctx;
  const attempt = await findAttempt(db, instance.id, person.id, callId);
  if (attempt === undefined) return fail('NOT_FOUND');
  const location = attempt.location_id === null ? undefined : await findLocation(db, instance.id, attempt.location_id);
  const way = wayOf(ctx, person, { user: await findDialUser(db, instance.id, person.id), location, error: '' });
  if (way === undefined || location === undefined || !canHangUp(way.way, location.url_hangup))
    return fail('PHONE_NOT_CONFIGURED', { data: { error: 'LOCATION_HAS_NO_CONFIGURATION' } });
  const session = openSealed(secrets, attempt.sealed_session, sessionBinding(instance.id, callId)) ?? '';
  const now = new Date(ctx.now());
  await updateAttempt(db, instance.id, callId, { end_state: 'calling', asked_at: now, ended_at: now });
  askAfterCommit(ctx, parts, callId, 'end_state', async () => ({
    ...(await endCall(way, attempt.number_text, session, parts.phonePolicy)),
    session: '',
  }));
  return {};
}

export const dialQueryHandlers: Pick<
  QueryHandlers<typeof phonecallQueries>,
  'outgoingConfiguration' | 'nextOutgoingId' | 'attempt'
> = {
  async outgoingConfiguration(ctx) {
    requireRight(ctx, 'phoneCallList');
    const { user, location, error } = await configurationOf(ctx, ctx.person.id);
    return {
      location: location?.way ?? '',
      terminal: user?.terminal ?? '',
      token: '',
      tokenId: '',
      url: location?.url ?? '',
      url_hangup: location?.url_hangup ?? '',
      url_init: location?.url_init ?? '',
      call_polling: location?.call_polling === true ? 'on' : 'off',
      error,
      canHangUp: error === '' && location !== undefined && canHangUp(location.way, location.url_hangup),
    };
  },

  async attempt(ctx, { callId }) {
    requireRight(ctx, 'phoneCallList');
    const row = await findAttempt(ctx.db, ctx.instance.id, ctx.person.id, callId);
    if (row === undefined) return fail('NOT_FOUND');
    const isLost = row.asked_at !== null && ctx.now() - row.asked_at.getTime() > ASKED_MS;
    const settled = (state: Exclude<AttemptState, 'unknown'>): AttemptState =>
      state === 'calling' && isLost ? 'unknown' : state;
    return {
      state: settled(row.state),
      end: row.end_state === '' ? null : settled(row.end_state),
      href: row.href,
      status: row.status,
    };
  },

  async nextOutgoingId(ctx, { calledNumber, timestamp }) {
    requireRight(ctx, 'phoneCallList');
    const { db, instance, person } = ctx;
    const number = dialled(calledNumber);
    const wanted = number === undefined ? undefined : await wantedNumber(ctx, calledNumber);
    // Clocks of telephone systems are told in whole seconds.
    const since = new Date(Math.min(timestamp, 8e12) * 1000 - 1000);
    const call =
      wanted &&
      (await nextCall(db, instance.id, {
        userId: person.id,
        number: digitsOf(wanted),
        numberText: wanted.number,
        since,
      }));
    if (call === undefined) return { number: 0, timestamp: 0, aggregateId: '', error: NO_NEXT_OUTGOING_CALL_FOUND };
    const aggregateId = formatAggregateId({ module: 'phonecall', entryId: call.activity_id, userId: person.id });
    return {
      number: call.activity_id,
      timestamp: Math.floor(call.started_at.getTime() / 1000),
      aggregateId,
      error: '',
    };
  },
};

export const dialCommandHandlers = (
  parts: DialParts,
): Pick<CommandHandlers<typeof phonecallCommands>, 'start' | 'hangUp'> => ({
  start: (ctx, given) => start(ctx, parts, given),
  hangUp: (ctx, { callId }) => hangUp(ctx, parts, callId),
});
