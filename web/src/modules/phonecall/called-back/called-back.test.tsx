import { activityCommands } from '@kontor/contract/activity';
import { phonecallEvents, phonecallQueries } from '@kontor/contract/phonecall';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { aCall, answerCalls, callId } from '../../../testing/calls.ts';
import { button } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const MISSED = aCall(18, 'Pumpe läuft trocken', { outcome: 'missed', duration: 0 }, { status: 3 });
const WANTED = aCall(19, 'Bittet um Rückruf', { outcome: 'answered' }, { status: 3 });

async function open() {
  const app = await renderAt('/documents/all/all/main', {
    server: (server) => answerCalls(server, [MISSED, WANTED]),
  });
  // The host of calls comes after the first screen.
  await expect.poll(() => app.server.queriesOf(phonecallQueries.running).length).toBeGreaterThan(0);
  await expect.poll(() => app.isLive()).toBe(true);
  /** A call of this person has called these back, which were in these states. */
  const callBack = (...calls: readonly (readonly [number, 'unseen' | 'seen'])[]): void =>
    app.server.happen(phonecallEvents.calledBack, [], {
      calls: calls.map(([entryId, state]) => ({ aggregateId: callId(entryId), state })),
    });
  const set = () =>
    app.server
      .commandsOf(activityCommands.setState)
      .map(({ aggregateIds, state }) => [state, ...aggregateIds.map(({ entryId }) => entryId)]);
  return { app, callBack, set };
}

test('who has called back is told which missed call is Done by that, and has it back', async () => {
  const { app, callBack, set } = await open();
  callBack([18, 'unseen']);
  await expect.element(page.getByText('Verpasster Anruf von Werft Neumann ist erledigt.')).toBeVisible();
  await expectUsable(app);
  await button('Rückgängig').click();
  await expect.poll(set).toEqual([['unseen', 18]]);
});

test('a callback that was wanted is called that', async () => {
  const { callBack } = await open();
  callBack([19, 'unseen']);
  await expect.element(page.getByText('Rückruf bei Werft Neumann ist erledigt.')).toBeVisible();
});

test('several are said in one sentence, and each has its own state back', async () => {
  const { callBack, set } = await open();
  callBack([18, 'unseen'], [19, 'seen']);
  await expect.element(page.getByText('2 Anrufe von Werft Neumann sind erledigt.')).toBeVisible();
  await press('z');
  await expect
    .poll(() => set().toSorted((one, other) => String(one).localeCompare(String(other))))
    .toEqual([
      ['seen', 19],
      ['unseen', 18],
    ]);
});

describe('behind another program', () => {
  afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));
  const become = (state: DocumentVisibilityState): void =>
    void Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });

  test('it is said once the person looks at the page', async () => {
    const { app, callBack } = await open();
    // Not told to the page: the fake speaks by a subscription that would end with that.
    become('hidden');
    callBack([18, 'unseen']);
    await expect.poll(() => app.isLive()).toBe(true);
    expect(app.server.queriesOf(phonecallQueries.details)).toEqual([]);
    become('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByText('Verpasster Anruf von Werft Neumann ist erledigt.')).toBeVisible();
  });
});
