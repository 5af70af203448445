import { createValue } from '../../client/value.ts';
import type { Named } from './links.ts';
import type { About } from './values.ts';

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
  readonly onPick: (record: Named) => void;
}
/** A record that is to be made, of this kind; 0 where that is still to be chosen. */
export interface Creating {
  readonly kind: 'create';
  readonly idoInstanceId: number;
}
/** The records of an item, which are to be shown. */
export interface Showing {
  readonly kind: 'window';
  readonly aggregateId: string;
  /** Whom a record that is made there is about. */
  readonly about: About | undefined;
}
type Asked = Picking | Creating | Showing;

/** The dialogs about records that were asked for, from wherever, one over the other; they outlive what asked for them. */
export const asked = createValue<readonly Asked[]>([]);

export const close = (one: Asked): void => asked.set(asked.get().filter((other) => other !== one));

/** Begins a record. */
export function createRecord(creating: Omit<Creating, 'kind'>): void {
  if (!asked.get().some(({ kind }) => kind === 'create')) asked.set([...asked.get(), { kind: 'create', ...creating }]);
}

/** Asks for a record. */
export const pickRecord = (picking: Omit<Picking, 'kind'>): void =>
  asked.set([...asked.get().filter(({ kind }) => kind !== 'pick'), { kind: 'pick', ...picking }]);

/** Shows the records that an item is linked with. */
export const showLinked = (showing: Omit<Showing, 'kind'>): void =>
  asked.set([...asked.get().filter(({ kind }) => kind !== 'window'), { kind: 'window', ...showing }]);
