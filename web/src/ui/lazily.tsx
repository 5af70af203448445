import { use, type ComponentType } from 'react';

const failed = new Set<() => void>();

/** How long code may take to be loaded, in milliseconds. */
const MAX_MS = 120_000;

/** Code could not be loaded: without a network, or because a newer version has other files. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
}

/** Ends as the loading does, unless that takes too long. */
export async function inTime<T>(loading: Promise<T>, most = MAX_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), most);
  });
  try {
    return await Promise.race([loading, late]);
  } catch (cause) {
    throw new LoadFailure('The code could not be loaded', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** What could not be loaded is loaded again when it is drawn the next time. */
export function loadAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A promise that React's `use` answers at once when it has ended before it is drawn. Else React would wait for it, however short, and
 * show for 300 ms what stands in its place. The two fields are React's own.
 */
export function endedForReact<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => undefined,
  );
  return promise;
}

export type Lazy<P extends object> = ComponentType<P> & {
  /** Loads the code before it is drawn. Where that cannot be, it is tried when it is drawn. */
  readonly load: () => Promise<void>;
};

/**
 * A component whose code is loaded when it is drawn for the first time, like React's `lazy`, with two differences: a load that failed is tried
 * again after `loadAgain` (React's `lazy` stays failed), and a component that is loaded already is drawn without a fallback.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  const forget = (): void => {
    loading = undefined;
  };
  const begin = async (): Promise<ComponentType<P>> => {
    try {
      return await inTime(load());
    } catch (error) {
      failed.add(forget);
      throw error;
    }
  };
  function Lazily(props: P) {
    const Loaded = use((loading ??= endedForReact(begin())));
    return <Loaded {...props} />;
  }
  return Object.assign(Lazily, {
    load: () => (loading ??= endedForReact(begin())).then(() => undefined, forget),
  });
}
