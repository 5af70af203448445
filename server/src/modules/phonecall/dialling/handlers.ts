import {
  NO_NEXT_OUTGOING_CALL_FOUND,
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
import { openSealed, type LineParts } from '../lines/index.ts';
import { endCall, makeCall, type Made, type Way } from './calling.ts';
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

/**
 * Writes down that somebody begins a call, whatever becomes of the command: what was dialled once is never dialled again by the same command, and
 * counts. Throws PHONE_LIMIT.
 */
async function noteAttempt(
  ctx: CommandContext,
  wanted: Wanted,
  { idoLinkings, contactPersonId }: Given,
  locationId: number | null,
): Promise<number> {
  const { instance, person, processId } = ctx;
  const now = ctx.now();
  return ctx.database.apart(instance.id, async (db) => {
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
    });
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
  readonly made: Made;
}

const answerOf = ({ callId, startedAt, made }: Begun, location: LocationRow | undefined) => ({
  callId,
  how: made.how,
  href: made.href,
  canHangUp: location !== undefined && canHangUp(location.way, location.url_hangup),
  isTold: location?.call_polling ?? false,
  timestamp: Math.floor(startedAt / 1000),
});

async function start(ctx: CommandContext, { phonePolicy }: LineParts, given: Given) {
  requireRight(ctx, 'phoneCallList');
  const { instance, person, secrets } = ctx;
  const wanted = await wantedNumber(ctx, given.calledNumber);
  await requireRecords(ctx, given);
  const configuration = given.byDevice ? undefined : await configurationOf(ctx, person.id);
  const location = configuration?.location;
  const before = await attemptOfProcess(ctx.db, instance.id, person.id, ctx.processId);
  if (before !== undefined) {
    // The process ended after the call was made, and before that was said.
    const made: Made = { how: 'done', href: '', session: '' };
    return answerOf({ callId: before.call_id, startedAt: before.started_at.getTime(), made }, location);
  }
  const why = given.confirmed ? undefined : await confirmOf(ctx, wanted);
  if (why !== undefined) return fail('PHONE_NUMBER_CONFIRM', { data: { why } });
  const startedAt = ctx.now();
  if (configuration === undefined) {
    const callId = await noteAttempt(ctx, wanted, given, null);
    const made: Made = { how: 'openLink', href: `tel:${wanted.e164 || wanted.number}`, session: '' };
    return answerOf({ callId, startedAt, made }, undefined);
  }
  const way = wayOf(ctx, person, configuration);
  if (configuration.error !== '' || way === undefined || location === undefined)
    return fail('PHONE_NOT_CONFIGURED', { data: { error: configuration.error } });
  const callId = await noteAttempt(ctx, wanted, given, location.location_id);
  const made = await makeCall(way, wanted.number, wanted.e164 || wanted.number, phonePolicy);
  if (made.session !== '')
    await updateAttempt(ctx.db, instance.id, callId, {
      sealed_session: secrets.seal(made.session, sessionBinding(instance.id, callId)),
    });
  return answerOf({ callId, startedAt, made }, location);
}

async function hangUp(ctx: CommandContext, { phonePolicy }: LineParts, callId: number) {
  requireRight(ctx, 'phoneCallList');
  const { db, instance, person, secrets } = ctx;
  const attempt = await findAttempt(db, instance.id, person.id, callId);
  if (attempt === undefined) return fail('NOT_FOUND');
  const location = attempt.location_id === null ? undefined : await findLocation(db, instance.id, attempt.location_id);
  const way = wayOf(ctx, person, { user: await findDialUser(db, instance.id, person.id), location, error: '' });
  if (way === undefined) return fail('PHONE_NOT_CONFIGURED', { data: { error: 'LOCATION_HAS_NO_CONFIGURATION' } });
  const session = openSealed(secrets, attempt.sealed_session, sessionBinding(instance.id, callId)) ?? '';
  const ended = await endCall(way, attempt.number_text, session, phonePolicy);
  await updateAttempt(db, instance.id, callId, { ended_at: new Date(ctx.now()) });
  return ended;
}

export const dialQueryHandlers: Pick<
  QueryHandlers<typeof phonecallQueries>,
  'outgoingConfiguration' | 'nextOutgoingId'
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
  parts: LineParts,
): Pick<CommandHandlers<typeof phonecallCommands>, 'start' | 'hangUp'> => ({
  start: (ctx, given) => start(ctx, parts, given),
  hangUp: (ctx, { callId }) => hangUp(ctx, parts, callId),
});
