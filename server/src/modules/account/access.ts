import type { Right } from '@kontor/contract/account';
import type { CommandContext, Person } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { holdAdministrators } from './store/people.ts';

/** Fails with RIGHT_MISSING where the person lacks the right. */
export function requireRight(ctx: { readonly person: Person }, right: Right): void {
  if (!ctx.person.rights[right]) fail('RIGHT_MISSING', { detail: right });
}

/** Fails with RIGHT_MISSING for all but administrators. */
export function requireAdministrator(ctx: { readonly person: Person }): void {
  if (!ctx.person.isAdministrator) fail('RIGHT_MISSING', { detail: 'administrator' });
}

/**
 * Waits for all who take administrators away, and fails with LAST_ADMINISTRATOR where this person is the only one left who can sign in.
 * Fails with RIGHT_MISSING where somebody has taken the role from the one who asks meanwhile.
 */
export async function requireAnotherAdministrator(ctx: CommandContext, userId: number): Promise<void> {
  const administrators = await holdAdministrators(ctx.db, ctx.instance.id);
  if (administrators.has(userId) && administrators.size === 1) fail('LAST_ADMINISTRATOR');
  if (!administrators.has(ctx.person.id)) fail('RIGHT_MISSING', { detail: 'administrator' });
}
