import type { Origin } from '../../platform/operation/audit.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { GateParts } from './gate.ts';
import { mailChange } from './mailing.ts';
import type { UserRow } from './store.ts';
import { tellSignIn } from './telling.ts';
import { countingContext, wasWrong, type Admitted, type Counted } from './throttle.ts';
import { NOBODY } from './two-factor.ts';

/** What is locked, as the audit log calls it. */
const LOCKED: Readonly<Partial<Record<Counted['kind'], string>>> = {
  account: 'strangers',
  device: 'knownDevice',
  proof: 'confirmation',
};

/**
 * Says that a try was wrong. Where no other is admitted after it, the person is told by mail and administrators by the audit log: once for as
 * long as it goes on. Names that nobody bears cause the same work.
 */
export async function noteWrong(
  parts: GateParts,
  instance: Instance,
  origin: Origin,
  admitted: Admitted,
  user: UserRow | undefined,
): Promise<void> {
  const full = await wasWrong(countingContext(parts.platform, instance), admitted);
  const [locked] = full.flatMap(({ kind }) => LOCKED[kind] ?? []);
  if (locked === undefined) return;
  await parts.change(instance, async (ctx) => {
    await mailChange(ctx, user?.user_id ?? NOBODY, 'locked');
    if (user === undefined) return;
    const { user_id: userId, user_name: userName } = user;
    await tellSignIn(ctx, userId, ['security']);
    const by = { userId: null, userName, ...origin };
    ctx.audit({ kind: 'session.locked', subject: userName, details: { by: locked }, by });
  });
}
