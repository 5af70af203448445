import type { OperationName } from '@kontor/contract/all';
import { newRecord } from './given.ts';
import { NO, row, type Row } from './rows.ts';

/** Favourites are everybody's own: nobody reaches what another has marked. */
export const BOARD_OPERATIONS = {
  'record.favourites': row([NO, '200', NO, '200', '200']),
  'record.addFavourite': row([NO, '200', NO, '200', '200'], newRecord),
  'record.removeFavourite': row([NO, '200', NO, '200', '200'], newRecord),
  'record.orderFavourites': row([NO, '200', NO, '200', '200'], async (house) => ({
    favourites: [await newRecord(house)],
  })),
} satisfies Partial<Record<OperationName, Row>>;
