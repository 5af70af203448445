import { randomUUID } from 'node:crypto';
import { findUserByName } from '../modules/account/index.ts';
import { lockItems } from '../modules/activity/index.ts';
import {
  linkItems,
  makeRecords,
  recordKinds,
  recordsOfAddresses,
  writeQuery,
  type QueryToWrite,
} from '../modules/record/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { Change } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { LINKED } from './companies.ts';
import { person } from './people.ts';
import { demoRecords, earlierRecords, type DemoRecords } from './records.ts';
import { countRecordsUntil, hasRecords, mailsFrom } from './store.ts';

const DAY_MS = 86_400_000;
/** Mails of each of those whose mails are linked. */
const MAX_LINKED = 3;

/** Makes the demo's records, all of them or none. */
export const fillRecords = (change: Change, instance: Instance, since: Date): Promise<void> =>
  change(instance, async ({ db }) => {
    if (await hasRecords(db, instance.id)) return;
    const userId = (await findUserByName(db, instance.id, 'anna'))?.user_id ?? 0;
    const records = demoRecords(since);
    for (const kind of Object.keys(records) as (keyof DemoRecords)[]) {
      const all = records[kind];
      // One after the other over two years, the last of them yesterday.
      const at = (index: number) =>
        since.getTime() - DAY_MS - (all.length - index) * Math.floor((700 * DAY_MS) / all.length);
      await makeRecords(db, instance.id, kind, all, { userId, at });
    }
    await makeQueries(db, instance.id, userId);
  });

/** A board of the projects and, in a folder, a list of customers, for everybody. */
async function makeQueries(db: Db, instanceId: number, ownerId: number): Promise<void> {
  const kinds = await recordKinds(db, instanceId);
  const kindOf = (name: keyof DemoRecords): number | null => kinds.find((kind) => kind.name === name)?.kindId ?? null;
  const folder = randomUUID();
  const make = (query: Partial<QueryToWrite> & Pick<QueryToWrite, 'name' | 'rank'>): Promise<void> =>
    writeQuery(db, instanceId, {
      queryId: randomUUID(),
      ownerId,
      parentId: null,
      isFolder: false,
      kindId: null,
      words: '',
      details: '',
      memento: '',
      board: null,
      everybody: true,
      viewers: [],
      groups: [],
      ...query,
    });
  await make({
    name: 'Projekte nach Status',
    rank: '0.5',
    kindId: kindOf('Projekte'),
    board: { columnKey: 'status', laneKey: null, cardKeys: ['customer', 'manager', 'end'], sumKeys: [], hidden: [] },
  });
  await make({ name: 'Vertrieb', rank: '1.5', queryId: folder, isFolder: true });
  await make({
    name: 'Aktive Kunden',
    rank: '0.5',
    parentId: folder,
    kindId: kindOf('Kunden'),
    details: JSON.stringify([{ key: 'status', operator: 'is', value: 'Aktiv' }]),
  });
}

/** Makes the demo's records of the years before, some at a time; those that are there stay. `isOver`: to be stopped. */
export async function fillEarlierRecords(
  change: Change,
  instance: Instance,
  since: Date,
  isOver: () => boolean,
): Promise<void> {
  for (const { kind, from, of, records } of earlierRecords(since)) {
    if (isOver()) return;
    await change(instance, async ({ db }) => {
      if ((await countRecordsUntil(db, instance.id, kind, since.getTime())) > from) return;
      const userId = (await findUserByName(db, instance.id, 'anna'))?.user_id ?? 0;
      // Over the five years before those of today.
      const at = (index: number) => since.getTime() - (701 + Math.floor(((of - from - index) * 1800) / of)) * DAY_MS;
      await makeRecords(db, instance.id, kind, records, { userId, at });
    });
  }
}

/** Links some of the demo's mails with the customers whose they are. */
export const linkSome = (change: Change, instance: Instance): Promise<void> =>
  change(instance, async (ctx) => {
    const { db } = ctx;
    const userId = (await findUserByName(db, instance.id, 'anna'))?.user_id ?? 0;
    const known = await recordsOfAddresses(
      db,
      instance.id,
      LINKED.map((key) => person(key).address),
    );
    for (const key of LINKED) {
      const { name, address } = person(key);
      const customer = known.get(address)?.find(({ instanceTitle }) => instanceTitle === 'Kunden');
      if (customer === undefined) continue;
      const mails = await mailsFrom(db, instance.id, name, MAX_LINKED);
      await lockItems(ctx, mails);
      await linkItems(ctx, mails, customer.recordId, { reason: 'hand', detail: '', userId });
    }
  });
