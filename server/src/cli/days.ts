import { DaySchema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { CliError } from './cli-error.ts';

/** A day as it was typed, `2026-11-21`; null where none was. */
export function dayOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const day = v.safeParse(DaySchema, text);
  if (!day.success) throw new CliError(`"${text}" is not a day; write it as 2026-11-21.`);
  return day.output;
}
