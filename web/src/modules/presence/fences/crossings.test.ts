import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeviceFences, FenceTarget, Position, Region } from '../../../device/device.ts';
import { accountOfRegion, placeOfRegion } from '../../../device/region-names.ts';
import { distanceBetween } from '../distance.ts';
import { carryOut } from './carry-out.ts';
import { correctionOf, planFences, type FenceMemory, type KnownPlaces } from './reconcile.ts';
import { KIEL, aServer, knownOf } from './testing/server.ts';

const ACCOUNTS = ['one/anna', 'one/ben', 'two/anna'] as const;
const MAX = 6;

type Step = (
  | { readonly kind: 'go'; readonly north: number }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly account: string; readonly id: number }
  | { readonly kind: 'move'; readonly account: string; readonly id: number; readonly north: number }
  | { readonly kind: 'signOut'; readonly account: string }
  | { readonly kind: 'lose' }
  | { readonly kind: 'close' }
  | { readonly kind: 'open'; readonly isOffline: boolean }
) & {
  /** After so many calls the app is ended, while it says what is to be watched; left out where it is not. */
  readonly endsAfter?: number | undefined;
};
const account = fc.constantFrom(...ACCOUNTS);
/** Few, so that what is watched is often of one account, then of two, then of one again. */
const id = fc.integer({ min: 1, max: 2 });
const north = fc.constantFrom(0, 10, 20, 30, 40);
const stepOf = <K extends Step['kind'], M extends Record<string, unknown>>(
  kind: K,
  more: { [N in keyof M]: fc.Arbitrary<M[N]> },
) =>
  fc.record({ kind: fc.constant(kind), endsAfter: fc.constantFrom(undefined, undefined, undefined, 0, 1, 2), ...more });
const steps = fc.array(
  fc.oneof(
    { arbitrary: stepOf('go', { north }), weight: 4 },
    { arbitrary: stepOf('subscribe', { account, id }), weight: 4 },
    { arbitrary: stepOf('unsubscribe', { account, id }), weight: 3 },
    stepOf('move', { account, id, north }),
    stepOf('signOut', { account }),
    // The system loses what is crossed from now on: it tells nothing twice.
    stepOf('lose', {}),
    stepOf('close', {}),
    { arbitrary: stepOf('open', { isOffline: fc.nat(3).map((one) => one === 0) }), weight: 4 },
  ),
  { maxLength: 40 },
) as fc.Arbitrary<Step[]>;

class Died extends Error {}

