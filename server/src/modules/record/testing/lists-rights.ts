import { manyRecords } from '../../../testing/rights/given.ts';
import { NO, row, type Row } from '../../../testing/rights/rows.ts';

type Operation = 'record.listView' | 'record.items' | 'record.counts' | 'record.changeMany' | 'record.changeManyBack';

/** Lists of records: for everybody who sees records; changing them needs the right to change each. */
export const OPERATIONS: Readonly<Record<Operation, Row>> = {
  'record.listView': row([NO, '200', NO, '200', '200'], () => ({ idoInstanceId: 0 })),
  'record.items': row([NO, '200', NO, '200', '200'], () => ({ idoInstanceId: 0 })),
  'record.counts': row([NO, '200', NO, '200', '200']),
  'record.changeMany': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    ...(await manyRecords(fixture)),
    way: 'set',
    value: 'Kiel',
  })),
  'record.changeManyBack': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    ...(await manyRecords(fixture)),
    at: 1,
  })),
};
