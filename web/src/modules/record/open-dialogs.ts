import type { LeftRecord } from '@kontor/contract/record';
import { createValue } from '../../client/value.ts';
import type { NamedRecord } from './address.ts';
import type { Named } from './links.ts';
import type { About } from './fields/values.ts';
import type { WaitingRecord } from './waiting.ts';

/** A record that is looked for, or made, so that something is done with it. */
export interface Picking {
  readonly kind: 'pick';
  /** Items that it is to be linked with; 0 where it is for something else. */
  readonly count: number;
  readonly about: About | undefined;
  /** Records that need not be chosen any more. */
  readonly known: readonly number[];
  /** The only kind that is asked for; left out: any. */
  readonly kindId?: number;
  /** What is asked, and what is said of those that are known; left out: as for links. */
  readonly title?: string;
  readonly knownAs?: string;
  /** It is one that there is: none is made for it. */
  readonly isThere?: true;
  readonly onPick: (record: Named) => void;
}
/** A record that is to be made, of this kind; 0 where that is still to be chosen. */
export interface Creating {
  readonly kind: 'create';
  readonly idoInstanceId: number;
  /** One that waited for the server, and was refused. */
  readonly again?: WaitingRecord;
}
/** The records of an item, which are to be shown. */
export interface Showing {
  readonly kind: 'window';
  readonly aggregateId: string;
  /** Whom a record that is made there is about. */
  readonly about: About | undefined;
}
/** The records of several items, which are to be shown. */
export interface ShowingMany {
  readonly kind: 'windowOfMany';
  readonly aggregateIds: readonly string[];
}
/** Records that are to become one. */
export interface Merging {
  readonly kind: 'merge';
  readonly idoInstanceId: number;
  readonly idoIds: readonly number[];
  readonly onMerged?: (keptId: number, goneIds: readonly number[]) => void;
}
/** Records of a kind of which a field is to be changed. */
export interface ChangingMany {
  readonly kind: 'change';
  readonly idoInstanceId: number;
  readonly idoIds: readonly number[];
  /** The field that is chosen at first. */
  readonly key?: string;
}
/** Records whose field was to be changed, and was not. */
export interface LeftOfMany {
  readonly kind: 'left';
  readonly idoInstanceId: number;
  /** What the field is called. */
  readonly name: string;
  readonly left: readonly LeftRecord[];
}
/** The likely duplicates of a kind. */
export interface Doubles {
  readonly kind: 'duplicates';
  readonly idoInstanceId: number;
}
/** The deleted records of a kind, or of all. */
export interface Deleted {
  readonly kind: 'deleted';
  readonly idoInstanceId?: number;
}
/** Records that items are to be linked with, and what they are called. */
export interface ForRecords {
  readonly kind: 'items';
  readonly records: readonly NamedRecord[];
  readonly name: string;
}
type OpenDialog =
  | Picking
  | Creating
  | Showing
  | Merging
  | Doubles
  | Deleted
  | ForRecords
  | ChangingMany
  | LeftOfMany
  | ShowingMany;

/** The dialogs about records that were asked for, from wherever, one over the other; they outlive what asked for them. */
export const openDialogs = createValue<readonly OpenDialog[]>([]);

export const close = (one: OpenDialog): void => openDialogs.set(openDialogs.get().filter((other) => other !== one));

/** Puts one in the place of the one of its kind. */
export const put = (one: OpenDialog): void =>
  openDialogs.set([...openDialogs.get().filter(({ kind }) => kind !== one.kind), one]);

/** Asks for a record. */
export const pickRecord = (picking: Omit<Picking, 'kind'>): void => put({ kind: 'pick', ...picking });
