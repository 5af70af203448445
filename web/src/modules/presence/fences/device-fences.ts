import { FENCE_PATH, fenceCommands, presenceCommands, presenceQueries } from '@kontor/contract/presence';
import { queryKey } from '../../../client/ask.ts';
import type { Client } from '../../../client/client.ts';
import { followClients } from '../../../client/follow-clients.ts';
import type { Environment } from '../../../client/environment.ts';
import type { Kontor } from '../../../client/kontor.ts';
import type { Device, FenceTarget, Position, PositionFault } from '../../../device/device.ts';
import { accountOfRegion, placeOfRegion } from '../../../device/region-names.ts';
import { onFetch } from '../../../shell/background/fetch.ts';
import { browserOf } from '../../../shell/background/foreground.ts';
import { carryOut } from './carry-out.ts';
import { correctionOf, planFences, type FenceMemory, type FencedPlace, type KnownPlaces } from './reconcile.ts';

const MEMORY = 'kontor.fences';
/** A token is made anew so long before it ends, in milliseconds. */
const RENEW_MS = 14 * 86_400_000;

export const fenceTokenKey = (account: string): string => `fence/${account}`;

export interface DeviceFencesOptions {
  readonly device: Pick<Device, 'fences' | 'secure'>;
  readonly kontor: Pick<Kontor, 'accountEntries' | 'env'>;
  /** The device does not say where it is, though places are switched on; undefined once it does. */
  readonly onFault: (fault: PositionFault | undefined) => void;
}

function readMemory(storage: Environment['settings']): FenceMemory {
  try {
    return JSON.parse(storage.getItem(MEMORY) ?? '{}') as FenceMemory;
  } catch {
    return {};
  }
}

/** Watches the places of one account. */
function watchPlaces(client: Client, onChange: () => void) {
  const { automaticUserStates } = presenceQueries;
  const key = queryKey(automaticUserStates, {});
  const stop = client.ask.cache.watch(
    key,
    (signal) => client.ask.run(automaticUserStates, {}, signal),
    onChange,
    client.ask.keeping(automaticUserStates, {}),
  );
  const places = (): readonly FencedPlace[] | undefined =>
    client.ask.cache.peek(key).data as readonly FencedPlace[] | undefined;
  // Until it is known whose places they are, nothing is.
  const stopUser = client.user.subscribe(onChange);
  return {
    client,
    places,
    refresh: () => client.ask.refresh(automaticUserStates, {}),
    stop: () => {
      stop();
      stopUser();
    },
  };
}

/** Where the system itself posts for an account: with a token that is good for that alone, kept where nobody else has it. */
async function targetOf({ secure }: Pick<Device, 'secure'>, client: Client): Promise<FenceTarget> {
  const url = `${client.account.url}${FENCE_PATH}`;
  const kept = await secure?.get(fenceTokenKey(client.key));
  const known = kept === undefined ? undefined : (JSON.parse(kept) as { token: string; validUntil: string });
  const leftMs = known === undefined ? 0 : Date.parse(known.validUntil) - client.env.now();
  if (known !== undefined && leftMs > RENEW_MS) return { url, token: known.token };
  const deviceName = browserOf(navigator.userAgent) || 'Kontor';
  try {
    const made = await client.sendNow(fenceCommands.fenceToken, { deviceName });
    await secure?.set(fenceTokenKey(client.key), JSON.stringify(made));
    return { url, token: made.token };
  } catch (error) {
    // Without a network the one that ends soon is good still.
    if (known !== undefined && leftMs > 0) return { url, token: known.token };
    throw error;
  }
}

