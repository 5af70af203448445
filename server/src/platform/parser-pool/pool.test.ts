import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ParserPool } from './index.ts';

interface Order {
  readonly name: string;
  readonly until: string;
}
interface Done {
  readonly ok: true;
  readonly name: string;
}

let folder: string;
let pool: ParserPool<Order, Done> | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor pool '));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await pool?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (more: { readonly processes: number; readonly standsBy?: boolean }): ParserPool<Order, Done> =>
  (pool = new ParserPool<Order, Done>({
    wallMs: 60_000,
    cpuMs: 60_000,
    memoryMiB: 64,
    childFile: join(import.meta.dirname, 'testing', 'told-process.ts'),
    onKill: () => undefined,
    ...more,
  }));
const order = (name: string): Order => ({ name, until: join(folder, name) });
const allow = (...names: string[]): void => names.forEach((name) => writeFileSync(join(folder, name), ''));

/** Gives work to a pool that is busy until all of it was given; returns the order in which it is done. */
async function doneInOrder(
  given: readonly (readonly [string, number])[],
  beforeGoing = (): void => {},
): Promise<string[]> {
  const one = open({ processes: 1 });
  const done: string[] = [];
  const first = one.run(order('first'));
  const all = given.map(([name, size]) => one.run(order(name), { size }).then(() => done.push(name)));
  allow(...given.map(([name]) => name));
  beforeGoing();
  allow('first');
  await first;
  await Promise.all(all);
  return done;
}

test('what is smaller goes first, and what is equal in the order of the calls', async () => {
  expect(
    await doneInOrder([
      ['large', 300],
      ['small', 1],
      ['also small', 1],
      ['middle', 20],
    ]),
  ).toEqual(['small', 'also small', 'middle', 'large']);
});

test('what has waited for five seconds is overtaken no more', async () => {
  const now = performance.now();
  const done = await doneInOrder(
    [
      ['large', 300],
      ['small', 1],
    ],
    () => {
      vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    },
  );
  expect(done).toEqual(['large', 'small']);
});

test('another process stands by for work that comes while one is at work', async () => {
  const two = open({ processes: 2, standsBy: true });
  const long = two.run(order('long'));
  allow('short');
  expect(await two.run(order('short'))).toEqual({ ok: true, name: 'short' });
  allow('long');
  expect(await long).toEqual({ ok: true, name: 'long' });
});