/** A phone among three accounts. What its system was told holds also while the app is not running; what the app knows by itself ends with it. */
function aWorld() {
  const servers = new Map<string, ReturnType<typeof aServer>>(ACCOUNTS.map((name) => [name, aServer()]));
  const signedIn = new Set<string>(ACCOUNTS);
  const serverOf = (name: string) => servers.get(name) ?? expect.fail(`No server of ${name}`);
  // What the system and the storage of the phone keep.
  const regions = new Map<string, Region>();
  const inside = new Set<string>();
  let native: FenceTarget | undefined;
  let memory: FenceMemory = {};
  let at: Position = { ...KIEL, latitude: KIEL.latitude + 900 * 0.0009 };
  let isLosing = false;
  // What the page knows.
  let isRunning = true;
  let isOffline = false;
  let posted: string | undefined;
  let callsLeft = Infinity;
  const natively: { readonly to: string; readonly region: string }[] = [];

  const isIn = (region: Position & { readonly radius: number }): boolean =>
    distanceBetween(at, region) <= region.radius;
  const call =
    <A extends readonly unknown[]>(work: (...given: A) => void) =>
    async (...given: A): Promise<void> => {
      callsLeft -= 1;
      if (callsLeft < 0) throw new Died();
      work(...given);
    };
  const forget = (name: string): void => {
    regions.delete(name);
    inside.delete(name);
  };
  const fences: Pick<DeviceFences, 'remove' | 'stop' | 'postTo' | 'add'> = {
    remove: call((names: readonly string[]) => names.forEach(forget)),
    stop: call(() => {
      for (const name of regions.keys()) forget(name);
      native = undefined;
    }),
    postTo: call((target: FenceTarget | undefined) => (native = target)),
    add: call((region: Region) => void regions.set(region.id, region)),
  };
  const known = (): KnownPlaces[] =>
    [...signedIn].map((name) => knownOf(name, isOffline ? undefined : serverOf(name).list()));

  async function plan(): Promise<void> {
    const next = planFences({ known: known(), watched: [...regions.keys()], memory, position: at, max: MAX });
    await carryOut(fences, next, {
      posted,
      targetOf: async (name) => (isOffline ? undefined : { url: name, token: 'fence' }),
      onPosted: (name) => (posted = name),
    });
    memory = next.memory;
  }
  /** What the app says once it knows where the device is. */
  function correct(): void {
    if (isOffline) return;
    for (const name of signedIn) {
      const server = serverOf(name);
      const { left, entered } = correctionOf(server.list(), at);
      if (left !== undefined) server.say(left.id, left.key ?? '', false);
      if (entered !== undefined) server.say(entered.id, entered.key ?? '', true);
    }
  }
  /** The system notices what is crossed: it posts where it was told to, and the app hears of it where it runs. */
  function cross(): void {
    for (const [name, region] of regions) {
      if (isIn(region) === inside.has(name)) continue;
      if (isIn(region)) inside.add(name);
      else inside.delete(name);
      if (isLosing) continue;
      const [own, key] = [accountOfRegion(name), String(region.payload['key'])];
      if (native !== undefined) {
        natively.push({ to: native.url, region: name });
        serverOf(native.url).say(placeOfRegion(name), key, isIn(region));
      }
      if (isRunning && !isOffline && own !== posted && signedIn.has(own))
        serverOf(own).say(placeOfRegion(name), key, isIn(region));
    }
  }
  function end(): void {
    isRunning = false;
    posted = undefined;
    callsLeft = Infinity;
  }
  function take(step: Step): void {
    if (step.kind === 'go') at = { ...KIEL, latitude: KIEL.latitude + step.north * 0.0009 };
    else if (step.kind === 'move') serverOf(step.account).move(step.id, step.north);
    else if (step.kind === 'lose') isLosing = true;
    else if (step.kind === 'open') {
      isRunning = true;
      isOffline = step.isOffline;
    } else if (step.kind === 'close') end();
    else {
      // Whoever switches something on or off has the app open for it.
      [isRunning, isOffline] = [true, false];
      const server = serverOf(step.account);
      if (step.kind === 'signOut') {
        signedIn.delete(step.account);
        for (const number of server.places.keys()) server.unsubscribe(number);
      } else if (signedIn.has(step.account)) {
        const number = server.numberOf.get(step.id) ?? 0;
        if (step.kind === 'subscribe') server.subscribe(number);
        else server.unsubscribe(number);
      }
    }
    callsLeft = step.endsAfter ?? Infinity;
  }
  return {
    servers,
    signedIn,
    regions,
    natively,
    isIn,
    native: () => native,
    /** What is watched goes by the servers, and not by what is kept of them. */
    isCurrent: () => isRunning && !isOffline,
    keyOf: (name: string) => servers.get(accountOfRegion(name))?.places.get(placeOfRegion(name))?.key,
    async run(step: Step): Promise<void> {
      take(step);
      if (isRunning)
        await plan().then(correct, (error: unknown) => {
          if (!(error instanceof Died)) throw error;
          end();
        });
      cross();
    },
    async open(): Promise<void> {
      [isRunning, isOffline, callsLeft] = [true, false, Infinity];
      await plan();
      cross();
      correct();
    },
  };
}

test('whatever is crossed while the app is closed, or ends amid saying what to watch, goes to its own server alone, and is right once the app is open again', () =>
  fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const world = aWorld();
      for (const step of all) {
        await world.run(step);
        // Where the system posts by itself, all that it watches is of that account.
        const target = world.native()?.url;
        for (const name of world.regions.keys()) if (target !== undefined) expect(accountOfRegion(name)).toBe(target);
        expect(world.regions.size).toBeLessThanOrEqual(MAX);
        // Of what is switched on alone.
        if (world.isCurrent())
          for (const [name, { payload }] of world.regions) expect(world.keyOf(name)).toBe(payload['key']);
      }
      for (const { to, region } of world.natively) expect(accountOfRegion(region)).toBe(to);
      await world.open();
      for (const name of world.signedIn) {
        const server = world.servers.get(name);
        const here = (server?.list() ?? [])
          .filter((one) => one.key !== null && world.isIn(one as Position & { radius: number }))
          .map(({ id: number }) => number);
        if (here.length === 0) expect(server?.active()).toBeUndefined();
        else expect(here).toContain(server?.active());
      }
      for (const name of world.regions.keys()) expect(world.signedIn).toContain(accountOfRegion(name));
      // Switched off everywhere, nothing is watched, and posted nowhere.
      for (const server of world.servers.values())
        for (const number of server.places.keys()) server.unsubscribe(number);
      await world.open();
      expect([world.regions.size, world.native()]).toEqual([0, undefined]);
    }),
    { numRuns: 300 },
  ));

test('what is watched of one account is posted though the app is closed; of two it is said when the app is open again', async () => {
  const world = aWorld();
  const [one, two] = [world.servers.get('one/anna'), world.servers.get('two/anna')];
  const [closed, there] = [{ kind: 'close' } as const, { kind: 'go', north: 10 } as const];
  await world.run({ kind: 'subscribe', account: 'one/anna', id: 2 });
  await world.run(closed);
  await world.run(there);
  expect(one?.active()).toBe(2);
  await world.run({ kind: 'open', isOffline: false });
  await world.run({ kind: 'subscribe', account: 'two/anna', id: 1 });
  expect(world.native()).toBeUndefined();
  await world.run(closed);
  await world.run({ kind: 'go', north: 0 });
  expect([one?.active(), two?.active()]).toEqual([2, undefined]);
  await world.open();
  expect([one?.active(), two?.active()]).toEqual([undefined, 1]);
});
