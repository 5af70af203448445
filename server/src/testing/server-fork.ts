import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ImagePolicy } from '../modules/mail/index.ts';

/** What a test tells a server process. */
export type ToServer =
  | { readonly what: 'start'; readonly imagePolicy?: ImagePolicy | undefined }
  | { readonly what: 'advance'; readonly ms: number }
  | { readonly what: 'close' };

/** A server process of a test's own, on a database that is there. */
export interface ForkedServer {
  readonly port: number;
  readonly base: string;
  readonly pid: number;
  /** Moves its clock. */
  advance(ms: number): void;
  /** Ends it without a word. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server process with these settings and no others. */
export async function forkServer(env: Record<string, string>, imagePolicy?: ImagePolicy): Promise<ForkedServer> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(KONTOR_|DATABASE_URL|NODE_OPTIONS|VITEST)/.test(name),
  );
  const child = fork(join(import.meta.dirname, 'server-process.ts'), [], {
    env: { ...Object.fromEntries(inherited), KONTOR_LOG_LEVEL: 'fatal', KONTOR_PORT: '0', ...env },
    execArgv: [],
  });
  const tell = (message: ToServer): void => {
    if (child.connected) child.send(message);
  };
  tell({ what: 'start', imagePolicy });
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    { port?: number; failed?: string },
  ];
  const { port } = answer;
  if (port === undefined || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`A server process did not start: ${answer.failed ?? 'it ended'}`);
  }
  const end = async (ending: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    ending();
    await exit;
  };
  return {
    port,
    base: `http://127.0.0.1:${port}`,
    pid: child.pid,
    advance: (ms) => tell({ what: 'advance', ms }),
    kill: () => end(() => child.kill('SIGKILL')),
    close: () => end(() => tell({ what: 'close' })),
  };
}
