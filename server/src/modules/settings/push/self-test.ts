import type { pushCommands, pushQueries } from '@kontor/contract/settings';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { tellDevices } from './devices.ts';
import { openSubscription } from './keys.ts';
import { stepsOf } from './rules.ts';
import { beginTest, noteArrival, readTest } from './self-test-store.ts';
import { enqueueTest } from './sending.ts';
import { MAX_FAILURES, deviceOfSession } from './store.ts';
import { wayTo, type Ways } from './way.ts';

export const selfTestQueryHandlers: QueryHandlers<Pick<typeof pushQueries, 'testState'>> = {
  async testState({ db, instance, person, now }, { testId }) {
    const row = await readTest(db, instance.id, { sessionId: person.sessionId, testId });
    return { steps: stepsOf(row ?? fail('NOT_FOUND'), now()) };
  },
};

/** What a session does to try the way to its own device. */
export const selfTestCommandHandlers = (
  ways: Ways,
): CommandHandlers<Pick<typeof pushCommands, 'test' | 'testArrived'>> => ({
  async test(ctx) {
    const { db, instance, person } = ctx;
    const { sessionId } = person;
    const device = (await deviceOfSession(db, instance.id, sessionId)) ?? fail('PUSH_TOKEN_INVALID');
    const way = wayTo(ways, openSubscription(ctx, device));
    const isPaused = device.failures >= MAX_FAILURES;
    const problem = isPaused ? 'paused' : way === undefined ? 'noService' : null;
    const testId = ctx.newId();
    const at = new Date(ctx.now());
    await beginTest(db, instance.id, { sessionId, testId, relayed: way === 'relay', at, problem });
    if (problem === null) await enqueueTest(ctx, device.device_id, testId);
    return { testId };
  },

  async testArrived(ctx, { testId }) {
    const { db, instance, person } = ctx;
    const at = new Date(ctx.now());
    if (await noteArrival(db, instance.id, { sessionId: person.sessionId, testId }, at)) tellDevices(ctx, person.id);
    return {};
  },
});
