import {
  RIGHTS,
  jobQueries,
  laterSessionQueries,
  rightsToBits,
  sessionQueries,
  type FailedJob,
} from '@kontor/contract/account';
import { kindOf, type ItemKindName } from '@kontor/contract/kernel';
import type { Instance } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { readFailedJobs, type GivenUpJob } from '../../platform/jobs/failed-jobs.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireAdministrator } from './access.ts';
import { filterUsersAndGroups } from './groups.ts';
import { boxesOf, findInstanceRow, findUser, toUser } from './store.ts';
import { findSession } from './store/sessions.ts';
import { hashToken, instanceOfToken } from './tokens.ts';

/** Time zone of an instance until its people choose another. */
const DEFAULT_TIME_ZONE = 'Europe/Berlin';

/** IANA zone that an instance reckons days in. */
export function timeZoneOf(instance: Instance): string {
  const zone = instance.settings['timeZone'];
  return typeof zone === 'string' ? zone : DEFAULT_TIME_ZONE;
}

const bitOf = (module: ItemKindName): number | undefined => {
  const right = kindOf(module).rights.list?.name;
  return right === undefined ? undefined : rightsToBits([right]);
};

/** In the contract they are apart, so that the app need not load them all at once. */
const ownQueries = { ...sessionQueries, ...laterSessionQueries, ...jobQueries } as const;

export const queryHandlers: QueryHandlers<typeof ownQueries> = {
  async user({ db, instance, person }) {
    const row = await findUser(db, instance.id, person.id);
    return row === undefined ? fail('NOT_FOUND') : toUser(row);
  },

  async configuration({ db, instance, person }) {
    // Asked right after it was changed, maybe of a process that has not looked it up again.
    const { title } = await findInstanceRow(db, instance.id);
    const rights = Object.fromEntries(RIGHTS.map((right) => [right, person.rights[right]])) as typeof person.rights;
    return {
      rights,
      isAdministrator: person.isAdministrator,
      instance: { name: instance.name, title },
      settings: { timeZone: timeZoneOf(instance) },
    };
  },

  async fromToken({ db, instance, person }, { jwtToken }) {
    if (jwtToken === '') return { sessionId: person.sessionId };
    if (instanceOfToken(jwtToken) !== instance.id) return fail('NOT_FOUND');
    const session = await findSession(db, instance.id, hashToken(jwtToken));
    return session?.user_id === person.id ? { sessionId: session.session_id } : fail('NOT_FOUND');
  },

  moduleUsers: ({ db, instance }, { module }) => filterUsersAndGroups(db, instance.id, bitOf(module)),

  async moduleBoxes({ db, instance, person }, { module }) {
    const [boxes, users] = await Promise.all([
      boxesOf(db, instance.id, person.id, module),
      filterUsersAndGroups(db, instance.id, bitOf(module)),
    ]);
    return { boxes, users };
  },

  async failedJobs(ctx) {
    requireAdministrator(ctx);
    const jobs = await readFailedJobs(ctx.database.owner, ctx.instance.id);
    return jobs.map(toFailedJob);
  },
};

const MAX_ERROR = 2000;

/** A given-up job as the wire and the command line have it. */
export const toFailedJob = ({ payload, error, failedAt, ...job }: GivenUpJob): FailedJob => ({
  ...job,
  aggregateId: typeof payload['aggregateId'] === 'string' ? payload['aggregateId'] : null,
  error: error.slice(0, MAX_ERROR),
  failedAt: failedAt.toISOString(),
});
