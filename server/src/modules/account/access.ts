import type { Right } from '@kontor/contract/account';
import type { Person } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';

/** Fails with RIGHT_MISSING where the person lacks the right. */
export function requireRight(ctx: { readonly person: Person }, right: Right): void {
  if (!ctx.person.rights[right]) fail('RIGHT_MISSING', { detail: right });
}

/** Fails with RIGHT_MISSING for all but administrators. */
export function requireAdministrator(ctx: { readonly person: Person }): void {
  if (!ctx.person.isAdministrator) fail('RIGHT_MISSING', { detail: 'administrator' });
}
