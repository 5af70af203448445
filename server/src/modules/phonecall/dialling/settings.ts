import {
  DIAL_LOCATIONS_KEY,
  MAX_LINES,
  type DialLocation,
  type phonecallCommands,
  type phonecallQueries,
} from '@kontor/contract/phonecall';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { findUser, requireAdministrator } from '../../account/index.ts';
import { announceLines, findLine, mayBeHost, type LineParts } from '../lines/index.ts';
import { dialled, shownAddress } from './rules.ts';
import { NO_SECRETS, locationBinding, secretsOf, type LocationSecrets } from './secrets.ts';
import {
  deleteLocationRow,
  findLocation,
  holdLocations,
  insertLocation,
  putDialUser,
  putLimits,
  readDialUsers,
  readLimits,
  readLocations,
  updateLocation,
  type LocationRow,
} from './store.ts';

/** Whether an address may be called, as far as it says: by HTTP, with a host, and with no password before it. */
function mayBeAddress(address: string, policy: EgressPolicy): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false;
  // One that the person's own machine alone reaches is called by that.
  return mayBeHost(hostname, { ...policy, allowPrivateHosts: true });
}

const toLocation = (row: LocationRow, { token }: LocationSecrets): DialLocation => ({
  locationId: row.location_id,
  title: row.title,
  way: row.way,
  url: row.url,
  urlInit: row.url_init,
  urlHangup: row.url_hangup,
  tokenId: row.token_id,
  hasToken: token !== '',
  callPolling: row.call_polling,
  lineId: row.line_id,
});

const announce = (ctx: CommandContext): void => announceLines(ctx, [DIAL_LOCATIONS_KEY]);

type Given = ParamsOf<(typeof phonecallCommands)['saveLocation']>;

async function saveLocation(ctx: CommandContext, policy: EgressPolicy, given: Given): Promise<{ locationId: number }> {
  requireAdministrator(ctx);
  const { db, instance, secrets } = ctx;
  const { locationId: id, keeps } = given;
  for (const address of [given.url, given.urlInit, given.urlHangup])
    if (address !== '' && !mayBeAddress(address, policy)) fail('PHONE_ADDRESS_INVALID');
  if (given.lineId !== null && (await findLine(db, instance.id, given.lineId)) === undefined) fail('NOT_FOUND');
  const locations = await holdLocations(db, instance.id);
  const before = id === null ? undefined : await findLocation(db, instance.id, id);
  if (id !== null && before === undefined) return fail('NOT_FOUND');
  if (id === null && locations >= MAX_LINES) return fail('TOO_MANY_PHONE_LINES', { data: { max: MAX_LINES } });
  const stored = before === undefined ? NO_SECRETS : secretsOf(secrets, before);
  const kept = (name: keyof LocationSecrets): string =>
    given[name] === '' && keeps.includes(name) ? stored[name] : given[name];
  const sealed: LocationSecrets = {
    url: kept('url'),
    urlInit: kept('urlInit'),
    urlHangup: kept('urlHangup'),
    token: kept('token'),
  };
  const row = {
    title: given.title,
    way: given.way,
    url: shownAddress(sealed.url),
    url_init: shownAddress(sealed.urlInit),
    url_hangup: shownAddress(sealed.urlHangup),
    token_id: given.tokenId,
    call_polling: given.callPolling,
    line_id: given.lineId,
  };
  const locationId = id ?? (await insertLocation(db, { ...row, instance_id: instance.id }));
  const text = secrets.seal(JSON.stringify(sealed), locationBinding(instance.id, locationId));
  await updateLocation(db, instance.id, locationId, { ...row, sealed: text });
  announce(ctx);
  return { locationId };
}

export const dialSettingsHandlers: Pick<QueryHandlers<typeof phonecallQueries>, 'dialSettings'> = {
  async dialSettings(ctx) {
    requireAdministrator(ctx);
    const { db, instance, secrets } = ctx;
    const [locations, users, limits] = [
      await readLocations(db, instance.id),
      await readDialUsers(db, instance.id),
      await readLimits(db, instance.id),
    ];
    return {
      locations: locations.map((row) => toLocation(row, secretsOf(secrets, row))),
      users: users.map((row) => ({
        userId: row.user_id,
        name: row.name,
        isAllowed: row.is_allowed,
        locationId: row.location_id,
        terminal: row.terminal,
        callerId: row.caller_id,
      })),
      ...limits,
    };
  },
};

export const dialSettingsCommands = ({
  phonePolicy,
}: LineParts): Pick<
  CommandHandlers<typeof phonecallCommands>,
  'saveLocation' | 'deleteLocation' | 'saveDialUser' | 'saveDialLimits'
> => ({
  saveLocation: (ctx, given) => saveLocation(ctx, phonePolicy, given),

  async deleteLocation(ctx, { locationId }) {
    requireAdministrator(ctx);
    const title = await deleteLocationRow(ctx.db, ctx.instance.id, locationId);
    if (title === undefined) return fail('NOT_FOUND');
    ctx.audit({ kind: 'phone.changed', subject: title });
    announce(ctx);
    return {};
  },

  async saveDialUser(ctx, { userId, isAllowed, locationId, terminal, callerId }) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    const user = await findUser(db, instance.id, userId);
    if (user === undefined) return fail('NOT_FOUND');
    if (locationId !== null && (await findLocation(db, instance.id, locationId)) === undefined)
      return fail('NOT_FOUND');
    const number = callerId === '' ? '' : dialled(callerId);
    if (number === undefined) return fail('PHONE_NUMBER_INVALID');
    await putDialUser(db, instance.id, {
      user_id: userId,
      is_allowed: isAllowed,
      location_id: locationId,
      terminal,
      caller_id: number,
    });
    ctx.audit({ kind: 'phone.changed', subject: user.user_name });
    announce(ctx);
    return {};
  },

  async saveDialLimits(ctx, { maxPerUser, maxPerInstance }) {
    requireAdministrator(ctx);
    await putLimits(ctx.db, ctx.instance.id, maxPerUser, maxPerInstance);
    ctx.audit({ kind: 'phone.changed', subject: `${maxPerUser} / ${maxPerInstance}` });
    announce(ctx);
    return {};
  },
});
