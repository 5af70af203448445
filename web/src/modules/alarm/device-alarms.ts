import { alarmQueries, type Alarm } from '@kontor/contract/alarm';
import { CLIENT_VERSION, type ItemKindName } from '@kontor/contract/kernel';
import { queryKey } from '../../client/ask.ts';
import type { Client } from '../../client/client.ts';
import { followClients } from '../../client/follow-clients.ts';
import type { Kontor } from '../../client/kontor.ts';
import type { AlarmExtra, Device } from '../../device/device.ts';
import { detailHref, type Shell } from '../../shell/index.ts';
import { onFetch } from '../../shell/background/fetch.ts';
import { browserOf } from '../../shell/background/foreground.ts';
import { readerOf } from '../../shell/background/notify.ts';
import { openIn } from '../../shell/background/open-in.ts';
import { quietUntil } from '../../shell/background/quiet.ts';
import { isLocked } from '../../shell/lock/locked.ts';
import { alarmNotice } from '../../service-worker/notices.ts';
import { watchActs } from './acts.ts';
import { createOutbox, pressOf, snoozeAction } from './device-outbox.ts';
import { readMemory as readTold } from './memory.ts';
import {
  NO_PLAN,
  outlivedAlarms,
  planAlarms,
  wholeName,
  type KnownAlarms,
  type Plan,
  type PlanMemory,
} from './plan.ts';
import { nameOf, tagOf, withActs } from './rules.ts';
import { texts } from './texts.ts';

/** How often servers are asked while the app runs, in milliseconds. */
const EVERY_MS = 900_000;
/** How far ahead the answer to a background fetch reaches, in seconds. */
const BACKGROUND_S = 86_400;
const MEMORY = 'kontor.alarmPlan';

export interface DeviceAlarmsOptions {
  readonly device: Pick<Device, 'alarms' | 'platform'>;
  readonly kontor: Pick<Kontor, 'accountEntries' | 'session' | 'show' | 'env'>;
  readonly shell: Pick<Shell, 'navigator' | 'settings'>;
}

function readMemory(storage: { getItem(key: string): string | null }): PlanMemory {
  try {
    const { ids, handed } = JSON.parse(storage.getItem(MEMORY) ?? '{}') as Partial<PlanMemory>;
    return { ids: ids ?? {}, handed: handed ?? {} };
  } catch {
    return NO_PLAN;
  }
}

/** Takes away what the system of a phone shows of alarms: somebody looks at a page that shows them. */
export async function dismissShown(
  { alarms, push }: Pick<Device, 'alarms' | 'push'>,
  { key, env }: Pick<Client, 'key' | 'env'>,
  shown: readonly Alarm[],
): Promise<void> {
  const { ids } = readMemory(env.settings);
  await alarms.dismiss(shown.flatMap((alarm) => ids[wholeName(key, alarm)] ?? []));
  await push.dismiss(key, ['alarms', ...shown.map((alarm) => tagOf(nameOf(alarm)))]);
}

