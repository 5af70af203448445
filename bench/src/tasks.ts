import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure } from './measure.ts';
import { withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const PASSWORD = 'messen und vergleichen';
const PARAGRAPHS = 40;

/** What somebody has written down on two pages. */
const page = (first: string): string =>
  `<h2>${first}</h2>${Array.from({ length: PARAGRAPHS }, (_, n) => `<p>Absatz ${n}: Kupplung, Welle und Lager wurden geprüft.</p>`).join('')}`;

const OPENED = `select t.content, t.edit, a.*, au.status, o.user_ids from activity_user au
  join activity a on a.instance_id = au.instance_id and a.activity_id = au.activity_id
  join task t on t.instance_id = au.instance_id and t.task_id = au.activity_id
  cross join lateral (select array_agg(x.user_id) as user_ids from activity_user x
    where x.instance_id = au.instance_id and x.activity_id = au.activity_id) o
  where au.instance_id = $1 and au.activity_id = $2 and au.user_id = $3`;
const SAVED = `update task set content = $3, edit = edit + 1 where instance_id = $1 and task_id = $2`;

/** Opening a note over HTTP beside the statement that reads it, and saving one beside the UPDATE that writes it. */
export async function benchTasks(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  say('Notes, when the demo is filled …');
  await withDatabase(kontor, async (client) => {
    const isFilling = "select from instance where settings ? 'demoSince'";
    while (((await client.query(isFilling)).rowCount ?? 0) > 0) await sleep(500);
  });
  const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('anna', PASSWORD);
  const { aggregateId } = await anna.command<{ aggregateId: string }>('task.create', {
    moduleLayout: 'note',
    title: 'Prüfbericht',
    content: page('Prüfbericht'),
    inactive: false,
  });
  const { entryId = 0, userId = 0 } = parseAggregateId(aggregateId) ?? {};
  const opened = await measure(() => anna.query('task.details', { aggregateId }));
  let aggregateVersion = 1;
  const save = async (isTyping: boolean) => {
    const fields = {
      aggregateId,
      aggregateVersion,
      title: 'Prüfbericht',
      content: page(randomUUID()),
      responsibleUserId: userId,
      ownerUserId: 0,
      forerunTime: 0,
      fixedMaturityDate: null,
      alarmConfig: {},
      repetitionConfig: null,
      tags: [],
      waitsFor: [],
      zone: 'Europe/Berlin',
      isTyping,
    };
    ({ aggregateVersion } = await anna.command<{ aggregateVersion: number }>('task.process', fields));
  };
  const typed = await measure(() => save(true));
  const saved = await measure(() => save(false));
  const queried = await measure(() => anna.query('session.user'));
  let favored = false;
  const commanded = await measure(() => anna.command('task.favor', { aggregateId, favored: (favored = !favored) }));
  return withDatabase(kontor, async (client) => {
    const { rows } = await client.query<{ instance_id: number }>(
      "select instance_id from instance where name = 'demo'",
    );
    const instanceId = rows[0]?.instance_id;
    const read = await measure(() =>
      client.query({ name: 'opened', text: OPENED, values: [instanceId, entryId, userId] }),
    );
    const written = await measure(() =>
      client.query({ name: 'saved', text: SAVED, values: [instanceId, entryId, page(randomUUID())] }),
    );
    const line = (name: string, ours: number, against: string, anchor: number): Line => ({
      name,
      unit: 'ms',
      ours,
      against,
      anchor,
    });
    return [
      {
        ...line('opening a note of two pages', opened.p50, 'the smallest query over HTTP', queried.p50),
        aim: { most: 4 },
      },
      { ...line('saving it', saved.p50, 'the smallest command over HTTP', commanded.p50), aim: { most: 4 } },
      line('opening a note of two pages', opened.p50, 'the statement that reads it', read.p50),
      line('saving it while somebody writes', typed.p50, 'the UPDATE that writes it', written.p50),
      line('saving it', saved.p50, 'the UPDATE that writes it', written.p50),
    ];
  });
}
