import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPending, takenOf, type Pending } from './pending.ts';

const [row = []] = appointmentQueries.range.example.result.rows;
const IDS = [31, 32, 33];
const dayOf = (day: number): string => new Date(Date.UTC(2026, 11, 1 + day, 9)).toISOString();
const spanAt = (appointmentId: number, start: string): Span => ({
  ...readSpan(row),
  appointmentId,
  original: 0,
  start,
});

/** Where appointments are; those that are removed are nowhere. */
type Places = ReadonlyMap<number, string>;
const done = (places: Places, id: number, change: Pending): Places => {
  if (change.kind === 'moved' && places.has(id)) return new Map([...places, [id, change.to.start]]);
  if (change.kind === 'removed') return new Map([...places].filter(([other]) => other !== id));
  return places;
};

/** One client and its server, between which commands, their answers and what was asked for are under way. */
class World {
  now = 1;
  server: Places = new Map(IDS.map((id) => [id, dayOf(0)]));
  changes: readonly Pending[] = [];
  /** What the client wants, in its order. */
  wanted: Places = this.server;
  answer = { places: this.server, requestedAt: 0 };
  readonly sent: { readonly id: number; readonly change: Pending }[] = [];
  readonly done: Pending[] = [];
  readonly asked: { readonly requestedAt: number; places: Places | undefined }[] = [];

  change(id: number, change: Pending): void {
    if (!this.wanted.has(id)) return;
    this.wanted = done(this.wanted, id, change);
    this.changes = [...this.changes, change];
    this.sent.push({ id, change });
  }
  /** The server takes the next command. */
  take(): void {
    const next = this.sent.shift();
    if (next === undefined) return;
    this.server = done(this.server, next.id, next.change);
    this.done.push(next.change);
  }
  /** The client hears that it has. */
  hear(): void {
    const heard = this.done.shift();
    if (heard !== undefined) this.changes = takenOf(this.changes, (one) => one === heard, this.now);
  }
  ask(): void {
    this.asked.push({ requestedAt: this.now, places: undefined });
  }
  /** The server answers what was asked for first, and the answer arrives after some time. */
  read(): void {
    const next = this.asked.find(({ places }) => places === undefined);
    if (next !== undefined) next.places = this.server;
  }
  arrive(): void {
    const [next] = this.asked;
    if (next?.places === undefined) return;
    this.asked.shift();
    if (next.requestedAt >= this.answer.requestedAt)
      this.answer = { places: next.places, requestedAt: next.requestedAt };
  }
  shown(): Places {
    const spans = [...this.answer.places].map(([id, start]) => spanAt(id, start));
    const known = { requestedAt: this.answer.requestedAt, waiting: new Set<string>() };
    return new Map(applyPending(spans, this.changes, known).map(({ span }) => [span.appointmentId ?? 0, span.start]));
  }
  settle(): void {
    while (this.sent.length + this.done.length > 0) {
      this.take();
      this.hear();
    }
    this.now += 1;
    this.ask();
    while (this.asked.length > 0) {
      this.read();
      this.arrive();
    }
  }
}

const STEPS = ['move', 'remove', 'take', 'take', 'hear', 'hear', 'ask', 'read', 'arrive'] as const;
const stepOf = fc.record({
  step: fc.constantFrom(...STEPS),
  id: fc.constantFrom(...IDS),
  day: fc.integer({ min: 1, max: 9 }),
});

test('what one client moves and removes stands where it was put, whatever is on its way, and in the end as the server has it', () => {
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 20, maxLength: 60, size: 'max' }), (steps) => {
      const world = new World();
      for (const { step, id, day } of steps) {
        world.now += 1;
        const start = dayOf(day);
        if (step === 'move') {
          const to = { start, end: start, timeMode: 'fixedTime' } as const;
          world.change(id, { kind: 'moved', of: `${id}:0`, to });
        } else if (step === 'remove') world.change(id, { kind: 'removed', of: `${id}:0` });
        else world[step]();
        expect(world.shown()).toEqual(world.wanted);
      }
      world.settle();
      expect(world.shown()).toEqual(world.server);
      expect(world.server).toEqual(world.wanted);
    }),
    { numRuns: 2500 },
  );
});
