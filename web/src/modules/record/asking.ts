import {
  openDialogs,
  put,
  type ChangingMany,
  type Creating,
  type ForRecords,
  type LeftOfMany,
  type Merging,
  type Showing,
  type ShowingMany,
} from './open-dialogs.ts';

/** Begins a record. */
export function createRecord(creating: Omit<Creating, 'kind'>): void {
  if (!openDialogs.get().some(({ kind }) => kind === 'create')) put({ kind: 'create', ...creating });
}

/** Shows the records that an item is linked with. */
export const showLinked = (showing: Omit<Showing, 'kind'>): void => put({ kind: 'window', ...showing });

/** Shows the records that several items are linked with. */
export const showLinkedOfMany = (showing: Omit<ShowingMany, 'kind'>): void => put({ kind: 'windowOfMany', ...showing });

/** Asks for the items that records are to be linked with. */
export const linkItems = (linking: Omit<ForRecords, 'kind'>): void => put({ kind: 'items', ...linking });

/** Asks how records become one. */
export const mergeRecords = (merging: Omit<Merging, 'kind'>): void => put({ kind: 'merge', ...merging });

/** Asks what a field of many records is to hold. */
export const changeField = ({ idoInstanceId, idoIds, key }: Omit<ChangingMany, 'kind'>): void =>
  put({ kind: 'change', idoInstanceId, idoIds, ...(key === undefined ? {} : { key }) });

/** Shows records that were to be changed, and why they were not. */
export const showLeft = (left: Omit<LeftOfMany, 'kind'>): void => put({ kind: 'left', ...left });

/** Shows the likely duplicates of a kind. */
export const showDuplicates = (idoInstanceId: number): void => put({ kind: 'duplicates', idoInstanceId });

/** Shows the deleted records of a kind, or of all. */
export const showDeleted = (idoInstanceId?: number): void =>
  put({ kind: 'deleted', ...(idoInstanceId === undefined ? {} : { idoInstanceId }) });