/** Watches the alarms of one account, with what was done to them on this device. */
function watchAccount(client: Client, onChange: () => void) {
  const { unconfirmed } = alarmQueries;
  const key = queryKey(unconfirmed, {});
  const acts = watchActs(client);
  const dataOf = (): readonly Alarm[] | undefined => client.ask.cache.peek(key).data as readonly Alarm[] | undefined;
  const changed = (): void => {
    acts.know(dataOf() ?? []);
    onChange();
  };
  const stops = [
    client.ask.cache.watch(
      key,
      (signal) => client.ask.run(unconfirmed, {}, signal),
      changed,
      client.ask.keeping(unconfirmed, {}),
    ),
    acts.all.subscribe(onChange),
    acts.close,
  ];
  changed();
  return {
    client,
    known: (): KnownAlarms => {
      const data = dataOf();
      return {
        account: client.key,
        alarms: withActs(data ?? [], acts.all.get()),
        until: data === undefined ? 0 : Infinity,
      };
    },
    refresh: () => client.ask.refresh(unconfirmed, {}),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Plans what the system is to ring, whenever it is told to. `knownOf`: what is known of a client's alarms. */
function createPlanner(
  { device: { alarms }, kontor, shell }: DeviceAlarmsOptions,
  knownOf: (client: Client) => KnownAlarms | undefined,
): (fetched?: ReadonlyMap<string, KnownAlarms>) => Promise<void> {
  const { env } = kontor;
  const languageOf = (client: Client) => readerOf(client, shell.settings.get()).language;
  let buttons = '';
  async function sayButtons(client: Client): Promise<void> {
    const t = texts[languageOf(client)];
    const spans: Readonly<Record<string, string>> = t.spans;
    const all = [
      { id: 'ok', title: t.ok },
      ...alarms.snoozeMinutes.map((minutes) => ({ id: snoozeAction(minutes), title: spans[minutes] ?? '' })),
    ];
    if (JSON.stringify(all) === buttons) return;
    buttons = JSON.stringify(all);
    await alarms.setButtons(all);
  }

  /** What is known of each account that is signed in; `fetched` is what a background fetch has brought. */
  function knownNow(fetched: ReadonlyMap<string, KnownAlarms>): readonly KnownAlarms[] {
    return kontor.accountEntries.get().flatMap(({ key, client, state }) => {
      if (state !== 'in') return [];
      const own = (client && knownOf(client)) ?? { account: key, alarms: [], until: 0 };
      const newer = fetched.get(key);
      if (newer === undefined) return [own];
      // What was fetched is newer, as far as it reaches.
      const beyond = own.alarms.filter(({ userAlarmTimestamp }) => userAlarmTimestamp > newer.until);
      return [{ ...own, alarms: [...newer.alarms, ...beyond], until: Math.max(own.until, newer.until) }];
    });
  }

  /** Finds out which alarms were told of, and for which moments, by pushes, and by pages that somebody has looked at. */
  async function toldOf(known: readonly KnownAlarms[]): Promise<(name: string, at: number) => boolean> {
    const byPages = known.flatMap(({ account }) =>
      Object.entries(readTold(env.settings, account).page).map(([name, at]) => [`${account} ${name}`, at] as const),
    );
    // What rang meanwhile is shown by the page that somebody looks at, which is of one account.
    const isLookedAt = document.visibilityState === 'visible' && !isLocked.get();
    const shown = isLookedAt ? kontor.session.get().client?.key : undefined;
    const now = env.now() / 1000;
    const byEyes = known.flatMap(({ account, alarms: all }) =>
      account !== shown
        ? []
        : all.flatMap((alarm) =>
            alarm.userAlarmTimestamp > now ? [] : [[wholeName(account, alarm), alarm.userAlarmTimestamp] as const],
          ),
    );
    const byPushes = (await alarms.pushed().catch(() => [])).map(
      ({ account, name, at }) => [`${account} ${name}`, at] as const,
    );
    const reported = new Set([...byPages, ...byEyes, ...byPushes].map(([name, at]) => `${name}@${at}`));
    return (name, at) => reported.has(`${name}@${at}`);
  }

  /** Says what the system rings, and has rung, by a plan; `isThere`: whether that is so already. */
  async function sayHanded({ memory, cancel }: Plan, isThere: (name: string, at: number) => boolean): Promise<void> {
    await alarms.setHanded(
      Object.entries(memory.handed).flatMap(([whole, { at }]) => {
        const id = memory.ids[whole];
        if (id === undefined || !isThere(whole, at) || cancel.includes(id)) return [];
        const blank = whole.lastIndexOf(' ');
        return [{ account: whole.slice(0, blank), name: whole.slice(blank + 1), id, at }];
      }),
    );
  }

  async function planNow(fetched: ReadonlyMap<string, KnownAlarms>): Promise<void> {
    const clients = kontor.accountEntries.get().flatMap(({ client }) => client ?? []);
    const [first] = clients;
    if (first !== undefined) await sayButtons(first);
    const { settings } = shell;
    const readers = new Map(clients.map((client) => [client.key, readerOf(client, settings.get())]));
    const zone = readers.get(first?.key ?? '')?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const ringAt = (at: number): number => Math.ceil(quietUntil(settings.get().quietHours, zone, at * 1000) / 1000);
    const memory = readMemory(env.settings);
    const known = knownNow(fetched);
    const plan = planAlarms({
      known,
      isTold: await toldOf(known),
      pending: await alarms.pending(),
      memory,
      now: Math.floor(env.now() / 1000),
      limits: alarms.limits,
      ringAt,
    });
    // A push about an alarm that is said to ring is held back: so what is called off is said before, and what is handed over afterwards.
    await sayHanded(plan, (name, at) => memory.handed[name]?.at === at);
    await alarms.cancel(plan.cancel);
    await alarms.schedule(
      plan.schedule.map(({ id, account, alarm, at }) => {
        const reader = readers.get(account) ?? { account, language: languageOf(first as Client), zone };
        const { title, body } = alarmNotice(reader, alarm, at * 1000);
        const { type, id: number, moduleName, aggregateId } = alarm;
        return { id, title, body, extra: { account, type, id: number, at, moduleName, aggregateId } };
      }),
    );
    await sayHanded(plan, () => true);
    // Remembered once the system has it: what fails is planned again.
    env.settings.setItem(MEMORY, JSON.stringify(plan.memory));
    await alarms.dismiss(outlivedAlarms(memory, plan.memory));
  }

  // One plan after the other: each has to see what the one before it has handed over.
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  return (fetched = new Map()) => {
    if (isWaiting && fetched.size === 0) return running;
    isWaiting = true;
    running = running.then(async () => {
      isWaiting = false;
      await planNow(fetched).catch(() => undefined);
    });
    return running;
  };
}

/**
 * Has the system ring the alarms of all accounts, and does what is pressed there, until the returned function is called. Nothing where the
 * system rings none.
 */
export function followDeviceAlarms(options: DeviceAlarmsOptions): () => void {
  const { device, kontor, shell } = options;
  const { alarms } = device;
  if (alarms.limits.pending === 0) return () => undefined;
  const { env } = kontor;
  const outbox = createOutbox(env.settings);
  let isOver = false;
  const planNow = createPlanner(options, (client) => watched.of(client)?.known());
  const plan = async (fetched?: ReadonlyMap<string, KnownAlarms>): Promise<void> => {
    if (!isOver) await planNow(fetched);
  };

  const watched = followClients(
    kontor.accountEntries,
    (client) => {
      void outbox.hand(client).catch(() => undefined);
      return watchAccount(client, () => void plan());
    },
    () => {
      for (const { key, state } of kontor.accountEntries.get()) if (state !== 'in') outbox.forget(key);
      void plan();
    },
  );

  /** What a phone may ask while nobody looks: the next day of each account. */
  async function fetchAll(): Promise<void> {
    const about = { browser: browserOf(navigator.userAgent), version: CLIENT_VERSION, platform: device.platform };
    const fetched = new Map<string, KnownAlarms>();
    await Promise.all(
      kontor.accountEntries.get().map(async ({ client }) => {
        if (client === undefined) return;
        // What cannot be handed over waits; the alarms of all accounts are planned all the same.
        await outbox.hand(client).catch(() => undefined);
        const until = Math.floor(env.now() / 1000) + BACKGROUND_S;
        const found = await client.ask.run(alarmQueries.background, about).catch(() => undefined);
        if (found !== undefined) fetched.set(client.key, { account: client.key, alarms: found, until });
        watched.of(client)?.refresh();
      }),
    );
    await plan(fetched);
  }

  async function act(action: string, extra: AlarmExtra): Promise<void> {
    const press = pressOf(action, extra, env.now());
    // First of all it is written down: the system may end the app before anything else is done.
    if (press !== undefined) outbox.add(press);
    const client = kontor.accountEntries.get().find(({ key }) => key === extra.account)?.client;
    if (client !== undefined) await outbox.hand(client);
    if (action === 'tap') {
      const about = { module: extra.moduleName as ItemKindName, aggregateId: extra.aggregateId };
      await openIn(kontor, shell.navigator, extra.account, detailHref(about, 'inbox'));
    }
    await plan();
  }

  const timer = setInterval(() => {
    for (const { refresh } of watched.all().values()) refresh();
  }, EVERY_MS);
  const stops = [
    watched.stop,
    shell.settings.subscribe(() => void plan()),
    // The system may have thrown alarms away meanwhile, as when it is forbidden to ring to the minute.
    env.onWake(() => void plan()),
    alarms.onAction((action, extra) => void act(action, extra).catch(() => undefined)),
    () => clearInterval(timer),
    onFetch(fetchAll),
  ];
  watched.begin();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}
