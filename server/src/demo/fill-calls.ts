import { findUserByName } from '../modules/account/index.ts';
import { enterCallList, enterNames, insertCall } from '../modules/phonecall/index.ts';
import { linkItems, recordsOfAddresses } from '../modules/record/index.ts';
import { lockItems } from '../modules/activity/index.ts';
import { readNumber } from '../platform/phone/said.ts';
import type { Change } from '../platform/operation/change.ts';
import type { ChangeContext, Instance } from '../platform/operation/context.ts';
import { createCalendar } from './calendar.ts';
import { CALLS, CALL_LISTS, PHONE_BOOK, numberOf, type DemoCall } from './calls.ts';
import type { Colleague } from './messages.ts';
import { person, type PersonKey } from './people.ts';
import { hasCalls } from './store.ts';

const OWN_NUMBER = '040 66969 0';
/** Calls of at least so many minutes were about something that stands at the customer. */
const LINKED_MINUTES = 9;

const isPerson = (who: DemoCall['with']): who is PersonKey => who !== '' && !who.startsWith('0');

/** Makes the demo's phone book and four weeks of calls, all of it or nothing, some of them linked with the customers that they were with. */
export const fillCalls = (change: Change, instance: Instance, since: Date): Promise<void> =>
  change(instance, async (ctx) => {
    const { db } = ctx;
    if (await hasCalls(db, instance.id)) return;
    const ids = new Map<Colleague, number>();
    for (const name of ['anna', 'ben', 'chris'] as const) {
      const user = await findUserByName(db, instance.id, name);
      if (user === undefined) return;
      ids.set(name, user.user_id);
    }
    const idOf = (name: Colleague): number => ids.get(name) ?? 0;
    const lists = new Map<string, number>();
    for (const { name, people, answered } of CALL_LISTS)
      lists.set(name, await enterCallList(ctx, { name, memberIds: people.map(idOf), showsNumber: true, answered }));
    await enterNames(ctx, PHONE_BOOK);
    const calendar = createCalendar(since);
    const known = await recordsOfAddresses(
      db,
      instance.id,
      CALLS.flatMap((call) => (isPerson(call.with) ? person(call.with).address : [])),
    );
    for (const call of CALLS.toReversed()) {
      const about = {
        idOf,
        listId: lists.get(call.list ?? 'Zentrale') ?? 0,
        at: (written: string) => new Date(calendar.at(written, 0)),
      };
      const id = await enter(ctx, call, about);
      if (!isPerson(call.with) || call.by === undefined || (call.minutes ?? 0) < LINKED_MINUTES) continue;
      const record = known.get(person(call.with).address)?.find(({ instanceTitle }) => instanceTitle === 'Kunden');
      if (record === undefined) continue;
      await lockItems(ctx, [id]);
      await linkItems(ctx, [id], record.recordId, { reason: 'hand', detail: '', userId: idOf(call.by) });
    }
  });

async function enter(
  ctx: ChangeContext,
  call: DemoCall,
  {
    idOf,
    listId,
    at,
  }: {
    readonly idOf: (name: Colleague) => number;
    readonly listId: number;
    readonly at: (written: string) => Date;
  },
): Promise<number> {
  const number = readNumber(isPerson(call.with) ? numberOf(call.with) : call.with, 'DE');
  const own = readNumber(OWN_NUMBER, 'DE');
  const common = {
    listId,
    number: number?.number ?? null,
    number_text: number?.text ?? '',
    called: own?.number ?? null,
    called_text: own?.text ?? '',
  };
  const startedAt = at(call.at);
  const seconds = (call.minutes ?? 0) * 60;
  const endedAt = new Date(startedAt.getTime() + seconds * 1000);
  const by = call.by === undefined ? null : idOf(call.by);
  const [caller, until] = call.callback ?? [];
  const doneBy =
    call.calledBack === undefined
      ? null
      : await insertCall(ctx, {
          ...common,
          direction: 1,
          outcome: 'answered',
          started_at: at(call.calledBack),
          duration: 95,
          received_by: idOf('anna'),
          created_by: idOf('anna'),
        });
  return insertCall(ctx, {
    ...common,
    direction: call.isOut === true ? 1 : 0,
    outcome: call.outcome ?? 'answered',
    kind: call.outcome === 'voice' ? 3 : 1,
    started_at: startedAt,
    answered_at: by === null ? null : startedAt,
    ended_at: endedAt,
    duration: seconds,
    received_by: by,
    reason: call.reason ?? '',
    callback: caller === undefined ? 0 : 1,
    callback_by: caller === undefined ? null : idOf(caller),
    callback_until: until === undefined ? null : at(until),
    done_by_call: doneBy,
  });
}
