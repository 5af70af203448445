import type { Difference, LinkedRecord } from '@kontor/contract/activity';

/** The record that a change of links is about; undefined in what was written before they were told apart. */
export function linkedIn({ before, after }: Pick<Difference, 'before' | 'after'>): LinkedRecord | undefined {
  const [one] = [after, before].filter((value) => typeof value === 'object' && value !== null);
  return one as LinkedRecord | undefined;
}
