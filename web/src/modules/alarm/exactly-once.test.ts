import type { Alarm } from '@kontor/contract/alarm';
import { formatAggregateId } from '@kontor/contract/kernel';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalOf, isOver, type OwnAlarm } from '../../device/testing/alarm-arrival.ts';
import { NO_PLAN, outlivedAlarms, planAlarms, type KnownAlarms, type PlanMemory } from './plan.ts';

const START = 1_795_219_200;
const ACCOUNTS = ['demo/anna', 'demo/anna b'];

const anAlarm = (number: number, at: number): Alarm => ({
  id: number,
  title: `Alarm ${number}`,
  type: 'task',
  timestamp: at + 3600,
  alarmTimestamp: at,
  overriddenAlarmTimestamp: null,
  userAlarmTimestamp: at,
  aggregateId: formatAggregateId({ module: 'task', entryId: number, userId: 1 }),
  moduleName: 'task',
  contact: '',
});

interface ServerAlarm {
  readonly at: number;
  readonly state: 'waits' | 'rings' | 'over';
}
interface Push {
  readonly kind: 'alarm' | 'silence';
  readonly account: string;
  readonly named: readonly { readonly name: string; readonly at: number }[];
}

/** A phone as its system, its plugin and its shell have it. `skew`: by how much its clock is ahead, in seconds. */
function aPhone(limit: number, skew: number) {
  const timers = new Map<number, { account: string; type: string; id: number; at: number }>();
  // The plugin lists what it was handed, whether the system still has a timer for it or not.
  const records = new Map<number, { account: string; type: string; id: number; at: number }>();
  const shown = new Map<number, string>();
  const notices = new Map<string, string>();
  let handed = new Map<string, { id: number; at: number }>();
  const reported = new Set<string>();
  /** The moments of the pushes that notices are of. */
  const last = new Map<string, number>();
  let memory: PlanMemory = NO_PLAN;
  /** How often each alarm was shown, by its name and moment. */
  const times = new Map<string, number>();
  const count = (key: string): void => void times.set(key, (times.get(key) ?? 0) + 1);
  const ring = (id: number): void => {
    const record = records.get(id);
    timers.delete(id);
    if (record === undefined) return;
    const name = `${record.account} ${record.type}:${record.id}`;
    const key = `${name}@${handed.get(name)?.at ?? memory.handed[name]?.at}`;
    shown.set(id, key);
    count(key);
  };
  const end = (id: number): void => {
    for (const one of [timers, records, shown]) one.delete(id);
  };
  // What has rung does not ring again, though the push about it comes only now.
  const endOwn = (name: string, { id, at }: { readonly id: number; readonly at: number }): void => {
    if (stateOf(id) !== 'WAITS') reported.add(`${name}@${at}`);
    end(id);
  };
  const stateOf = (id: number): OwnAlarm => (shown.has(id) ? 'SHOWN' : records.has(id) ? 'WAITS' : 'PUT_AWAY');
  return {
    times,
    shown,
    /** The page runs, and knows this. */
    plan(known: readonly KnownAlarms[], serverNow: number): void {
      const now = serverNow + skew;
      const pending = [...records].filter(([, { at }]) => at > now).map(([id, extra]) => ({ id, extra }));
      const plan = planAlarms({
        known,
        pending,
        memory,
        now,
        limits: { pending: limit, days: 14 },
        isTold: (name, at) => reported.has(`${name}@${at}`),
      });
      for (const id of plan.cancel) {
        timers.delete(id);
        records.delete(id);
      }
      for (const { id, account, alarm, at } of plan.schedule) {
        shown.delete(id);
        const extra = { account, type: alarm.type, id: alarm.id, at };
        timers.set(id, extra);
        records.set(id, extra);
      }
      for (const id of outlivedAlarms(memory, plan.memory)) end(id);
      memory = plan.memory;
      const before = handed;
      handed = new Map(
        Object.entries(memory.handed).flatMap(([name, { at }]) => {
          const id = memory.ids[name];
          if (id === undefined) return [];
          // What a silence has called off meanwhile was not put away by anybody.
          const isKnown = before.get(name)?.id === id && before.get(name)?.at === at;
          return isKnown || stateOf(id) !== 'PUT_AWAY' ? [[name, { id, at }] as const] : [];
        }),
      );
    },
    pass(serverNow: number): void {
      for (const [id, { at }] of timers) if (at <= serverNow + skew) ring(id);
    },
    arrive({ kind, account, named }: Push): void {
      let isShown: string[] = [];
      for (const { name, at } of named) {
        const whole = `${account} ${name}`;
        const own = handed.get(whole);
        if (kind === 'silence') {
          if (own !== undefined && isOver(at, own.at)) {
            endOwn(whole, own);
            handed.delete(whole);
          }
          if ((last.get(whole) ?? 0) <= at) notices.delete(whole);
          continue;
        }
        const key = `${whole}@${at}`;
        const does = arrivalOf(at, reported.has(key), own === undefined ? 'NONE' : stateOf(own.id), own?.at ?? 0);
        if (does === 'REPLACE' && own !== undefined) endOwn(whole, own);
        const isRung = does === 'RING' && own !== undefined && timers.has(own.id);
        if (isRung) ring(own.id);
        else if (does === 'RING' && own !== undefined) records.delete(own.id);
        if (does !== 'NOTHING' && !isRung) isShown = [...isShown, key];
        reported.add(key);
        if (!isRung) last.set(whole, at);
      }
      for (const key of isShown) {
        count(key);
        notices.set(key.slice(0, key.indexOf('@')), key);
      }
    },
    putAway(): void {
      const [first] = shown.keys();
      if (first !== undefined) end(first);
      else notices.clear();
    },
    /** The system throws timers away, as when exact alarms are forbidden. */
    loseTimers: () => timers.clear(),
  };
}

