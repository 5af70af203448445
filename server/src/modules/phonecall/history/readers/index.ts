import type { HistoryKind } from '@kontor/contract/phonecall';
import type { HistoryReader } from '../reading.ts';
import { readPlacetel } from './placetel.ts';
import { readSipgate } from './sipgate.ts';
import { readYeastar } from './yeastar.ts';

/** How the histories of telephone systems that have one are read. */
export const READERS: Readonly<Record<HistoryKind, HistoryReader>> = {
  sipgate: readSipgate,
  placetel: readPlacetel,
  yeastar: readYeastar,
};
