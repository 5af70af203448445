import { afterAll, expect, test } from 'vitest';
import type { DueItem } from '@kontor/contract/activity';
import { codeOf, openTasks } from './testing/fixture.ts';

const { server, ids, anna, ben, emil, make, state } = await openTasks();
afterAll(() => server.close());

const BERLIN = 'Europe/Berlin';
const due = async (from: string, to: string, zone = BERLIN): Promise<string[]> =>
  (await anna.query<DueItem[]>('activity.due', { from, to, zone })).map(({ title }) => title);

test('what somebody has to do stands at its days: by the day, by the moment in the zone that is named', async () => {
  await make(anna, { title: 'Tag', fixedMaturityDate: '2027-03-02' });
  await make(anna, { title: 'Abend', fixedMaturityDate: '2027-03-02T22:30:00.000Z' });
  await make(anna, { title: 'Nacht', fixedMaturityDate: '2027-03-02T23:30:00.000Z' });
  await make(anna, { title: 'Irgendwann' });
  expect(await due('2027-03-01', '2027-03-01')).toEqual([]);
  expect(await due('2027-03-02', '2027-03-02')).toEqual(['Tag', 'Abend']);
  expect(await due('2027-03-03', '2027-03-07')).toEqual(['Nacht']);
  // In Auckland it is eleven hours later; a day is a day everywhere.
  expect(await due('2027-03-02', '2027-03-02', 'Pacific/Auckland')).toEqual(['Tag']);
  expect(await due('2027-03-03', '2027-03-03', 'Pacific/Auckland')).toEqual(['Abend', 'Nacht']);
});

test('what is Done, thrown away, a note, given to somebody else or not saved yet does not', async () => {
  const on = { fixedMaturityDate: '2027-04-01' };
  const done = await make(anna, { ...on, title: 'Erledigt' });
  const gone = await make(anna, { ...on, title: 'Weggeworfen' });
  await make(anna, { ...on, title: 'Notiz', moduleLayout: 'note' });
  await make(anna, { ...on, title: 'Vergeben', responsibleUserId: ids.ben });
  await make(anna, { ...on, title: 'Angefangen', inactive: true });
  await make(anna, { ...on, title: 'Offen' });
  await state(anna, [done], 'ready');
  await anna.command('activity.delete', { aggregateIds: [gone] });
  expect(await due('2027-04-01', '2027-04-01')).toEqual(['Offen']);
  expect(
    await ben.query<DueItem[]>('activity.due', { from: '2027-04-01', to: '2027-04-01', zone: BERLIN }),
  ).toMatchObject([{ title: 'Vergeben', due: '2027-04-01', module: 'task' }]);
});

test('who sees no tasks has none, and who asks for too much is refused', async () => {
  const ask = (by: typeof anna, params: object) =>
    codeOf(by.tryQuery('activity.due', { from: '2027-04-01', to: '2027-04-01', zone: BERLIN, ...params }));
  await make(anna, { title: 'Für Emil', fixedMaturityDate: '2027-05-01', responsibleUserId: ids.ben });
  expect(await emil.query('activity.due', { from: '2027-05-01', to: '2027-05-01', zone: BERLIN })).toEqual([]);
  for (const params of [{ to: '2027-06-02' }, { to: '2027-03-31' }, { zone: 'Nirgendwo/Da' }, { from: '2027-02-30' }])
    expect(await ask(anna, params)).toBe('422 PARAMETERS_INVALID');
});
