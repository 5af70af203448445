import 'fake-indexeddb/auto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';

/** What a page does when the outside world turns to it. */
export interface Guest {
  readonly device: Device;
  /** Ends when the page has died: whatever it waits for never comes. */
  readonly died: Promise<void>;
  readonly isDead: () => boolean;
  /** Looks at every text that the server sends by the real-time connection. */
  readonly hears: (text: string) => void;
}

const guests = new AsyncLocalStorage<Guest>();

/** Runs code as a page: what it finds in the browser's globals is its device's. */
export const asGuest = <T>(guest: Guest, run: () => T): T => guests.run(guest, run);

function guest(): Guest {
  const found = guests.getStore();
  if (found === undefined) throw new Error('Something of a browser was used outside of a page');
  return found;
}

/** A page that has died may still end what it has begun with the storage; the lock passes on after that. */
const LAST_BREATH_MS = 200;

/** Browser with its storage, which outlives the pages: what all pages of one person on one machine share. */
export class Device {
  readonly name: string;
  readonly indexedDB = new IDBFactory();
  readonly settings = new Map<string, string>();
  readonly cookies = new Map<string, string>();
  readonly channels = new Set<DeviceChannel>();
  /** Milliseconds that its clock is wrong. */
  skew: number;
  isOnline = true;

  constructor(name: string, skew: number) {
    this.name = name;
    this.skew = skew;
  }

  /** Takes the cookies that an answer sets. */
  takeCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at).trim();
      const isGone = attributes.some((one) => /^\s*max-age=0\s*$/i.test(one) || /expires=thu, 01 jan 1970/i.test(one));
      if (isGone || pair.slice(at + 1) === '') this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(at + 1));
    }
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** A `BroadcastChannel` among the pages of one device. */
class DeviceChannel extends EventTarget {
  readonly name: string;
  readonly #guest = guest();

  constructor(name: string) {
    super();
    this.name = name;
    this.#guest.device.channels.add(this);
    void this.#guest.died.then(() => this.close());
  }

  postMessage(data: unknown): void {
    if (this.#guest.isDead()) return;
    for (const other of this.#guest.device.channels) {
      if (other === this || other.name !== this.name) continue;
      const copy: unknown = structuredClone(data);
      setImmediate(() => other.#take(copy));
    }
  }

  close(): void {
    this.#guest.device.channels.delete(this);
  }

  #take(data: unknown): void {
    if (this.#guest.isDead() || !this.#guest.device.channels.has(this)) return;
    asGuest(this.#guest, () => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

type LockCallback = (lock: Lock | null) => Promise<unknown>;
const { locks } = navigator;

/** Locks of one device: those of all devices, under names of its own, and given on when the page that holds them dies. */
const deviceLocks = {
  request(name: string, options: LockOptions, callback: LockCallback): Promise<unknown> {
    const { device, died } = guest();
    const isOver = died.then(() => new Promise((resolve) => setTimeout(resolve, LAST_BREATH_MS)));
    return locks.request(`${device.name} ${name}`, options, (lock) => Promise.race([callback(lock), isOver]));
  },
};

/** The real-time connection of a page: a web socket that reaches the page for as long as it lives. */
class GuestSocket {
  binaryType: BinaryType = 'arraybuffer';
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly #socket: WebSocket;
  readonly #guest = guest();

  constructor(url: string, protocols?: string | string[]) {
    const socket = new RealWebSocket(url, protocols);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    const pass = (run: () => void): void => {
      if (!this.#guest.isDead()) asGuest(this.#guest, run);
    };
    socket.addEventListener('open', (event) => pass(() => this.onopen?.(event)));
    socket.addEventListener('close', (event) => pass(() => this.onclose?.(event)));
    socket.addEventListener('error', (event) => pass(() => this.onerror?.(event)));
    socket.addEventListener('message', (event: MessageEvent) =>
      pass(() => {
        const data: unknown = event.data;
        this.#guest.hears(typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString());
        this.onmessage?.(event);
      }),
    );
    sockets.add(this);
    socket.addEventListener('close', () => sockets.delete(this));
    void this.#guest.died.then(() => socket.close());
  }

  get device(): Device {
    return this.#guest.device;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  get url(): string {
    return this.#socket.url;
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  send(data: string | ArrayBuffer): void {
    this.#socket.send(data);
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }
}

const RealWebSocket = WebSocket;
const sockets = new Set<GuestSocket>();

/** Ends the real-time connections of a device, as a network that goes does. */
export function dropSockets(device: Device): void {
  for (const socket of sockets) if (socket.device === device) socket.close();
}

/** Puts the devices' own in place of the globals of this process. Once, before the first page opens. */
export function installBrowser(): void {
  Object.defineProperty(globalThis, 'indexedDB', { get: () => guest().device.indexedDB, configurable: true });
  Object.defineProperty(globalThis, 'navigator', { value: { locks: deviceLocks }, configurable: true });
  Object.assign(globalThis, { BroadcastChannel: DeviceChannel, WebSocket: GuestSocket });
}
