import { findUserByName } from '../modules/account/index.ts';
import { makeMemo } from '../modules/memo/index.ts';
import { recordsOfAddresses } from '../modules/record/index.ts';
import type { Change } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { createCalendar } from './calendar.ts';
import { MEMOS } from './memos.ts';
import { person } from './people.ts';
import { hasMemos } from './store.ts';

/** Makes the demo's memos, all of them or none, about the customers that they are with. */
export const fillMemos = (change: Change, instance: Instance, since: Date): Promise<void> =>
  change(instance, async (ctx) => {
    const { db } = ctx;
    if (await hasMemos(db, instance.id)) return;
    const calendar = createCalendar(since);
    const addresses = MEMOS.map((memo) => person(memo.with).address);
    const known = await recordsOfAddresses(db, instance.id, addresses);
    for (const { by, with: key, at, minutes, title, text } of MEMOS) {
      const userId = (await findUserByName(db, instance.id, by))?.user_id;
      const record = known.get(person(key).address)?.find(({ instanceTitle }) => instanceTitle === 'Kunden');
      if (userId === undefined || record === undefined) continue;
      const content = `<p>${text}</p>`;
      await makeMemo(ctx, { record, userId, title, content, at: calendar.at(at, 0), duration: minutes * 60 });
    }
  });
