import type { LineKind } from '@kontor/contract/phonecall';
import type { Adapter } from '../events.ts';
import { cti } from './cti.ts';
import { placetel } from './placetel.ts';
import { sipgate } from './sipgate.ts';
import { template } from './template.ts';
import { threecx } from './threecx.ts';
import { yeastar } from './yeastar.ts';

/** How the bodies of each kind of telephone system that posts are read. */
export const ADAPTERS: Readonly<Partial<Record<LineKind, Adapter>>> = {
  sipgate,
  placetel,
  cti,
  yeastar,
  threecx,
  template,
};
