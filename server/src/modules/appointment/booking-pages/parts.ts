import type { Mailer } from '../../../platform/mailsend/index.ts';
import type { Instance, InstanceContext } from '../../../platform/operation/context.ts';
import type { KindParts } from '../parts.ts';
import type { Absence } from './slots.ts';

type Where = Pick<InstanceContext, 'db' | 'instance'>;

/** What booking pages need of others. */
export interface BookingParts extends KindParts {
  readonly mailer: Mailer;
  /** Where an instance's pages are reached: scheme, host, port. Never taken from a request. */
  readonly originOf: (instance: Instance) => string;
  readonly zoneOf: (ctx: Where, userId: number) => Promise<string>;
  readonly languageOf: (ctx: Where, userId: number) => Promise<'de' | 'en'>;
  /** When some people are away between two moments in milliseconds, and who stands in for them. */
  readonly awayBetween: (
    ctx: Where,
    userIds: readonly number[],
    from: number,
    to: number,
  ) => Promise<readonly (Absence & { readonly userId: number })[]>;
}