/** What of a device's places is known, and how the server hears of them. */
function createPlaces(kontor: DeviceFencesOptions['kontor'], onChange: () => void, onAccounts: () => void) {
  const watched = followClients(kontor.accountEntries, (client) => watchPlaces(client, onChange), onAccounts);
  const clientOf = (account: string): Client | undefined =>
    kontor.accountEntries.get().find(({ key }) => key === account)?.client;
  /** Says where the person is, as the system would have. */
  async function say(client: Client, place: FencedPlace, isThere: boolean): Promise<void> {
    const params = { automaticUserStateId: place.id, key: place.key ?? '' };
    await (isThere
      ? client.sendNow(presenceCommands.setAutomaticState, params)
      : client.sendNow(presenceCommands.deleteAutomaticState, params));
    watched.of(client)?.refresh();
  }
  return {
    begin: watched.begin,
    stop: watched.stop,
    clientOf,
    known: (): readonly KnownPlaces[] =>
      kontor.accountEntries.get().flatMap(({ key, client, state }) => {
        if (state !== 'in') return [];
        const userId = client?.user.get()?.id;
        const places = watched.of(client)?.places();
        return [{ account: key, userId: userId ?? 0, places: userId === undefined ? undefined : places }];
      }),
    /** A region of an account was entered or left. `isPosted`: the system has said so by itself. */
    async cross(name: string, hasEntered: boolean, isPosted: boolean): Promise<void> {
      const client = clientOf(accountOfRegion(name));
      if (client === undefined) return;
      const own = watched.of(client);
      if (isPosted) return own?.refresh();
      const fenced = own?.places()?.find(({ id, key }) => id === placeOfRegion(name) && key !== null);
      if (fenced !== undefined) await say(client, fenced, hasEntered);
    },
    /** Says what was missed. What cannot be told now is found again the next time. */
    async correct(position: Position): Promise<void> {
      for (const [client, own] of watched.all()) {
        const { left, entered } = correctionOf(own.places() ?? [], position);
        if (left !== undefined) await say(client, left, false).catch(() => undefined);
        if (entered !== undefined) await say(client, entered, true).catch(() => undefined);
      }
    },
  };
}

/**
 * Has the system watch the places that are switched on here, of all accounts, and says what it has missed, until the returned function is
 * called. Nothing where the system watches none.
 */
export function followDeviceFences({ device, kontor, onFault }: DeviceFencesOptions): () => void {
  const { fences } = device;
  if (fences.max === 0) return () => undefined;
  const { env } = kontor;
  let isOver = false;
  /** The device is to say where it is with the next plan that has anything to watch. */
  let isLookWanted = true;
  /** The account that the system posts for, as far as this page has said so. */
  let target: string | undefined;

  /** Reads where the device is, where that is wanted; nobody's position is read where nothing is watched. */
  async function look(areAny: boolean): Promise<Position | undefined> {
    if (!areAny || !isLookWanted) return undefined;
    isLookWanted = false;
    const permission = await fences.permission();
    if (permission === 'denied' || permission === 'missing') {
      onFault('denied');
      return undefined;
    }
    return fences.position().then(
      (position) => {
        onFault(undefined);
        return position;
      },
      (fault: PositionFault) => {
        if (fault !== 'slow') onFault(fault);
        return undefined;
      },
    );
  }

  async function planNow(): Promise<void> {
    const known = places.known();
    const names = await fences.watched();
    const areAny = names.length > 0 || known.some((one) => one.places?.some(({ key }) => key !== null));
    const position = await look(areAny);
    const memory = readMemory(env.settings);
    const plan = planFences({ known, watched: names, memory, position, max: fences.max });
    await carryOut(fences, plan, {
      posted: target,
      onPosted: (account) => (target = account),
      async targetOf(account) {
        const client = places.clientOf(account);
        return client === undefined ? undefined : targetOf(device, client).catch(() => undefined);
      },
    });
    env.settings.setItem(MEMORY, JSON.stringify(plan.memory));
    if (position !== undefined) await places.correct(position);
  }

  let running: Promise<void> = Promise.resolve();
  const plan = (): Promise<void> =>
    (running = running.then(async () => {
      if (!isOver)
        await planNow().catch((fault: unknown) => {
          if (fault === 'denied' || fault === 'unavailable') onFault(fault);
        });
    }));
  const lookAgain = (): Promise<void> => {
    isLookWanted = true;
    return plan();
  };
  const places = createPlaces(
    kontor,
    () => void plan(),
    () => void lookAgain(),
  );
  const stops = [
    places.stop,
    env.onWake(() => void lookAgain()),
    // Whoever travels has other places near, and the system may have lost a crossing.
    onFetch(lookAgain),
    fences.onTransition(
      (name, hasEntered) =>
        void places.cross(name, hasEntered, accountOfRegion(name) === target).catch(() => undefined),
    ),
  ];
  places.begin();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}
