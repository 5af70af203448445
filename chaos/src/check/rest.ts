import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { EntriesInRowsSchema } from '../../../web/src/client/entry-rows.ts';
import { LISTS, shownOf, type ShownRow } from '../clients/lists.ts';
import type { ShownThread } from '../clients/threads.ts';
import type { ShownList } from '../clients/page.ts';
import type { Run } from '../run.ts';
import { readConnections, readJobs, readRows, readThreads, type TextNow } from '../world/oracle.ts';
import type { Violation } from './violations.ts';

/** The most connections that a server has by its settings: those of requests, of the owner, and of the jobs. */
const MAX_CONNECTIONS = 40;
const LOOK_MS = 250;

/** Waits until everything shows what is stored and no work is left, for so long; returns what is not so then. */
export async function checkRest(run: Run, mostMs: number): Promise<Violation[]> {
  for (const end = performance.now() + mostMs; ; await sleep(LOOK_MS)) {
    const found = [...(await checkJobs(run)), ...(await checkShown(run)), ...(await checkFresh(run))];
    if (found.length === 0 || performance.now() > end) return found;
  }
}

async function checkJobs(run: Run): Promise<Violation[]> {
  const url = await run.url();
  const [jobs, connections] = [await readJobs(url), await readConnections(url)];
  const say = (detail: string): Violation => ({ invariant: 'no work is left behind', detail });
  return [
    ...jobs.map(({ task, attempts, error }) => say(`${task} after ${attempts} tries: ${error}`)),
    ...(connections.all > MAX_CONNECTIONS * run.servers.all.length
      ? [say(`${connections.all} connections are open`)]
      : []),
    ...(connections.idle > 0 ? [say(`${connections.idle} transactions are open and idle`)] : []),
  ];
}

const textOf = (row: ShownRow | undefined): string =>
  row === undefined
    ? 'nothing'
    : `${row.module} ${row.id} of ${row.timestamp} v${row.version} ${row.status}${row.archived ? ' archived' : ''}${row.trashed ? ' trashed' : ''}`;

async function checkShown(run: Run): Promise<Violation[]> {
  const stored = await readRows(await run.url());
  const threads = await readThreads(await run.url());
  return run.desks.flatMap((desk) => {
    const isBarred = run.words.barredSince(desk.given.instance, desk.given.person) !== undefined;
    const rows = isBarred ? [] : (stored.get(desk.who) ?? []);
    return desk.pages.flatMap((page, index) => {
      const name = `${desk.given.name}.${index} of ${desk.who}`;
      const lists = page.shown();
      if (lists.length === 0) return [difference(name, 'nobody is signed in')];
      return [
        ...lists.flatMap((list) => compare(list, rows, name)),
        ...page
          .threads()
          .flatMap((thread) => compareThread(thread, textsOf(threads, desk.given.instance, thread), name)),
      ];
    });
  });
}

/** What the server answers who asks it directly. */
async function checkFresh(run: Run): Promise<Violation[]> {
  const stored = await readRows(await run.url());
  const found: Violation[] = [];
  for (const [who, [script]] of Map.groupBy(run.scripts, (script) => script.who)) {
    const [inbox] = LISTS;
    if (script === undefined || inbox === undefined) continue;
    const { id, definition, params } = inbox.source;
    const text = await script.ask(run.serverBase, definition.name, params as object).catch(() => '{}');
    const { results, totalCount = 0 } = JSON.parse(text) as { results?: unknown; totalCount?: number };
    const rows = v.safeParse(EntriesInRowsSchema, results);
    const list = { id, rows: rows.success ? rows.output.map(shownOf) : [], total: totalCount };
    found.push(
      ...compare({ ...list, isComplete: true, isLoaded: rows.success }, stored.get(who) ?? [], `an answer to ${who}`),
    );
  }
  return found;
}

const difference = (page: string, what: string): Violation => ({
  invariant: 'every page shows what is stored',
  detail: `${page}: ${what}`,
});

/** What is stored of a thread: before its first answer that is what all of the message read. */
const textsOf = (
  threads: ReadonlyMap<string, readonly TextNow[]>,
  instance: string,
  { id, segment }: ShownThread,
): readonly TextNow[] => threads.get(`${instance} ${id} ${segment}`) ?? threads.get(`${instance} ${id} 0`) ?? [];

/** A thread as a page shows it, from wherever that begins, beside what is stored. */
export function compareThread(
  { id, segment, texts }: ShownThread,
  stored: readonly TextNow[],
  page: string,
): Violation[] {
  const thread = `thread ${segment} of item ${id}`;
  if (texts === undefined) return [difference(page, `${thread} is not loaded`)];
  const inShort = ({ no, sendBy, message, edit }: TextNow): string => `${no} by ${sendBy}, edit ${edit}: ${message}`;
  const here = texts.map(inShort);
  const there = stored.filter(({ no }) => no >= (texts[0]?.no ?? 0)).map(inShort);
  if (here.length > 0 && here.join('\n') === there.join('\n')) return [];
  const only = (a: readonly string[], b: readonly string[]): string => a.filter((one) => !b.includes(one)).join('; ');
  return [
    difference(
      page,
      `${thread}: ${here.length} texts, stored ${there.length}; only here: ${only(here, there)}; only stored: ${only(there, here)}`,
    ),
  ];
}

/** Rows in their order, but for those of one second, which stand in any. */
const withinSeconds = (rows: readonly (ShownRow | undefined)[]): readonly (ShownRow | undefined)[] => {
  const runs: (ShownRow | undefined)[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run === undefined || run[0]?.timestamp !== row?.timestamp) runs.push([row]);
    else run.push(row);
  }
  return runs.flatMap((run) => run.toSorted((a, b) => (b?.id ?? 0) - (a?.id ?? 0)));
};

/** A list as a page shows it, beside what is stored. */
export function compare(list: ShownList, stored: readonly ShownRow[], page: string): Violation[] {
  const holds = LISTS.find(({ source }) => source.id === list.id)?.holds ?? (() => true);
  const all = stored.filter(holds);
  if (!list.isLoaded) return [difference(page, `${list.id} is not loaded`)];
  const there = withinSeconds(list.isComplete ? all : all.slice(0, list.rows.length)).map(textOf);
  const here = withinSeconds(list.rows).map(textOf);
  if (here.join('\n') === there.join('\n') && list.total === all.length) return [];
  const only = (a: readonly string[], b: readonly string[]): string => a.filter((one) => !b.includes(one)).join('; ');
  const counts = `${here.length} of ${list.total}, stored ${all.length}`;
  return [
    difference(page, `${list.id}: ${counts}; only here: ${only(here, there)}; only stored: ${only(there, here)}`),
  ];
}
