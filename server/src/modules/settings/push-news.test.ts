import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { seedItem } from '../activity/factory.ts';
import { addViewers, setStatusFromOutside } from '../activity/index.ts';
import { pushNews, pushOut } from './index.ts';
import {
  choose,
  done,
  hurry,
  jobs,
  keptBack,
  newItem,
  pushFixture,
  quietNow,
  register,
  ringIn,
  tagsOf,
} from './testing/push-fixture.ts';

const MINUTE = 60_000;
const fixture = pushFixture();

test('somebody who is waited for and comes is pushed, once, by their number', async () => {
  const { anna, benId, server, instance } = fixture;
  const device = await register(fixture);
  const ben = await server.client(instance, 'ben');
  const [home, away] = [5, 6];
  await ben.command('presence.switchState', { userstateId: away });
  const until = new Date(server.platform.now() + 60 * MINUTE).toISOString();
  await anna.command('presence.notifyWhenThere', { userId: benId, until });
  for (const userstateId of [home, away, home]) await ben.command('presence.switchState', { userstateId });
  await done(fixture);
  expect(device.messages).toMatchObject([{ kind: 'person', tag: `person:${benId}`, aggregateId: null }]);
});

describe('new items', () => {
  test('are pushed to who sees them, but for who has caused it, what is not New, and what is old', async () => {
    const device = await register(fixture);
    const by = await newItem(fixture);
    await newItem(fixture, { status: 2 });
    await newItem(fixture, { ts: new Date(Date.now() - 3 * 86_400_000) });
    await newItem(fixture, { module: 'email' });
    await newItem(fixture, { module: 'activity' });
    await newItem(fixture, { userIds: [fixture.benId] });
    await done(fixture);
    expect(tagsOf(device)).toEqual([`item:note:${by}`]);
    const person = { id: fixture.annaId } as never;
    await seedItem((to, work) => fixture.server.app.change(to, (ctx) => work({ ...ctx, person })), fixture.instance, {
      module: 'note',
      userIds: [fixture.annaId],
    });
    await done(fixture);
    expect(device.pushed).toHaveLength(1);
  });

  test('are pushed as was chosen', async () => {
    const device = await register(fixture);
    await choose(fixture, { notificationsNotesEnabled: false, notificationsMailEnabled: true });
    await newItem(fixture);
    const mail = await newItem(fixture, { module: 'email' });
    await done(fixture);
    expect(tagsOf(device)).toEqual([`item:email:${mail}`]);
  });

  test('are those, too, that somebody is let see, and that are New again from outside', async () => {
    const device = await register(fixture);
    const id = await newItem(fixture, { userIds: [fixture.benId], ts: new Date(Date.now() - 3 * 86_400_000) });
    await fixture.server.app.change(fixture.instance, (ctx) =>
      addViewers(ctx, 'note', id, [{ userId: fixture.annaId, boxId: 0, status: 1, mine: false }]),
    );
    await expect.poll(() => tagsOf(device)).toEqual([`item:note:${id}`]);
    const status = (to: 1 | 2) =>
      fixture.server.app.change(fixture.instance, (ctx) =>
        setStatusFromOutside(ctx, [{ activityId: id, userIds: [fixture.annaId], status: to, onlyFrom: [1, 2, 3] }]),
      );
    await status(2);
    await status(1);
    await expect.poll(() => tagsOf(device)).toEqual([`item:note:${id}`, `item:note:${id}`]);
  });

  test('are pushed only while they are new', async () => {
    const device = await register(fixture);
    const [fresh, seen] = [await newItem(fixture), await newItem(fixture, { status: 2 })];
    await done(fixture);
    const again = (entryId: number) =>
      fixture.server.app.change(fixture.instance, (ctx) =>
        pushOut(ctx, [fixture.annaId], { kind: 'item', module: 'note', entryId, tag: `item:note:${entryId}` }),
      );
    for (const entryId of [seen, fresh]) await again(entryId);
    await done(fixture);
    expect(tagsOf(device)).toEqual([`item:note:${fresh}`, `item:note:${fresh}`]);
  });

  test('are one word where they are many at once', async () => {
    const device = await register(fixture);
    await fixture.server.app.change(fixture.instance, async (ctx) => {
      for (let n = 0; n < 4; n += 1)
        await seedItem((_, work) => work(ctx), fixture.instance, { module: 'note', userIds: [fixture.annaId] });
    });
    await done(fixture);
    expect(device.messages).toMatchObject([{ kind: 'count', tag: 'count', aggregateId: null, badge: 4 }]);
  });

  test('cost one query where nobody has a device, however many they are', async () => {
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const items = Array.from({ length: 10_000 }, (_, n) => ({ userId: n % 50, module: 'note' as const, entryId: n }));
    await fixture.server.change(fixture.instance, (ctx) =>
      pushNews({ ...ctx, db: ctx.db.withPlugin(counting) }, items),
    );
    expect([queries, await jobs(fixture)]).toEqual([1, []]);
    // With a device one more, for what is chosen, beside the job.
    await register(fixture);
    const mine = items.map((item) => ({ ...item, userId: fixture.annaId }));
    await fixture.server.change(fixture.instance, (ctx) => pushNews({ ...ctx, db: ctx.db.withPlugin(counting) }, mine));
    expect(queries).toBe(3);
    await done(fixture);
  });
});

describe('quiet hours', () => {
  test('keep items back, and one word says at their end that there are some', async () => {
    const device = await register(fixture);
    await choose(fixture, { quietHours: quietNow(fixture), timeZone: 'UTC' });
    await newItem(fixture);
    await newItem(fixture);
    await keptBack(fixture, 1);
    expect(device.pushed).toEqual([]);
    await choose(fixture, { quietHours: { ...quietNow(fixture), isOn: false } });
    await hurry(fixture);
    await done(fixture);
    expect(device.messages).toMatchObject([{ kind: 'count', badge: 2 }]);
  });

  test('keep alarms back until they end, but for those that were confirmed meanwhile', async () => {
    const device = await register(fixture);
    await choose(fixture, { quietHours: quietNow(fixture), timeZone: 'UTC' });
    const ids = [await newItem(fixture, { status: 2 }), await newItem(fixture, { status: 2 })];
    for (const id of ids) await ringIn(fixture, id, 500);
    await keptBack(fixture, 2);
    await fixture.anna.command('alarm.snooze', { type: 'activity', id: ids[0], action: 'ok' });
    // Silence disturbs nobody.
    await expect.poll(() => device.messages.map(({ kind }) => kind)).toEqual(['silence']);
    await hurry(fixture);
    await done(fixture);
    expect(device.messages.slice(1)).toMatchObject([{ kind: 'alarm', tag: `alarm:activity:${ids[1]}` }]);
  });
});
