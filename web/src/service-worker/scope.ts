/** The part of a service worker's world that is used; its types cannot stand beside those of a page. */
export interface Scope {
  readonly location: { readonly origin: string };
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate' | 'pushsubscriptionchange', listener: (event: Work) => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'push', listener: (event: Work & { readonly data: { text(): string } | null }) => void): void;
  addEventListener(type: 'notificationclick' | 'notificationclose', listener: (event: Pressed) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

/** A page of the app. */
export interface Page {
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

export interface Work {
  waitUntil(work: Promise<unknown>): void;
}

export interface Pressed extends Work {
  readonly action: string;
  readonly notification: Notification;
  /** What was typed into it, where the system has it so. */
  readonly reply?: string | null;
}

/** https://w3c.github.io/ServiceWorker/#installevent; not every browser has the routes. */
export interface InstallEvent extends Work {
  addRoutes?(
    routes: readonly { readonly condition: { readonly urlPattern: object }; readonly source: 'network' }[],
  ): Promise<void>;
}

/** What the worker says to pages. `go`: shows an address, and answers so by the port; `closed`: the person has waved a notification off;
 * `tested`: a push that tries the way has come, of which the server is to be told. */
export type WorkerMessage =
  | { readonly kind: 'kontor.go'; readonly address: string }
  | { readonly kind: 'kontor.closed'; readonly account: string; readonly tag: string }
  | { readonly kind: 'kontor.tested'; readonly account: string; readonly testId: string };
