import { formatAggregateId } from '@kontor/contract/kernel';
import { memoCommands, memoQueries } from '@kontor/contract/memo';
import { recordQueries } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { aCall, answerCalls } from '../../testing/calls.ts';
import { dialog, rows } from '../../testing/find.ts';
import { press } from '../../testing/keys.ts';

const ID = formatAggregateId({ module: 'activity', entryId: 77, userId: 1, sourceContainerId: 0 });
const [link] = recordQueries.links.example.result;
const { result: memo } = memoQueries.details.example;

/** The list of calls with one call in it, chosen. */
async function open(idoCount: number) {
  const call = aCall(17, 'Rückfrage zum Liefertermin', { duration: 252 }, { idoCount, timestamp: 1_795_682_460 });
  const app = await renderAt('/phoneCalls/all/all/main', {
    server: (server) => {
      answerCalls(server, [call]);
      server.answer(recordQueries.links, link === undefined ? [] : [{ ...link, isSuggested: false }]);
      server.answer(memoCommands.create, { aggregateId: ID });
      server.answer(memoQueries.details, { ...memo, aggregateId: ID, aggregateVersion: 1, title: '', content: '' });
    },
  });
  await expect.element(rows().first()).toBeVisible();
  await press('j');
  return app;
}

test('a memo of a call has the time and the length of the call, and is about its record', async () => {
  const { server } = await open(1);
  await press('Y');
  await expect
    .poll(() => server.commandsOf(memoCommands.create))
    .toMatchObject([{ idoId: link?.idoId, instanceId: link?.idoInstanceId }]);
  const call = memo.availableCommunicationTypes.find(({ communicationType }) => communicationType === 'call');
  await expect
    .poll(() => server.commandsOf(memoCommands.save)[0])
    .toMatchObject({
      aggregateVersion: 1,
      duration: 252,
      timestamp: 1_795_682_460,
      communicationTypeId: call?.id ?? null,
    });
  await expect.element(page.getByRole('textbox', { name: 'Titel' })).toBeVisible();
});

test('a memo that could not be given the time of the call is opened, and that is said', async () => {
  const { server } = await open(1);
  server.refuse(memoCommands.save, 'RIGHT_MISSING');
  await press('Y');
  await expect.element(page.getByText(/^Zeit und Dauer des Anrufs konnten nicht übernommen werden/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Titel' })).toBeVisible();
});

test('of a call that is linked with no record it is asked what the memo is about', async () => {
  const { server } = await open(0);
  await press('Y');
  await expect.element(dialog()).toBeVisible();
  expect(server.commandsOf(memoCommands.create)).toEqual([]);
});
