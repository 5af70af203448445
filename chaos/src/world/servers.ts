import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../server/src/testing/free-port.ts';
import { ServerProcess, type ServerOptions, type UnplannedExit } from './server-process.ts';

/** Where a server listens. */
interface Ports {
  readonly http: number;
  readonly smtp: number;
}

/** Ports for so many servers. */
export async function portsFor(count: number): Promise<readonly Ports[]> {
  const all: Ports[] = [];
  while (all.length < count) all.push({ http: await freePort(), smtp: await freePort() });
  return all;
}

interface ServersOptions extends Pick<ServerOptions, 'folder' | 'env' | 'defect'> {
  readonly ports: readonly Ports[];
}

/** The servers of a run: one, or several on one database. */
export class Servers {
  readonly all: readonly ServerProcess[];
  /** Settings that say which key they have in common, where they are several. */
  readonly keyEnv: Readonly<Record<string, string>>;

  /** Of several each has a folder of its own. */
  constructor({ ports, folder, env, defect }: ServersOptions) {
    const isOne = ports.length === 1;
    this.keyEnv = isOne ? {} : { KONTOR_KEY_FILE: join(folder, 'kontor.key') };
    this.all = ports.map(({ http, smtp }, index) => {
      const own = isOne ? folder : join(folder, `server-${index + 1}`);
      mkdirSync(own, { recursive: true });
      chmodSync(own, 0o755);
      const ownEnv = { ...env, ...this.keyEnv, KONTOR_SMTP_PORT: String(smtp) };
      return new ServerProcess({ folder: own, port: http, env: ownEnv, defect });
    });
  }

  get first(): ServerProcess {
    const [first] = this.all;
    if (first === undefined) throw new Error('There is no server');
    return first;
  }

  get unplanned(): readonly UnplannedExit[] {
    return this.all.flatMap(({ unplanned }) => unplanned);
  }

  get restarts(): readonly number[] {
    return this.all.flatMap(({ restarts }) => restarts);
  }

  /** Starts those that do not run, one after the other: the first brings the database up to date. */
  async start(): Promise<void> {
    for (const server of this.all) await server.start();
  }

  /** Shifts the clocks of all from the right time, in milliseconds: machines that work together have one time. */
  moveClock(ms: number): void {
    for (const server of this.all) server.moveClock(ms);
  }

  /** Ends all in order. Returns their exit codes. */
  close(): Promise<readonly (number | null)[]> {
    return Promise.all(this.all.map((server) => server.close()));
  }
}
