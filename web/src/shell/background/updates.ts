import { ourPage } from '../../ui/trusted.ts';
import type { Value } from '../../client/value.ts';

const EVERY_MS = 60_000;
/** How long a new version may take to be fetched and to take over. */
const PATIENCE_MS = 60_000;
const TAKE_OVER = 'take-over';
const TAKE_OVER_MS = 4000;

const workers = (): ServiceWorkerContainer | undefined =>
  // Outside of a secure context there are none.
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/** Loads the page anew, by what the service worker in charge has. */
const reload = (): void => window.location.reload();

/** Loads the page from the server, by no worker: the new page registers its own. Rejects where the server cannot be reached. */
async function loadAfresh(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`The page answered ${answer.status}`);
  await (await workers()?.getRegistration())?.unregister();
  reload();
}

/**
 * Lets a worker that waits take over, and loads its page. Chromium holds it back until the one before it rests; where a page asks for
 * something at that moment, it forgets to look again, and the worker waits for minutes. Then the page is loaded without it.
 */
export async function takeOver(
  worker: Pick<ServiceWorker, 'state' | 'postMessage'>,
  container: EventTarget | undefined = workers(),
  load: { readonly again: () => void; readonly afresh: () => Promise<void> } = { again: reload, afresh: loadAfresh },
): Promise<void> {
  // Another page has let it take over in the meantime: nobody says so once more.
  if (worker.state !== 'installed') return load.again();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const took = (): void => resolve(true);
  container?.addEventListener('controllerchange', took, { once: true });
  worker.postMessage(TAKE_OVER);
  const timer = setTimeout(() => resolve(false), TAKE_OVER_MS);
  const hasTaken = await promise;
  clearTimeout(timer);
  container?.removeEventListener('controllerchange', took);
  if (hasTaken) load.again();
  else await load.afresh();
}

/** The worker of a newer version, once it has all its files; undefined where there is none to be had. */
async function newer(registration: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> {
  await registration.update();
  const { installing } = registration;
  if (installing === null) return registration.waiting ?? undefined;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    installing.addEventListener('statechange', () => {
      if (installing.state === 'installing') return;
      clearTimeout(timer);
      resolve();
    });
  });
  return registration.waiting ?? undefined;
}

/**
 * Registers the service worker and looks for newer versions every minute. `beforeReload` stores what must not be lost. Returns how
 * to stop.
 */
export function watchUpdates(
  update: Value<(() => Promise<void>) | undefined>,
  beforeReload: () => Promise<void>,
): () => void {
  const container = workers();
  if (container === undefined || !import.meta.env.PROD) return () => undefined;
  let stopped = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  // The very first worker takes over a page that is as new as itself.
  let hadOne = container.controller !== null;
  let offered: ServiceWorker | null = null;

  const offer = (registration: ServiceWorkerRegistration): void => {
    const { waiting } = registration;
    // The very first worker waits for a moment too, for nobody.
    if (stopped || waiting === null || waiting === offered || container.controller === null) return;
    offered = waiting;
    update.set(async () => {
      await beforeReload();
      await takeOver(registration.waiting ?? waiting);
    });
  };
  // Another page has let the new version take over: this one is of the old one still.
  const changed = (): void => {
    const isFirst = !hadOne;
    hadOne = true;
    if (isFirst || stopped) return;
    update.set(async () => {
      await beforeReload();
      reload();
    });
  };
  container.addEventListener('controllerchange', changed);
  void container
    .register('/sw.js', { updateViaCache: 'none' })
    .then((registration) => {
      if (stopped) return;
      const found = (): void => {
        registration.installing?.addEventListener('statechange', () => offer(registration));
      };
      registration.addEventListener('updatefound', found);
      found();
      offer(registration);
      timer = setInterval(() => void registration.update().catch(() => undefined), EVERY_MS);
    })
    // A private window may forbid it: the app works without.
    .catch(() => undefined);
  return () => {
    stopped = true;
    clearInterval(timer);
    container.removeEventListener('controllerchange', changed);
  };
}

/** Whether the server's page names other scripts than this one: without a service worker that is all there is to see. */
async function isNewPage(): Promise<boolean> {
  const text = await (await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } })).text();
  const scripts = new DOMParser().parseFromString(ourPage(text), 'text/html').querySelectorAll('script[src]');
  return [...scripts].some(
    (script) => document.querySelector(`script[src="${CSS.escape(script.getAttribute('src') ?? '')}"]`) === null,
  );
}

/** Loads a newer version of the app where the server has one. False where it has not. Rejects where it cannot be reached. */
export async function loadNewer(beforeReload: () => Promise<void>): Promise<boolean> {
  const registration = await workers()?.getRegistration();
  if (registration === undefined) {
    if (!(await isNewPage())) return false;
    await beforeReload();
    reload();
    return true;
  }
  const worker = await newer(registration);
  if (worker === undefined) return false;
  await beforeReload();
  await takeOver(worker);
  return true;
}

const RECOVERED = 'kontor.recovered';
const versionOf = (page: Document): string => page.querySelector('script[src]')?.getAttribute('src') ?? '';

/**
 * A file of this version could not be loaded. Where there is a newer version, that is loaded, once: should it lack a file too, the person
 * is told instead. What is edited and kept nowhere is theirs to save first.
 */
export async function recover(
  beforeReload: () => Promise<void>,
  isEdited: () => boolean,
  tab: Pick<Storage, 'getItem' | 'setItem'>,
  report: (state: 'edited' | 'loads') => void,
  load: (beforeReload: () => Promise<void>) => Promise<boolean> = loadNewer,
): Promise<void> {
  const version = versionOf(document);
  if (isEdited()) return report('edited');
  if (tab.getItem(RECOVERED) === version) return;
  await load(async () => {
    report('loads');
    tab.setItem(RECOVERED, version);
    await beforeReload();
  });
}
