import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type OfficeFailure = 'broken' | 'tooSlow' | 'tooBig';

const WALL_MS = 60_000;
const MAX_MEMORY = 512 * 1024 * 1024;
const MAX_PDF = 64 * 1024 * 1024;
const WATCH_MS = 200;
const MAX_WAITING = 20;
const PAGE = 4096;

/** Nothing is fetched for a document: no linked picture, by no proxy; no macro runs. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
${(
  [
    ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
    ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
    ['org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
    ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
    ['org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
    ['org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
    ['org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'],
    ['org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
    ['org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
  ] as const
)
  .map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`;

/** Makes PDF of office files by LibreOffice, one after the other, each in a folder and with a profile of its own. */
export class OfficeConverter {
  readonly #program: string;
  readonly #wallMs: number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #child: ChildProcess | undefined;
  #closed = false;

  /** `program`: the path of LibreOffice's `soffice`. */
  constructor(program: string, options: { readonly wallMs?: number } = {}) {
    this.#program = program;
    this.#wallMs = options.wallMs ?? WALL_MS;
  }

  /** The file as PDF, or why not. Never rejects. `name` tells the program by its end what it is. */
  convert(bytes: Uint8Array, name: string): Promise<Buffer | OfficeFailure> {
    if (this.#closed || this.#waiting >= MAX_WAITING) return Promise.resolve('tooSlow');
    this.#waiting += 1;
    const next = this.#last.then(() => this.#run(bytes, name)).catch((): OfficeFailure => 'broken');
    this.#last = next.finally(() => void (this.#waiting -= 1));
    return next;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#child !== undefined) end(this.#child);
    await this.#last;
  }

  async #run(bytes: Uint8Array, name: string): Promise<Buffer | OfficeFailure> {
    if (this.#closed) return 'tooSlow';
    const folder = await mkdtemp(join(tmpdir(), 'kontor-office-'));
    try {
      const ending = /\.([a-z]{2,7})$/i.exec(name)?.[1]?.toLowerCase() ?? 'docx';
      const file = join(folder, `document.${ending}`);
      const profile = join(folder, 'profile');
      await mkdir(join(profile, 'user'), { recursive: true });
      await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
      await writeFile(file, bytes);
      const failure = await this.#convert(folder, file, profile);
      if (failure !== undefined) return failure;
      const pdf = await readFile(join(folder, 'out', 'document.pdf'));
      return pdf.length > MAX_PDF ? 'tooBig' : pdf;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #convert(folder: string, file: string, profile: string): Promise<OfficeFailure | undefined> {
    const child = spawn(
      this.#program,
      [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        '--headless',
        '--norestore',
        '--nolockcheck',
        '--convert-to',
        'pdf',
        '--outdir',
        join(folder, 'out'),
        file,
      ],
      // A group of its own: the program that is named starts another one, which would outlive it.
      {
        cwd: folder,
        stdio: 'ignore',
        detached: true,
        env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, TZ: 'UTC' },
      },
    );
    this.#child = child;
    return new Promise((settle) => {
      let failure: OfficeFailure | undefined;
      const stop = (why: OfficeFailure): void => {
        failure ??= why;
        end(child);
      };
      const timer = setTimeout(() => stop('tooSlow'), this.#wallMs);
      const watch = setInterval(
        () => void memoryOf(child.pid).then((now) => now > MAX_MEMORY && stop('tooBig')),
        WATCH_MS,
      );
      const done = (code: number | null): void => {
        clearTimeout(timer);
        clearInterval(watch);
        this.#child = undefined;
        end(child);
        settle(failure ?? (code === 0 ? undefined : 'broken'));
      };
      child.on('error', () => done(1));
      child.on('exit', done);
    });
  }
}

/** Ends a program and all that it started. */
function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Memory of a process and its children in bytes, as Linux counts it; nothing where that does not tell. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
    const more = await Promise.all(children.slice(0, 20).map((child) => memoryOf(Number(child))));
    return Number(pages) * PAGE + more.reduce((sum, one) => sum + one, 0);
  } catch {
    return 0;
  }
}
