import { readFile } from 'node:fs/promises';
import { startApp, type App } from '../../server/src/app.ts';
import type { OwnPost } from '../../server/src/mail-parts.ts';
import { openStore } from '../../server/src/boot.ts';
import { run } from '../../server/src/cli/run.ts';
import type { ImagePolicy } from '../../server/src/modules/mail/index.ts';
import type { PhoneOptions } from '../../server/src/modules/phonecall/index.ts';
import { openPlatform } from '../../server/src/open-platform.ts';
import { loadConfig, type Config } from '../../server/src/platform/config/config.ts';
import type { EgressPolicy } from '../../server/src/platform/egress/index.ts';
import { NEVER_SHED } from '../../server/src/platform/load/rules.ts';
import type { Platform } from '../../server/src/platform/operation/context.ts';
import { testLog } from '../../server/src/testing/logged.ts';
import { copyBegun } from './begun.ts';

/** Kontor in the worker's own process, on a data folder of its own and a copy of a database that was begun before the journeys. */
export interface Kontor {
  readonly address: string;
  readonly port: number;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly app: App;
  readonly platform: Platform;
  /** Runs the command line beside it and returns what it prints; throws where it fails. `input` is what it reads. */
  cli(args: readonly string[], input?: string): Promise<string>;
  close(): Promise<void>;
}

/** What an environment cannot say. */
export interface Policies {
  readonly imagePolicy?: ImagePolicy;
  readonly pushPolicy?: EgressPolicy;
  readonly phone?: PhoneOptions;
  /** The mail server that the demo sends by. */
  readonly ownPost?: (config: Config) => OwnPost;
}

/** Starts one with these settings: on the demo, or without any instance where they say `KONTOR_DEMO: 'false'`. */
export async function openKontor(
  env: Record<string, string> = {},
  { ownPost, ...policies }: Policies = {},
): Promise<Kontor> {
  const begun = await copyBegun(env['KONTOR_DEMO'] === 'false' ? 'empty' : 'demo');
  const { folder, databaseUrl } = begun;
  const settings: Record<string, string> = {
    ...begun.env,
    KONTOR_PORT: '0',
    KONTOR_DB_POOL: '8',
    ...env,
  };
  const config = loadConfig({ env: settings, cwd: folder });
  const log = testLog();
  const store = await openStore({ config, log });
  const platform = await openPlatform({ config, database: store.database, log });
  const app = await startApp({
    config,
    platform,
    pressureLimits: NEVER_SHED,
    ownPost: ownPost?.(config),
    ...policies,
  });
  return {
    address: `http://localhost:${app.port}`,
    port: app.port,
    folder,
    databaseUrl,
    app,
    platform,
    cli: (args, input = '') => runCli(args, { ...settings, KONTOR_PORT: String(app.port) }, folder, input),
    async close() {
      await app.close();
      await store.close();
      await begun.remove();
    },
  };
}

async function runCli(args: readonly string[], env: Record<string, string>, cwd: string, input: string) {
  let out = '';
  let err = '';
  const code = await run(args, {
    env,
    cwd,
    isTerminal: false,
    stop: new AbortController().signal,
    out: (line) => void (out += `${line}\n`),
    write: async (piece) => void (out += piece),
    err: (line) => void (err += `${line}\n`),
    ask: async () => '',
    readInput: async () => input,
    readFile: (path) => readFile(path, 'utf8'),
  });
  if (code !== 0) throw new Error(`kontor ${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}
