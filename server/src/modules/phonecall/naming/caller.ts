import type { QueryContext } from '../../../platform/operation/context.ts';
import { readNumber } from '../../../platform/phone/said.ts';
import { phoneCountryIn } from '../../account/index.ts';
import { resolveNumbers } from './index.ts';

/**
 * Returns the name of the likeliest one whose number it is, by claims, phone book and records; undefined if no more is known of the number than what
 * callers call themselves, so that who asks may look for the ends of numbers.
 */
export async function callerBySettled(ctx: QueryContext, typed: string): Promise<string | undefined> {
  const number = readNumber(typed, phoneCountryIn(ctx.instance.settings))?.number ?? null;
  if (number === null) return undefined;
  const naming = (await resolveNumbers(ctx, [number])).get(number);
  return naming?.sureness === 'theirs' ? undefined : naming?.name || naming?.candidates[0]?.name;
}
