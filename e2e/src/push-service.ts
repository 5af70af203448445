import type { BrowserContext, Page, Worker } from 'playwright-core';
import { PushPeer, type PushedDevice } from '../../server/src/modules/settings/testing/push-peer.ts';

/** A notification as the system has it. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly actions: readonly string[];
}

/** A subscription in a browser, as a push service would give it; it is kept in the page's storage. Runs in the page. */
function subscribeHere(): void {
  const KEPT = 'test.subscription';
  type Kept = { readonly token: string; readonly key: number[] };
  const subscriptionOf = ({ token, key }: Kept) =>
    ({
      options: { applicationServerKey: new Uint8Array(key).buffer, userVisibleOnly: true },
      toJSON: () => JSON.parse(token) as PushSubscriptionJSON,
      unsubscribe: () => {
        localStorage.removeItem(KEPT);
        return Promise.resolve(true);
      },
    }) as unknown as PushSubscription;
  PushManager.prototype.getSubscription = () => {
    const kept = localStorage.getItem(KEPT);
    return Promise.resolve(kept === null ? null : subscriptionOf(JSON.parse(kept) as Kept));
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
    const { subscribeAtPeer } = window as unknown as { subscribeAtPeer: () => Promise<string> };
    const kept = { token: await subscribeAtPeer(), key: [...(applicationServerKey as Uint8Array)] };
    localStorage.setItem(KEPT, JSON.stringify(kept));
    return subscriptionOf(kept);
  };
}

/**
 * A push service for a browser that reaches none: it gives the pages of a context addresses on this machine, decrypts what comes there, and
 * hands it to the service worker by the browser's own protocol.
 */
export class PushService {
  readonly peer: PushPeer;
  readonly devices: PushedDevice[] = [];
  readonly #context: BrowserContext;
  readonly #handedOn = new Map<PushedDevice, number>();

  private constructor(peer: PushPeer, context: BrowserContext) {
    this.peer = peer;
    this.#context = context;
  }

  static async start(context: BrowserContext): Promise<PushService> {
    const service = new PushService(await PushPeer.start(), context);
    await context.exposeFunction('subscribeAtPeer', () => service.subscribe().token);
    await context.addInitScript(subscribeHere);
    return service;
  }

  subscribe(): PushedDevice {
    const device = this.peer.device();
    this.devices.push(device);
    return device;
  }

  /** The subscription that was given last. */
  get device(): PushedDevice {
    const device = this.devices.at(-1);
    if (device === undefined) throw new Error('No page has subscribed');
    return device;
  }

  /** The worker of a scope, as long as it runs. */
  async worker(path: string): Promise<Worker> {
    for (const worker of this.#context.serviceWorkers()) {
      const scope = await worker.evaluate(() => (globalThis as unknown as Own).registration.scope);
      if (new URL(scope).pathname === path) return worker;
    }
    throw new Error(`No worker of ${path} runs`);
  }

  /** Hands on what came since the last time, by a page of the website. */
  async handOn(page: Page, path: string): Promise<void> {
    const { device } = this;
    const { texts } = device;
    const known = this.#handedOn.get(device) ?? 0;
    this.#handedOn.set(device, texts.length);
    for (const text of texts.slice(known)) await this.push(page, path, text);
  }

  /** Gives a worker a push of this text. */
  async push(page: Page, path: string, data: string): Promise<void> {
    const session = await this.#context.newCDPSession(page);
    // Left open: what is handed on goes under with it.
    const known = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(
          ({ scopeURL, isDeleted }) => !isDeleted && new URL(scopeURL).pathname === path,
        );
        if (found !== undefined) resolve(found.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await known;
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    });
  }

  close(): Promise<void> {
    return this.peer.close();
  }
}

interface Own {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow(address: string): Promise<unknown> };
  readonly opened?: string[];
}

/** What the system shows of a worker. */
export const shownBy = (worker: Worker): Promise<readonly Shown[]> =>
  worker.evaluate(async () => {
    const shown = await (globalThis as unknown as Own).registration.getNotifications();
    return shown.map((one) => {
      const { title, body, tag, actions = [] } = one as Notification & { actions?: { title: string }[] };
      return { title, body, tag, actions: actions.map((action) => action.title) };
    });
  });

/**
 * Presses a notification, one of its buttons, or its cross, as far as the system tells the worker so. Returns the addresses for which the
 * worker wanted a new window: a browser opens one where a hand has pressed alone.
 */
export const press = (worker: Worker, title: string, action: string, type = 'notificationclick'): Promise<string[]> =>
  worker.evaluate(
    async ([wanted, pressed, kind]) => {
      const own = globalThis as unknown as Own & EventTarget;
      const notification = (await own.registration.getNotifications()).find((one) => one.title === wanted);
      if (notification === undefined) throw new Error(`${wanted} is not shown`);
      const opened: string[] = [];
      own.clients.openWindow = (address) => Promise.resolve(opened.push(address));
      if (kind === 'notificationclose') notification.close();
      const works: Promise<unknown>[] = [];
      // An event that no hand has made takes no work.
      const event = Object.assign(new Event(kind), {
        notification,
        action: pressed,
        waitUntil: (work: Promise<unknown>) => works.push(work),
      });
      own.dispatchEvent(event);
      await Promise.all(works);
      return opened;
    },
    [title, action, type] as const,
  );
