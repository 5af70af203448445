import type { Action, Snoozing, Choice, Acted } from './choices.ts';
import { STATES, activityCommands, type EntryRow, type State } from '@kontor/contract/activity';
import { kindOf } from '@kontor/contract/kernel';
import type { Client } from '../../../client/client.ts';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import type { Patch } from '../../../client/core/overlay.ts';
import { rowKey } from '../../../client/core/entity-store.ts';
import { CHUNK, rowsOf } from './chunks.ts';
import { loadSnoozing } from './load-snoozing.ts';

/** Whether an item is not read any further after it. */
export const isLeft = (choice: Choice): boolean => LEAVING.includes(choice);
const LEAVING: readonly Choice[] = ['ready', 'delete', 'spam', 'restore', 'snooze'];

export const isSnoozing = (choice: Choice): choice is Snoozing => choice === 'snooze' || choice === 'wake';

const isState = (action: Action): action is State => action in STATES;

/** Whether the person is asked first: before states are set to several, and before anything is done to more than can be overseen. */
export const needsConfirmation = (action: Action, count: number): boolean => count > (isState(action) ? 1 : CHUNK);

const PATCHES: Readonly<Record<Action, Patch>> = {
  unseen: { status: STATES.unseen },
  seen: { status: STATES.seen },
  // What is done or deleted is not put off any more.
  ready: { status: STATES.ready, snoozedUntil: null },
  archive: { archived: true },
  dearchive: { archived: false },
  delete: { trashed: true, snoozedUntil: null },
  restore: { trashed: false },
  spam: { trashed: true, snoozedUntil: null },
};

/** Whether an action would change the item at all. */
const changes = (row: EntryRow, action: Action): boolean => {
  if (action === 'spam' && kindOf(row.moduleName).canBeSpam !== true) return false;
  if (row.trashed && action !== 'restore') return false;
  return Object.entries(PATCHES[action]).some(([field, value]) => row[field as keyof Patch & keyof EntryRow] !== value);
};

function send(client: Client, action: Action, chunk: readonly EntryRow[]): Promise<string> {
  const userId = client.user.get()?.id ?? 0;
  const aggregateIds = chunk.map((row) => aggregateIdOf(row, userId));
  const about = { patches: chunk.map((row) => [rowKey(row), PATCHES[action]] as const) };
  const bulk = {
    archive: activityCommands.archive,
    dearchive: activityCommands.dearchive,
    delete: activityCommands.deleteItems,
    restore: activityCommands.restore,
    spam: activityCommands.spam,
  };
  if (isState(action)) return client.enqueue(activityCommands.setState, { aggregateIds, state: action }, about);
  return client.enqueue(bulk[action], { aggregateIds }, about);
}

function enqueueAll(client: Client, action: Action, rows: readonly EntryRow[]): readonly Promise<string>[] {
  const processIds: Promise<string>[] = [];
  client.store.tx(() => {
    for (let from = 0; from < rows.length; from += CHUNK)
      processIds.push(send(client, action, rows.slice(from, from + CHUNK)));
  });
  return processIds;
}

/** Does an action to items, by key. */
export function act(client: Client, action: Action, keys: readonly string[]): Acted {
  const before = rowsOf(client, keys).filter((row) => changes(row, action));
  return { before, processIds: enqueueAll(client, action, before) };
}

/**
 * Takes an item that is New into process, as it was looked at. What has become of it elsewhere by the time that the server hears of this stays so.
 */
export function setSeen(client: Client, key: string): void {
  const row = client.store.get(key);
  if (row === undefined || row.status !== STATES.unseen || row.trashed) return;
  const patch: Patch = { status: STATES.seen, onlyNew: true };
  const aggregateIds = [aggregateIdOf(row, client.user.get()?.id ?? 0)];
  const params = { aggregateIds, state: 'seen', onlyNew: true } as const;
  void client.enqueue(activityCommands.setState, params, { patches: [[key, patch]] });
}

const STATE_ACTIONS: Readonly<Record<EntryRow['status'], State>> = { 1: 'unseen', 2: 'seen', 3: 'ready' };

/** The action that brings a row back to what it was before `action`. */
export function inverseOf(action: Action, before: EntryRow): Action {
  switch (action) {
    case 'unseen':
    case 'seen':
    case 'ready':
      return STATE_ACTIONS[before.status];
    case 'archive':
      return 'dearchive';
    case 'dearchive':
      return 'archive';
    case 'restore':
      return 'delete';
    case 'delete':
    case 'spam':
      return 'restore';
  }
}

/**
 * Gives every item its own former state back. A state is told even where the item seems to have it, as a colleague may have changed it
 * meanwhile: it is this person's wish, and the list shows it at once.
 */
export function undo(client: Client, action: Action, before: readonly EntryRow[]): void {
  const groups = Map.groupBy(before, (row) => inverseOf(action, row));
  client.store.tx(() => {
    for (const [inverse, rows] of groups) {
      const keys = rows.map(rowKey);
      if (isState(inverse)) void enqueueAll(client, inverse, rowsOf(client, keys));
      else act(client, inverse, keys);
    }
  });
  const putOff = before.filter((row) => row.snoozedUntil !== null && PATCHES[action].snoozedUntil === null);
  if (putOff.length > 0) void loadSnoozing().then(({ snoozeAgain }) => snoozeAgain(client, putOff));
}
