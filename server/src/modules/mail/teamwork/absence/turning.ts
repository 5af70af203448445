import { accountEvents } from '@kontor/contract/account';
import type { JobHandlers } from '../../../../platform/jobs/jobs.ts';
import type { ChangeContext, Platform } from '../../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../../platform/operation/manifest.ts';
import { showUnfinished, takeBack } from './substituting.ts';
import {
  forgetSubstitutions,
  instancesToTurn,
  isAnySubstitutionDue,
  turnStages,
  whoseIs,
  type Whose,
} from './store.ts';

const SHOW_JOB = 'mail.showSubstitute';
const TAKE_BACK_JOB = 'mail.endSubstitution';
const SWEEP_MS = 15_000;

const enqueueShowing = (ctx: ChangeContext, { userId, accountId }: Whose, before: number | null): Promise<void> =>
  ctx.enqueue(
    SHOW_JOB,
    { userId, accountId, before },
    { queue: `${SHOW_JOB}:${ctx.instance.id}:${userId}:${accountId}` },
  );

const enqueueTakingBack = (ctx: ChangeContext): Promise<void> =>
  ctx.enqueue(TAKE_BACK_JOB, {}, { key: `${TAKE_BACK_JOB}:${ctx.instance.id}` });

/** Tells everybody that others are away than before. */
export const tellAbsences = (ctx: ChangeContext): void =>
  ctx.emit(accountEvents.sessionChanged, 'instance', {
    keys: ['mailAbsences'],
    processIds: [...ctx.processIds],
    aggregateIds: [],
  });

/** Begins and ends the absences of an instance that it is time for, and the substitutions that follow from them. */
export async function turnAbsences(ctx: ChangeContext): Promise<void> {
  const { db, instance } = ctx;
  const now = new Date(ctx.now());
  const turned = await turnStages(db, instance.id, now);
  for (const absence of turned.filter(({ stage }) => stage === 'begun')) {
    await forgetSubstitutions(db, instance.id, absence);
    if (absence.substitute_id !== null) await enqueueShowing(ctx, whoseIs(absence), null);
  }
  if (turned.length > 0) tellAbsences(ctx);
  if (await isAnySubstitutionDue(db, instance.id, now)) await enqueueTakingBack(ctx);
}

export const absenceJobs: JobHandlers = {
  [SHOW_JOB]: (ctx, payload) =>
    ctx.change(async (change) => {
      const { userId, accountId, before } = payload as unknown as Whose & { before: number | null };
      const whose = { userId, accountId };
      const last = await showUnfinished(change, whose, before);
      if (last !== undefined) await enqueueShowing(change, whose, last);
    }),
  [TAKE_BACK_JOB]: (ctx) =>
    ctx.change(async (change) => {
      if (await takeBack(change)) await enqueueTakingBack(change);
    }),
};

/** Begins and ends absences of all instances. */
export async function sweepAbsences({
  database,
  directory,
  change,
  now,
}: Pick<Platform & ServiceTools, 'database' | 'directory' | 'change' | 'now'>): Promise<void> {
  for (const id of await instancesToTurn(database.owner, new Date(now()))) {
    const instance = await directory.byId(id);
    if (instance !== undefined) await change(instance, turnAbsences);
  }
}

/** Does so as long as the server runs. */
export async function startTurningAbsences(tools: Platform & ServiceTools): Promise<Service> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running = sweepAbsences(tools).catch((error: unknown) =>
      tools.log.warn({ err: error }, 'absences do not begin and end'),
    );
  }, SWEEP_MS);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
