import { createValue, type Value } from '../../client/value.ts';

/** The browser's offer to install the app; it can be taken up once. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** What the browser has to say about the app itself. */
export interface Pwa {
  readonly install: Value<InstallOffer | undefined>;
  /** Loads the new version that is ready, when there is one and nobody has said no to it. */
  readonly update: Value<(() => Promise<void>) | undefined>;
}

const NO_OFFER: InstallOffer | undefined = undefined;
const NO_UPDATE: (() => Promise<void>) | undefined = undefined;

/** Listens from the first moment on: the offer to install comes once, and may come before anything is drawn. */
export function createPwa(page: Pick<Window, 'addEventListener'>): Pwa {
  const install = createValue(NO_OFFER);
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.set(event as InstallOffer);
  });
  page.addEventListener('appinstalled', () => install.set(undefined));
  return { install, update: createValue(NO_UPDATE) };
}
