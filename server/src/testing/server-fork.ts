import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ImagePolicy } from '../modules/mail/index.ts';
import { noteLogged } from './logged.ts';

/** How long work waits for a connection: a machine with much else to do may need seconds to open one, which is no fault of what is tested. */
export const PATIENT_MS = 20_000;
/** How long a statement of a test's server may take: what ends one that hangs. */
export const PATIENT_STATEMENT_MS = 150_000;

/** How often servers of tests look for jobs that have become due: what is put off by a moment is not to wait for seconds. */
export const JOBS_POLL_MS = 500;

/** What a test tells a server process. */
export type ToServer =
  | { readonly what: 'start'; readonly imagePolicy?: ImagePolicy | undefined }
  | { readonly what: 'advance'; readonly ms: number }
  | { readonly what: 'close' };

/** What it tells the test: first of all how the start went, and whatever it logs as an error. */
export type FromServer =
  | { readonly what: 'started'; readonly port: number }
  | { readonly what: 'failed'; readonly why: string }
  | { readonly what: 'logged'; readonly line: string };

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
    env: { ...Object.fromEntries(inherited), KONTOR_PORT: '0', ...env },
    execArgv: [],
  });
  const send = (message: ToServer): void => {
    if (child.connected) child.send(message);
  };
  send({ what: 'start', imagePolicy });
  const started = await new Promise<FromServer | undefined>((resolve) => {
    child.on('message', (message: FromServer) =>
      message.what === 'logged' ? noteLogged(message.line) : resolve(message),
    );
    child.once('exit', () => resolve(undefined));
  });
  if (started?.what !== 'started' || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`A server process did not start: ${started?.what === 'failed' ? started.why : 'it ended'}`);
  }
  const { port } = started;
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
    advance: (ms) => send({ what: 'advance', ms }),
    kill: () => end(() => child.kill('SIGKILL')),
    close: () => end(() => send({ what: 'close' })),
  };
}
