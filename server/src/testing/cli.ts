import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../cli/run.ts';
import type { Instance } from '../platform/operation/context.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What a command line printed, and its exit code. */
export interface Heard {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Who sits in front of it; nobody and no input unless given. */
export interface Around {
  readonly isTerminal?: boolean;
  readonly answer?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running server, the instance `werk` with its administrator `anna`, and the command line beside it. */
export interface CliFixture {
  readonly server: TestServer;
  readonly work: Instance;
  readonly folder: string;
  readonly env: Record<string, string>;
  kontor(args: string | readonly string[], around?: Around): Promise<Heard>;
  /** The answer of a command as scripts get it; throws where it failed. */
  json<T = Record<string, unknown>>(args: string, around?: Around): Promise<T>;
  /** Adds a mailbox on a server where nobody listens. */
  addMailbox(instance: string, owner: string, more?: string): Promise<{ accountId: number; boxId: number }>;
  close(): Promise<void>;
}

export async function startCliFixture(): Promise<CliFixture> {
  // What ends a session is told at once where real time is Kontor's own.
  const server = await startTestServer({}, { ownRealtime: true });
  const work = await server.instance('werk');
  await server.person(work, 'anna', { isAdministrator: true, firstName: 'Anna', lastName: 'Berger' });
  const folder = mkdtempSync(join(tmpdir(), 'kontor cli '));
  // As root, a folder that is closed to others would be left for another place.
  chmodSync(folder, 0o755);
  // The command line works with the server's key, as it does with its data folder.
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'kontor.key'), readFileSync(join(server.dataFolder, 'kontor.key')));
  const own = { DATABASE_URL: server.url, KONTOR_DATA: join(folder, 'data'), KONTOR_PORT: String(server.app.port) };
  const env: Record<string, string> = { ...server.env, ...own };

  const kontor: CliFixture['kontor'] = async (args, around = {}) => {
    let out = '';
    let err = '';
    const code = await run(typeof args === 'string' ? args.split(' ') : args, {
      env: around.env ?? env,
      cwd: folder,
      isTerminal: around.isTerminal ?? false,
      stop: new AbortController().signal,
      out: (line) => (out += `${line}\n`),
      write: async (piece) => void (out += piece),
      err: (line) => (err += `${line}\n`),
      ask: async (question) => {
        err += question;
        return around.answer ?? '';
      },
      readInput: async () => around.input ?? '',
      readFile: async (path) => readFileSync(path, 'utf8'),
    });
    return { code, out, err };
  };
  const json: CliFixture['json'] = async (args, around) => {
    const { code, out, err } = await kontor(`${args} --json`, around);
    if (code !== 0 || err !== '') throw new Error(`kontor ${args} ended with ${code}: ${err}`);
    return JSON.parse(out);
  };
  return {
    server,
    work,
    folder,
    env,
    kontor,
    json,
    addMailbox: (instance, owner, more = '') =>
      json(
        `mail add-account ${instance} ${owner} --email info@${instance}.example --host 127.0.0.1 --port 1 --security none --password-file -${more}`,
        { input: 'secret of the mailbox\n' },
      ),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
