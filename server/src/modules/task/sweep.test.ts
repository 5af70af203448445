import { afterAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import { GONE, details, numberOf, openTasks, save, see } from './testing/fixture.ts';

const { server, instance, anna, make } = await openTasks();
afterAll(() => server.close());

describe('what was begun and never written', () => {
  test('goes after a day, for its maker too; what was written in stays', async () => {
    const whole = await make(anna, { title: 'Ganzes' });
    const [empty, written, saved] = [
      await make(anna, { title: '', inactive: true, parentId: numberOf(whole) }),
      await make(anna, { title: '', inactive: true }),
      await make(anna, { title: '' }),
    ];
    await save(anna, written, { title: 'x', isTyping: true });
    server.advance(25 * 3_600_000);
    await server.change(instance, (ctx) => ctx.enqueue('task.sweep', {}));
    await expect.poll(() => see(anna, empty)).toBe(GONE);
    expect([await see(anna, written), await see(anna, saved)]).toEqual(['200', '200']);
    expect((await details(anna, whole)).entry.extras).toMatchObject({ subtasks: 0 });
  });

  test('is looked for once an hour while there is any, however often that was ordered', async () => {
    await make(anna, { title: '', inactive: true });
    const waiting = async () =>
      (await runSql(
        server.url,
        `select key from graphile_worker._private_jobs where key like 'task.sweep:${instance.id}:%'`,
      )) as { key: string }[];
    const done = async () =>
      (await runSql(
        server.url,
        `select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'task.sweep' and j.key is null`,
      )) as { n: number }[];
    for (let turn = 0; turn < 3; turn += 1) {
      await server.change(instance, (ctx) => ctx.enqueue('task.sweep', {}));
      await expect.poll(done).toEqual([{ n: 0 }]);
    }
    // Two where the hour has turned meanwhile.
    expect([1, 2]).toContain((await waiting()).length);
  });
});
