import type { fenceCommands, fenceQueries, presenceCommands, presenceQueries } from '@kontor/contract/presence';
import { NONE, all, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation =
  | NameIn<typeof presenceQueries>
  | NameIn<typeof presenceCommands>
  | NameIn<typeof fenceQueries>
  | NameIn<typeof fenceCommands>;

const GONE = '410 PLACE_GONE';
const WRONG = '403 PLACE_KEY_WRONG';
const someCircle = {
  name: 'zqort',
  iconCls: 'push-pin',
  latitude: 54.3,
  longitude: 10.1,
  radius: 150,
  stateId: 2,
};

/** A place of the owner, or for all. */
const newPlace =
  (isForAll = false) =>
  async ({ clients }: Fixture): Promise<{ readonly automaticUserStateId: number }> => {
    const by = isForAll ? clients.admin : clients.owner;
    return by.command<{ automaticUserStateId: number }>('presence.savePlace', { ...someCircle, isForAll });
  };
const watchedPlace = async (fixture: Fixture) => {
  const about = await newPlace()(fixture);
  return { ...about, ...(await fixture.clients.owner.command<{ key: string }>('presence.subscribe', about)) };
};
const newState = async ({ clients }: Fixture) =>
  clients.admin.command<{ stateId: number }>('presence.saveState', {
    type: 'global',
    textDe: 'Messe',
    textEn: 'Fair',
    iconCls: 'users',
    hexCode: '#2f6f4f',
    counts: 'absent',
    isBusy: false,
  });
const beforeLong = () => new Date(Date.now() + 3_600_000).toISOString();

/** Everybody sees who is there and what they say; what one says is one's own; states and places for all are the administrators'. */
export const OPERATIONS: Readonly<Record<Operation, Row>> = {
  'presence.onlineUsers': all('200'),
  'presence.userStates': all('200'),
  'presence.automaticUserStates': all('200'),
  'presence.user': all('200', ({ ids }) => ({ userId: ids.owner })),
  'presence.definitions': forAdministrators('200'),
  'presence.switchState': all('200', () => ({ until: beforeLong() })),
  'presence.setPersonalState': all('200'),
  'presence.setAutomaticState': row([WRONG, WRONG, WRONG, '200', WRONG], watchedPlace),
  'presence.deleteAutomaticState': row([WRONG, WRONG, WRONG, '200', WRONG], watchedPlace),
  'presence.hide': all('200'),
  'presence.saveState': forAdministrators('200', newState),
  'presence.removeState': forAdministrators('200', newState),
  'presence.orderStates': forAdministrators('200'),
  'presence.allowHiding': forAdministrators('200'),
  'presence.savePlace': row([GONE, GONE, GONE, '200', GONE], newPlace()),
  'presence.removePlace': row([GONE, GONE, GONE, '200', GONE], newPlace()),
  'presence.subscribe': row([GONE, GONE, GONE, '200', GONE], newPlace()),
  'presence.unsubscribe': row([GONE, GONE, GONE, '200', GONE], newPlace()),
  // Nobody waits for oneself.
  'presence.notifyWhenThere': row(['200', '200', '200', NONE, '200'], ({ ids }) => ({
    userId: ids.owner,
    until: beforeLong(),
  })),
  'presence.cancelNotify': all('200', ({ ids }) => ({ userId: ids.owner })),
  'presence.beat': all('200'),
  // Each of one's own; that of another's session is not touched, which the tests of fences tell.
  'fence.token': all('200'),
  'fence.end': all('200'),
  'fence.devices': all('200'),
};
