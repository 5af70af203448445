import type { QueryContext } from '../../platform/operation/context.ts';

/** What is asked about: calendars, and moments in milliseconds, of which `to` is no part. */
export interface Range {
  readonly calendars: readonly number[];
  readonly from: number;
  readonly to: number;
  /** In which days are cut. */
  readonly zone: string;
}

/** Who reads it; nobody is 0. */
export type RangeReader = Pick<QueryContext, 'db' | 'instance'> & { readonly person: { readonly id: number } };
