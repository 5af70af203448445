import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..', '..', '..');
export const SERVER = [process.execPath, join(ROOT, 'server', 'src', 'main.ts')] as const;
export const CLI = [process.execPath, join(ROOT, 'server', 'src', 'cli', 'main.ts')] as const;
export const NPM_START = ['npm', 'start'] as const;

/** A program as people start it, with all that it printed. Without Kontor's settings of this process. */
export class Program {
  out = '';
  err = '';
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(
    command: readonly string[],
    options: { readonly env: Record<string, string>; readonly input?: string; readonly cwd?: string },
  ) {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(KONTOR_|DATABASE_URL|NODE_OPTIONS|VITEST)/.test(name),
    );
    // In a group of its own, so that a Ctrl-C can be sent to all of it as a terminal does.
    this.child = spawn(command[0] ?? '', command.slice(1), {
      cwd: options.cwd ?? ROOT,
      env: { ...Object.fromEntries(inherited), ...options.env },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
    this.child.stdin?.end(options.input ?? '');
    this.#ended = once(this.child, 'close');
  }

  /** What a pattern finds in the output, once it does. */
  async says(pattern: RegExp, withinMs = 30_000): Promise<RegExpExecArray> {
    for (const end = Date.now() + withinMs; ; await sleep(20)) {
      const found = pattern.exec(this.out);
      if (found !== null) return found;
      if (this.child.exitCode !== null || Date.now() > end)
        throw new Error(`It did not say ${pattern}, but:\n${this.out}\n${this.err}`);
    }
  }

  /** The exit code, or the signal that ended it. */
  async ends(): Promise<number | NodeJS.Signals | null> {
    await this.#ended;
    return this.child.exitCode ?? this.child.signalCode;
  }

  /** Sends a signal; to one that has ended it means nothing. */
  signal(signal: NodeJS.Signals, to: 'process' | 'group' = 'process'): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      process.kill(to === 'group' ? -pid : pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
