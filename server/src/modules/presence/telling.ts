import { OWN_PRESENCE_KEY, PLACES_KEY, STATES_KEY, presenceEvents } from '@kontor/contract/presence';
import type { ChangeContext, Instance, Platform } from '../../platform/operation/context.ts';
import type { Audience } from '../../platform/realtime/event-body.ts';
import type { PresenceParts } from './parts.ts';
import { joinChanges } from './rules.ts';
import { readStandings, type Standing } from './standing.ts';
import { takeWaits } from './store/waits.ts';
import { toChange } from './views.ts';

const about = (ctx: Pick<ChangeContext, 'processIds'>, keys: readonly string[]) => ({
  keys: [...keys],
  processIds: [...ctx.processIds],
  aggregateIds: [],
});

/** Under this key all differences of an instance are gathered. */
const GATHERED_AS = 'people';

interface Teller extends Pick<Platform, 'transient'> {
  readonly instance: Instance;
  readonly processIds?: readonly string[];
}

/**
 * Tells everybody of an instance what shows of people: of those who come or go, who have said something, or of whom something began by itself.
 * Nothing of it is kept: it goes to those who listen at this moment.
 */
export function tellDifference({ instance, transient, processIds = [] }: Teller, standings: readonly Standing[]): void {
  const payload = { ...about({ processIds }, []), changed: standings.map(toChange) };
  transient.publish(instance, presenceEvents.presenceChanged, 'instance', payload, {
    key: GATHERED_AS,
    merge: (waiting, next) => ({
      ...next,
      processIds: [...new Set([...waiting.processIds, ...next.processIds])],
      changed: joinChanges(waiting.changed, next.changed),
    }),
  });
}

/**
 * Tells everybody what shows of some people from now on, and those who wait for one of them that they are there. Of who is hidden it says nothing,
 * since that would say that they do something, but where hiding is what changes (`isHiding`).
 */
export async function tellPresence(
  ctx: ChangeContext,
  parts: PresenceParts,
  userIds: readonly number[],
  { isHiding = false }: { readonly isHiding?: boolean } = {},
): Promise<void> {
  if (userIds.length === 0) return;
  const all = await readStandings(ctx, parts, { userIds: [...new Set(userIds)] });
  const standings = all.filter(({ isHidden }) => isHiding || !isHidden);
  if (standings.length > 0) tellDifference(ctx, standings);
  await tellWaiting(ctx, parts, standings);
}

/** Tells those who wait for people that these are there, as far as they are: on their screens, and by a push on devices that show none. */
export async function tellWaiting(
  ctx: ChangeContext,
  { pushOut }: Pick<PresenceParts, 'pushOut'>,
  standings: readonly Standing[],
): Promise<void> {
  const there = new Map(
    standings.filter(({ shown }) => shown.presence === 'present').map(({ row }) => [row.user_id, row.name]),
  );
  if (there.size === 0) return;
  for (const { user_id: waiting, of_user_id: userId } of await takeWaits(ctx, [...there.keys()], new Date(ctx.now()))) {
    ctx.emit(
      presenceEvents.userIsThere,
      { users: [waiting] },
      { ...about(ctx, [OWN_PRESENCE_KEY]), userId, name: there.get(userId) ?? '' },
    );
    await pushOut(ctx, [waiting], { kind: 'person', tag: `person:${userId}` });
  }
}

/** Tells people's other devices that something of their own is another. */
export const tellOwn = (ctx: ChangeContext, users: readonly number[]): void => {
  if (users.length > 0)
    ctx.transient.publish(ctx.instance, presenceEvents.ownPresenceChanged, { users }, about(ctx, [OWN_PRESENCE_KEY]));
};

export const tellStates = (ctx: ChangeContext): void =>
  ctx.emit(presenceEvents.definitionsChanged, 'instance', about(ctx, [STATES_KEY]));

/** Tells those who may see a place: its owner, or everybody. */
export function tellPlaces(ctx: ChangeContext, ownerId: number | null): void {
  const audience: Audience = ownerId === null ? 'instance' : { users: [ownerId] };
  ctx.emit(presenceEvents.definitionsChanged, audience, about(ctx, [PLACES_KEY]));
}
