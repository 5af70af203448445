import type { EntryRow } from '@kontor/contract/activity';
import type { QueuedCommand } from '../command.ts';
import { isOptimistic } from '../command.ts';
import { rowKey } from '../entity-store.ts';
import type { Patch } from '../overlay.ts';
import type { Page } from './page.ts';
import type { Op, People } from './person.ts';
import { LIST_NAMES } from './server.ts';
import type { World } from './world.ts';

/** What must hold, by the name of the test that says so. */
export const INVARIANTS = [
  'each command takes effect once',
  'nothing is lost but what was discarded',
  'an item’s commands take effect in their order',
  'nobody’s commands are sent as somebody else',
  'after rest nothing is under way',
  'all pages and the storage agree',
  'after rest every view equals a fresh answer',
  'what was said to be done stays done on the screen',
  'what is refused was refused by the server, and took no effect',
  'what waits and is done is listed',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

export interface Violation {
  readonly invariant: Invariant;
  readonly detail: string;
}

const listed = (commands: readonly QueuedCommand[]): string =>
  commands.map(({ processId, state }) => `${processId} ${state}`).join(', ');

/** The screen never takes back by itself what its person has done. Looked at after every step of a calm run. */
export function checkShown(people: People): Violation[] {
  const found: Violation[] = [];
  for (const [page, shown] of people.shown) {
    if (page.isDead()) continue;
    for (const [key, patch] of shown) {
      const row = page.replica.store.get(key);
      for (const [field, value] of Object.entries(patch) as [keyof Patch & keyof EntryRow, unknown][]) {
        if (row !== undefined && row[field] === value) continue;
        const detail = `${page.name} shows ${key} ${field} ${JSON.stringify(row?.[field])}, not ${String(value)}`;
        found.push({ invariant: 'what was said to be done stays done on the screen', detail });
      }
    }
  }
  return found;
}

/** Everything that can be said of the commands once all is at rest. */
export function checkCommands(world: World, people: People): Violation[] {
  const found: Violation[] = [];
  const say = (invariant: Invariant, detail: string): void => void found.push({ invariant, detail });
  const times = Map.groupBy(world.server.applied, ({ processId }) => processId);
  for (const op of people.ops) {
    const count = times.get(op.processId)?.length ?? 0;
    if (count > 1) say('each command takes effect once', `${op.processId} took effect ${count} times`);
    const kept = world.storage.of(op.person).get(op.processId);
    if (kept?.state === 'refused' && (count > 0 || !op.forbidden)) {
      const detail = `${op.processId} took effect ${count} times, and is refused for ${kept.refusal?.code}`;
      say('what is refused was refused by the server, and took no effect', detail);
    }
    if (count === 0 && !op.isDiscarded && !op.mayBeLost && kept?.state !== 'refused')
      say('nothing is lost but what was discarded', `${op.processId} is ${kept?.state ?? 'nowhere'}`);
  }
  for (const { processId } of world.server.applied) {
    if (!people.ops.some((op) => op.processId === processId))
      say('each command takes effect once', `${processId} was never given`);
  }
  for (const detail of world.server.violations) say('nobody’s commands are sent as somebody else', detail);
  found.push(...checkOrder(world, people));
  return found;
}

/** True where one was certainly given before the other: on the same page, or stored before the other was made. */
const isBefore = (a: Op, b: Op): boolean =>
  a.page === b.page ? a.madeAt < b.madeAt : a.storedAt !== undefined && a.storedAt < b.madeAt && !b.isMemory;

function checkOrder(world: World, people: People): Violation[] {
  const found: Violation[] = [];
  const ops = new Map(people.ops.filter((op) => !op.isOrderFree && !op.isDiscarded).map((op) => [op.processId, op]));
  const sequences = new Map<string, Op[]>();
  for (const { processId, keys } of world.server.applied) {
    const op = ops.get(processId);
    if (op === undefined) continue;
    for (const key of keys) sequences.set(key, [...(sequences.get(key) ?? []), op]);
  }
  for (const [key, sequence] of sequences) {
    sequence.forEach((later, index) => {
      for (const earlier of sequence.slice(0, index)) {
        if (later.person !== earlier.person || !isBefore(later, earlier)) continue;
        const detail = `${key}: ${later.processId} took effect after ${earlier.processId}, and was given before`;
        found.push({ invariant: 'an item’s commands take effect in their order', detail });
      }
    });
  }
  return found;
}

/** Every page, and what it shows, against the storage and a fresh answer. */
export function checkPages(world: World, pages: readonly Page[]): Violation[] {
  const found: Violation[] = [];
  const say = (invariant: Invariant, detail: string): void => void found.push({ invariant, detail });
  for (const page of pages) {
    const { queue, store } = page.replica;
    const kept = [...world.storage.of(page.person).values()];
    const waiting = kept.filter(isOptimistic);
    if (waiting.length > 0) say('after rest nothing is under way', `the storage holds ${listed(waiting)}`);
    if (!queue.isResting()) say('after rest nothing is under way', `${page.name} holds ${listed(queue.all())}`);
    const pending = [...store.pending()];
    if (pending.length > 0) say('after rest nothing is under way', `${page.name} still changes ${pending.join()}`);
    const byId = (a: string, b: string): number => (a < b ? -1 : 1);
    const here = queue
      .all()
      .map(({ processId, state }) => `${processId} ${state}`)
      .sort(byId);
    const there = kept.filter(({ state }) => state !== 'done').map(({ processId, state }) => `${processId} ${state}`);
    if (here.join() !== there.sort(byId).join())
      say('all pages and the storage agree', `${page.name} holds ${here.join()}, the storage ${there.join()}`);
    const done = new Set(queue.done().map(({ processId }) => processId));
    for (const { processId, state } of kept)
      if (state === 'done' && !done.has(processId))
        say('what waits and is done is listed', `${page.name}: ${processId}`);
    for (const name of LIST_NAMES) found.push(...checkList(world, page, name));
  }
  return found;
}

const shownOf = (row: EntryRow): string =>
  `${rowKey(row)} v${row.aggregateVersion} ${row.status}${row.archived ? ' archived' : ''}${row.trashed ? ' trashed' : ''}${row.snoozedUntil === null ? '' : ` snoozed ${row.snoozedUntil}`}`;

function checkList(world: World, page: Page, name: (typeof LIST_NAMES)[number]): Violation[] {
  const fresh = world.server.fresh(name);
  const { ids, total, complete } = page.replica.lists.snapshot(name);
  const shown = ids.map((key) => page.replica.store.get(key));
  const here = shown.map((row) => (row === undefined ? 'nothing' : shownOf(row)));
  const there = fresh.slice(0, complete ? undefined : ids.length).map(shownOf);
  if (here.join('\n') === there.join('\n') && total === fresh.length) return [];
  const only = (a: readonly string[], b: readonly string[]): string => a.filter((one) => !b.includes(one)).join('; ');
  const detail = `${page.name} ${name}: ${ids.length} of ${total}, the server ${fresh.length}; only here: ${only(here, there)}; only there: ${only(there, here)}`;
  return [{ invariant: 'after rest every view equals a fresh answer', detail }];
}
