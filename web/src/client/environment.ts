/** Everything of the outside world that the client uses, so that a test or a simulation can put its own in place. */
export interface Environment {
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** UUID in lower case. */
  readonly newId: () => string;
  /** Ends after `ms`, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A signal that is aborted after `ms`, unless `end` is called before. */
  readonly deadline: (ms: number) => Deadline;
  readonly online: () => boolean;
  /** Calls back when it may be worth looking again: the network came or went, or the page is shown again. Returns the function that stops it. */
  readonly onWake: (wake: () => void) => () => void;
  /** Calls back when the page is hidden or left, which may be the last that it does. Returns the function that stops it. */
  readonly onHide: (hide: () => void) => () => void;
  readonly settings: TextStorage;
  /** What is kept for as long as the page's tab lives. */
  readonly tab: TextStorage;
  /** Origin that the app is served from, as `https://host:port`. */
  readonly origin: string;
}

export interface Deadline {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** The part of `localStorage` that is used. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Calls back after `ms`; returns how to call it off. */
export type Later = (ms: number, then: () => void) => () => void;

/** An environment's waiting as a callback. */
export const laterIn =
  (env: Pick<Environment, 'sleep'>): Later =>
  (ms, then) => {
    const stop = new AbortController();
    void env.sleep(ms, stop.signal).then(() => {
      if (!stop.signal.aborted) then();
    });
    return () => stop.abort();
  };

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

function deadline(ms: number): Deadline {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), ms);
  return { signal: over.signal, end: () => clearTimeout(timer) };
}

function onWake(wake: () => void): () => void {
  const shown = () => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('online', wake);
  window.addEventListener('offline', wake);
  document.addEventListener('visibilitychange', shown);
  return () => {
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', wake);
    document.removeEventListener('visibilitychange', shown);
  };
}

function onHide(hide: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') hide();
  };
  document.addEventListener('visibilitychange', hidden);
  window.addEventListener('pagehide', hide);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    window.removeEventListener('pagehide', hide);
  };
}

/** The environment of a browser's page. */
export function browserEnvironment(): Environment {
  return {
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    random: () => Math.random(),
    newId: () => newUuid(),
    sleep,
    deadline,
    online: () => navigator.onLine,
    onWake,
    onHide,
    settings: window.localStorage,
    tab: window.sessionStorage,
    origin: window.location.origin,
  };
}

/** `crypto.randomUUID` exists in secure contexts alone; an instance in a company's own network may be reached over plain HTTP. */
function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
