import type { phonecallQueries } from '@kontor/contract/phonecall';
import { newRecord } from './given.ts';
import { NO, row, type Row } from './rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation = NameIn<typeof phonecallQueries>;

/** Who somebody is that calls. */
export const MERGING_OPERATIONS = {
  'phoneCall.callerName': row([NO, '200', NO, '200', '200'], newRecord),
} satisfies Record<Operation, Row>;
