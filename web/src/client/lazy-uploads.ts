import type { Environment, Later } from './environment.ts';
import type { Uploads, UploadDeps } from './uploads.ts';

interface Options extends Pick<UploadDeps, 'vault' | 'account' | 'send'> {
  readonly env: Pick<Environment, 'newId' | 'onWake'>;
  readonly later: Later;
  /** Something that commands may wait for has ended. */
  readonly wake: () => void;
}

/** Files on their way to the server; loaded with the first of them, or when a command waits for one. */
export function lazyUploads({ env, wake, ...given }: Options) {
  let opening: Promise<Uploads> | undefined;
  let loaded: Uploads | undefined;

  async function load(): Promise<Uploads> {
    const { createUploads } = await import('./uploads.ts');
    const made = createUploads({ ...given, ...env, newId: env.newId, onWake: env.onWake, onEnded: wake });
    await made.load().catch(() => undefined);
    return (loaded = made);
  }
  function open(): Promise<Uploads> {
    if (opening === undefined) {
      opening = load();
      opening.then(wake, () => (opening = undefined));
    }
    return opening;
  }
  return {
    open,
    areEnded(ids: readonly string[]): boolean {
      if (ids.length === 0) return true;
      if (loaded === undefined) void open().catch(() => undefined);
      return loaded?.areEnded(ids) ?? false;
    },
    close: (): void => loaded?.close(),
  };
}
