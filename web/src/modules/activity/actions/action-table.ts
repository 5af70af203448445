import type { EntryRow } from '@kontor/contract/activity';
import { kindOf } from '@kontor/contract/kernel';
import type { IconName } from '../../../ui/icon-names.ts';
import type { RowKind } from '../../../shell/index.ts';
import type { Action, Choice } from './choices.ts';

/** Something that can be done with a row: by the pointer, from its menu, by a finger or by its key. */
export interface RowAction<A extends Choice = Action> {
  readonly action: A;
  readonly icon: IconName;
  /** Its usual key; empty where there is none. */
  readonly key: string;
  /** Whether it is offered for a row of this kind at all. */
  readonly on: (row: EntryRow, kind: RowKind) => boolean;
}

const isThere = (row: EntryRow): boolean => !row.trashed;
/** Rows say it only where it is refused: who only sees a mailbox, or stands in for somebody, throws nothing of it away. */
const mayDiscard = (row: EntryRow, right: string): boolean => isThere(row) && row.extras[right] !== false;

/** In the order in which they are offered. */
export const ROW_ACTIONS: readonly RowAction[] = [
  { action: 'ready', icon: 'check', key: 'e', on: isThere },
  { action: 'seen', icon: 'circle-half', key: 'i', on: isThere },
  { action: 'unseen', icon: 'envelope-simple', key: 'u', on: isThere },
  { action: 'archive', icon: 'archive', key: 'a', on: (row) => isThere(row) && !row.archived },
  { action: 'dearchive', icon: 'archive', key: 'a', on: (row) => isThere(row) && row.archived },
  {
    action: 'delete',
    icon: 'trash',
    key: '#',
    on: (row, { discardRight = 'userIsAuthorizedToDelete' }) => mayDiscard(row, discardRight),
  },
  {
    action: 'spam',
    icon: 'warning-octagon',
    key: '',
    on: (row) => kindOf(row.moduleName).canBeSpam === true && mayDiscard(row, 'userIsAuthorizedToSpam'),
  },
  { action: 'restore', icon: 'arrow-counter-clockwise', key: '#', on: (row) => row.trashed },
];

/** All that a row's menu offers. */
export const MENU_ACTIONS: readonly RowAction<Choice>[] = [
  ...ROW_ACTIONS,
  { action: 'snooze', icon: 'clock', key: 'b', on: isThere },
  { action: 'wake', icon: 'tray', key: '', on: (row) => isThere(row) && row.snoozedUntil !== null },
];

const POINTED: readonly Action[] = ['ready', 'archive', 'dearchive', 'delete', 'restore'];

/** Those that stand in a row while the pointer is on it. */
export const pointedActions = (row: EntryRow, kind: RowKind): readonly RowAction[] =>
  ROW_ACTIONS.filter(({ action, on }) => POINTED.includes(action) && on(row, kind));
