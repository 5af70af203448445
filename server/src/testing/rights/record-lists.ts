import { NO, row, type Row } from './rows.ts';

type Operation = 'record.listView' | 'record.items' | 'record.counts';

/** Lists of records: for everybody who sees records. */
export const RECORD_LIST_OPERATIONS: Readonly<Record<Operation, Row>> = {
  'record.listView': row([NO, '200', NO, '200', '200'], () => ({ idoInstanceId: 0 })),
  'record.items': row([NO, '200', NO, '200', '200'], () => ({ idoInstanceId: 0 })),
  'record.counts': row([NO, '200', NO, '200', '200']),
};
