import type { NotifyAttendants, ItemKinds } from './item-kind-hooks.ts';
import {
  ATTENDED_MS,
  attendanceEvents,
  type Attendant,
  type Doing,
  type attendanceCommands,
  type attendanceQueries,
} from '@kontor/contract/activity';
import { formatAggregateId, kindNameOf, type AggregateId } from '@kontor/contract/kernel';
import type { ChangeContext, CommandContext, Platform, QueryContext } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers, Service, ServiceTools } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { avatarAddress } from '../account/index.ts';
import { maySeeKind } from './access.ts';
import { peopleBeside } from './links.ts';
import {
  attendantsAt,
  forgetAttendants,
  instancesToForget,
  kindOf,
  lockTopic,
  presentAmong,
  putAttendant,
  removeAttendant,
  type AttendanceTopic,
} from './store/attendance.ts';
import { readBeside } from './store/beside.ts';
import { readTip } from './store/tips.ts';

/** How often it is looked who has gone without a word. */
const SWEEP_MS = 15_000;
const ITEM = 'item';

async function peopleAt(ctx: QueryContext | ChangeContext, topic: AttendanceTopic): Promise<readonly Attendant[]> {
  const found = await attendantsAt(ctx.db, ctx.instance.id, topic, new Date(ctx.now()));
  return found.map(({ user_id, avatar, name, doing, since }) => ({
    userId: user_id,
    name,
    avatar: avatarAddress({ user_id, avatar }),
    doing,
    since: since.getTime(),
  }));
}

const tellItem: NotifyAttendants = async (ctx, { id }, { people, order }) => {
  const kind = await kindOf(ctx.db, ctx.instance.id, id);
  if (kind === undefined) return;
  const beside = Map.groupBy(await readBeside(ctx.db, ctx.instance.id, [id]), (row) => row.user_id);
  for (const [userId, others] of beside)
    ctx.transient.publish(
      ctx.instance,
      attendanceEvents.attended,
      { users: [userId] },
      {
        keys: [],
        processIds: [...ctx.processIds],
        aggregateIds: [formatAggregateId({ module: kindNameOf(kind), entryId: id, userId })],
        people: people.filter((one) => one.userId !== userId && others.some((row) => row.other_id === one.userId)),
        order,
      },
    );
};

/** Who else is at a place that the person sees. */
export const attendantsBeside = async (ctx: QueryContext, topic: AttendanceTopic): Promise<Attendant[]> =>
  (await peopleAt(ctx, topic)).filter(({ userId }) => userId !== ctx.person.id);

/** The numbers of those who are at some places of an item, by the places' names; of a place where nobody is there are none. */
export async function presentAt(
  ctx: Pick<ChangeContext, 'db' | 'instance' | 'now'>,
  about: { readonly places: readonly string[]; readonly id: number },
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const rows = await presentAmong(ctx.db, ctx.instance.id, about, new Date(ctx.now()));
  return new Map(
    [...Map.groupBy(rows, ({ place }) => place)].map(([place, found]) => [
      place,
      new Set(found.map((row) => row.user_id)),
    ]),
  );
}

/** Notes what the person does at a place that they see, and tells the others where that is news. */
export async function attendAt(
  ctx: CommandContext,
  topic: AttendanceTopic,
  doing: Doing | 'left',
  notify: NotifyAttendants,
): Promise<void> {
  const { db, instance, person } = ctx;
  const who = { userId: person.id, sessionId: person.sessionId };
  const now = new Date(ctx.now());
  const until = new Date(ctx.now() + ATTENDED_MS);
  const isNews =
    doing === 'left'
      ? await removeAttendant(db, instance.id, who, topic)
      : await putAttendant(db, instance.id, who, topic, { doing, now, until });
  if (isNews) await notifyNow(ctx, topic, notify);
}

/** Tells who is at a place now: one change after the other, or two who come at once would each be told of nobody. */
async function notifyNow(ctx: ChangeContext, topic: AttendanceTopic, notify: NotifyAttendants): Promise<void> {
  const order = await lockTopic(ctx.db, ctx.instance.id, topic);
  await notify(ctx, topic, { people: await peopleAt(ctx, topic), order });
}

/** Returns the item that is meant if the person sees it. Throws NOT_FOUND. */
async function itemOf(ctx: QueryContext | CommandContext, { module, entryId }: AggregateId): Promise<AttendanceTopic> {
  const { db, instance, person } = ctx;
  const row = maySeeKind(person, module) ? await readTip(db, instance.id, person.id, module, entryId) : undefined;
  return row === undefined ? fail('NOT_FOUND') : { place: ITEM, id: entryId };
}

export const attendanceQueryHandlers: QueryHandlers<typeof attendanceQueries> = {
  async attendance(ctx, { aggregateId }) {
    const topic = await itemOf(ctx, aggregateId);
    const beside = (await peopleBeside(ctx, [topic.id])).get(topic.id);
    return (await attendantsBeside(ctx, topic)).filter(({ userId }) => beside?.has(userId));
  },
};

export const attendanceCommandHandlers: CommandHandlers<typeof attendanceCommands> = {
  async attend(ctx, { aggregateId, doing }) {
    await attendAt(ctx, await itemOf(ctx, aggregateId), doing, tellItem);
    return {};
  },
};

type Tools = Pick<Platform & ServiceTools, 'database' | 'directory' | 'change' | 'now'>;

/** Forgets who has gone without a word, and tells those who saw them there. */
export async function forgetGone({ database, directory, change, now }: Tools, itemKinds: ItemKinds): Promise<void> {
  const at = new Date(now());
  const notifiers = new Map<string, NotifyAttendants>([[ITEM, tellItem]]);
  for (const itemKind of itemKinds.values())
    for (const [topicName, notify] of Object.entries(itemKind.topics ?? {})) notifiers.set(topicName, notify);
  for (const id of await instancesToForget(database.owner, at)) {
    const instance = await directory.byId(id);
    if (instance === undefined) continue;
    await change(instance, async (ctx) => {
      for (const topic of await forgetAttendants(ctx.db, id, at)) {
        const notify = notifiers.get(topic.place.replace(/:.*/, ''));
        if (notify !== undefined) await notifyNow(ctx, topic, notify);
      }
    });
  }
}

/** Does so as long as the server runs. */
export const startForgetting =
  (itemKinds: () => ItemKinds) =>
  async (tools: Platform & ServiceTools): Promise<Service> => {
    let running: Promise<void> | undefined;
    const timer = setInterval(() => {
      running = forgetGone(tools, itemKinds()).catch((error: unknown) =>
        tools.log.warn({ err: error }, 'who has left items is not forgotten'),
      );
    }, SWEEP_MS);
    return {
      async close() {
        clearInterval(timer);
        await running;
      },
    };
  };
