import type { phonecallQueries } from '@kontor/contract/phonecall';
import { newRecord } from '../../../testing/rights/given.ts';
import { NO, row, type Row } from '../../../testing/rights/rows.ts';
import { LINE_OPERATIONS } from './rights-lines.ts';

/** Who somebody is that calls: for those who see records. */
export const OPERATIONS = {
  ...LINE_OPERATIONS,
  'phoneCall.callerName': row([NO, '200', NO, '200', '200'], newRecord),
} satisfies Partial<Record<(typeof phonecallQueries)[keyof typeof phonecallQueries]['name'], Row>>;
