import type { phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { freshName } from '../../../testing/rights/given.ts';
import { NO, NONE, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Name = NameIn<typeof phonecallQueries> | NameIn<typeof phonecallCommands>;

/** A list of calls of the owner. */
const newList = async ({ clients, ids }: Fixture): Promise<number> =>
  (
    await clients.admin.command<{ listId: number }>('phoneCall.saveList', {
      name: freshName(),
      memberIds: [ids.owner],
    })
  ).listId;
const line = async (fixture: Fixture, kind = 'cti') => ({
  kind,
  title: freshName(),
  listId: await newList(fixture),
  terminals: [],
});
const newLine =
  (kind = 'cti') =>
  async (fixture: Fixture) => {
    const about = await line(fixture, kind);
    return {
      lineId: (await fixture.clients.admin.command<{ lineId: number }>('phoneCall.saveLine', about)).lineId,
    };
  };
const newLocation = async ({ clients }: Fixture) =>
  clients.admin.command<{ locationId: number }>('phoneCall.saveLocation', { title: freshName(), way: 'asterisk' });

const DEVICE = { calledNumber: '0431 123456', idoLinkings: [], byDevice: true };
/** A call that the owner has begun, by a way that is not there any more. */
const newCall = async ({ clients }: Fixture) => {
  const { callId } = await clients.owner.command<{ callId: number }>('phoneCall.start', DEVICE);
  return { callId };
};
const AWAY = '422 PHONE_NOT_CONFIGURED';

/** Telephone systems and ways to make calls are the administrators'; who calls, does so as one was allowed to. */
export const LINE_OPERATIONS = {
  'phoneCall.lineSettings': forAdministrators('200'),
  'phoneCall.lineFaults': row([NO, '200', NO, '200', '200']),
  'phoneCall.saveLine': forAdministrators('200', (fixture) => line(fixture)),
  'phoneCall.renewLine': forAdministrators('200', newLine()),
  'phoneCall.deleteLine': forAdministrators('200', newLine()),
  'phoneCall.lineTemplate': forAdministrators('200', newLine('threecx')),
  'phoneCall.dialSettings': forAdministrators('200'),
  'phoneCall.saveLocation': forAdministrators('200'),
  'phoneCall.deleteLocation': forAdministrators('200', newLocation),
  'phoneCall.saveDialUser': forAdministrators('200', ({ ids }) => ({ userId: ids.reader, locationId: null })),
  'phoneCall.saveDialLimits': forAdministrators('200'),
  'phoneCall.outgoingConfiguration': row([NO, '200', NO, '200', '200']),
  'phoneCall.nextOutgoingId': row([NO, '200', NO, '200', '200']),
  'phoneCall.start': row([NO, '200', NO, '200', '200'], () => DEVICE),
  'phoneCall.attempt': row([NO, NONE, NO, '200', NONE], newCall),
  'phoneCall.hangUp': row([NO, NONE, NO, AWAY, NONE], newCall),
} satisfies Partial<Record<Name, Row>>;
