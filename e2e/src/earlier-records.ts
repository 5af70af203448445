import { fillEarlierRecords } from '../../server/src/demo/fill-records.ts';
import type { Kontor } from './kontor.ts';

/** Gives the demo the records of the years before, 11,750 of them, which journeys begin without. */
export async function addEarlierRecords({ app, platform }: Kontor): Promise<void> {
  const { instance_id, name, title, settings } = await platform.database.owner
    .selectFrom('instance')
    .selectAll()
    .where('name', '=', 'demo')
    .executeTakeFirstOrThrow();
  const instance = { id: instance_id, name, title, settings };
  await fillEarlierRecords(app.change, instance, new Date(), () => false);
}