const account = fc.constantFrom(...ACCOUNTS);
const id = fc.integer({ min: 1, max: 3 });
const ahead = fc.integer({ min: 1, max: 600 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), account, id, ahead }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('plan' as const, 'stalePlan' as const) }) },
  fc.record({ kind: fc.constant('snooze' as const), account, id, ahead }),
  fc.record({ kind: fc.constant('done' as const), account, id }),
  fc.record({ kind: fc.constantFrom('putAway' as const, 'loseTimers' as const, 'twice' as const) }),
  fc.record({ kind: fc.constantFrom('offline' as const, 'online' as const) }),
  fc.record({ kind: fc.constant('deliver' as const), which: fc.nat() }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Kind = Step['kind'];

/** Servers with the alarms of two accounts, and a phone that hears of them by pushes and by what its page asks. */
function aScenario(limit: number, skew: number) {
  const phone = aPhone(limit, skew);
  const server = new Map(ACCOUNTS.map((name) => [name, new Map<number, ServerAlarm>()]));
  const known = new Map<string, readonly Alarm[]>();
  const waiting: Push[] = [];
  let isOnline = true;
  let now = START;
  let last: Push | undefined;
  const arrive = (push: Push): void => {
    last = push;
    phone.arrive(push);
  };
  const send = (push: Push): void => void (isOnline ? arrive(push) : waiting.push(push));
  const arriveAll = (): void => waiting.splice(0).forEach(arrive);
  const end = (of: string, number: number): void => {
    const alarm = server.get(of)?.get(number);
    if (alarm === undefined || alarm.state === 'over') return;
    server.get(of)?.set(number, { ...alarm, state: 'over' });
    send({ kind: 'silence', account: of, named: [{ name: `task:${number}`, at: alarm.at }] });
  };
  const set = (of: string, number: number, ahead: number): void => {
    end(of, number);
    server.get(of)?.set(number, { at: now + ahead, state: 'waits' });
  };
  function ringDue(): void {
    for (const [of, own] of server) {
      const due = [...own].filter(([, { at, state }]) => state === 'waits' && at <= now);
      for (const [number, { at }] of due) own.set(number, { at, state: 'rings' });
      const named = due.map(([number, { at }]) => ({ name: `task:${number}`, at }));
      // Some at once are pushed as one.
      if (named.length > 1) send({ kind: 'alarm', account: of, named });
      else for (const one of named) send({ kind: 'alarm', account: of, named: [one] });
    }
  }
  function fetch(): void {
    for (const [of, own] of server) {
      const open = [...own].filter(([, { state }]) => state !== 'over');
      known.set(
        of,
        open.map(([number, { at }]) => anAlarm(number, at)),
      );
    }
  }
  const plan = (): void =>
    phone.plan(
      [...known].map(([of, alarms]) => ({ account: of, alarms, until: Infinity })),
      now,
    );
  const does: { readonly [K in Kind]: (step: Extract<Step, { readonly kind: K }>) => void } = {
    pass({ seconds }) {
      now += seconds;
      // Which of both is first, the phone or the server, is a matter of their clocks.
      if (skew > 0) phone.pass(now);
      ringDue();
      phone.pass(now);
    },
    set: ({ account: of, id: number, ahead: by }) => set(of, number, by),
    snooze: ({ account: of, id: number, ahead: by }) =>
      server.get(of)?.get(number)?.state === 'rings' ? set(of, number, by) : undefined,
    done: ({ account: of, id: number }) => end(of, number),
    plan() {
      if (isOnline) fetch();
      plan();
    },
    stalePlan: plan,
    putAway: phone.putAway,
    loseTimers: phone.loseTimers,
    // A service that had no answer sends again.
    twice: () => (last?.kind === 'alarm' ? phone.arrive(last) : undefined),
    deliver: ({ which }) =>
      waiting.length > 0 ? waiting.splice(which % waiting.length, 1).forEach(arrive) : undefined,
    offline() {
      isOnline = false;
    },
    online() {
      isOnline = true;
      arriveAll();
    },
  };
  return {
    phone,
    take: (one: Step): void => (does[one.kind] as (given: Step) => void)(one),
    /** All that is on its way comes; returns what rings still, by name and moment. */
    finish(): readonly string[] {
      arriveAll();
      return [...server].flatMap(([of, own]) =>
        [...own].flatMap(([number, { at, state }]) => (state === 'rings' ? [`${of} task:${number}@${at}`] : [])),
      );
    },
  };
}

test('an alarm that rings is shown once, whatever comes in which order: plans, pushes, delays, what is done elsewhere', () =>
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: -200, max: 200 }),
      (steps, limit, skew) => {
        const scenario = aScenario(limit, skew);
        for (const one of steps) scenario.take(one);
        const ringing = scenario.finish();
        const { times } = scenario.phone;
        for (const [key, count] of times) expect([key, count]).toEqual([key, 1]);
        for (const key of ringing) expect([key, times.get(key)]).toEqual([key, 1]);
      },
    ),
    { numRuns: 1000 },
  ));
