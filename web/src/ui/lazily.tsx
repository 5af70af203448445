import { use, type ComponentType } from 'react';

const failed = new Set<() => void>();

/** What could not be loaded is loaded again when it is drawn the next time. */
export function loadAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A component whose code is loaded when it is drawn for the first time, like React's `lazy`, which remembers for as long as the page
 * lives that it could not be loaded, as happens without a network: this one forgets it by `loadAgain`.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  const begin = async (): Promise<ComponentType<P>> => {
    try {
      return await load();
    } catch (error) {
      failed.add(() => (loading = undefined));
      throw error;
    }
  };
  return function Lazily(props: P) {
    const Loaded = use((loading ??= begin()));
    return <Loaded {...props} />;
  };
}
