import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The world around a command, so that tests can be one. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether a person can be asked: both the input and where questions are printed are a terminal. */
  readonly isTerminal: boolean;
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal;
  /** The command that is carried out and what it was given, without its options. */
  readonly line?: { command: string; given: string };
  /** A line of the answer. */
  out(line: string): void;
  /** A piece of a file, to standard output; settles when more may follow. */
  write(piece: string): Promise<void>;
  /** A line about the work: faults and progress. */
  err(line: string): void;
  /** Asks on the terminal. A hidden answer is not shown while it is typed. */
  ask(question: string, hidden?: boolean): Promise<string>;
  readInput(): Promise<string>;
  readFile(path: string): Promise<string>;
}

/**
 * Text with its control characters spelt out, but for tabs and ends of lines: what people have named, or typed into a field, must not work the
 * terminal of who reads it.
 */
const visible = (text: string): string =>
  text.replaceAll(/(?!\r\n|[\t\n])\p{Cc}/gu, (sign) =>
    sign === '\r' ? '\\r' : `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

/** What is written to a terminal; a file, or another program, gets every sign as it is. */
const forStream = (stream: { readonly isTTY?: boolean }, text: string): string => (stream.isTTY ? visible(text) : text);

/** The world of a process. */
export function processIo(stop: AbortSignal): Io {
  return {
    env: process.env,
    cwd: process.cwd(),
    isTerminal: process.stdin.isTTY && process.stderr.isTTY,
    stop,
    out: (line) => void process.stdout.write(`${forStream(process.stdout, line)}\n`),
    write: async (piece) => {
      if (!process.stdout.write(forStream(process.stdout, piece))) await once(process.stdout, 'drain');
    },
    err: (line) => void process.stderr.write(`${forStream(process.stderr, line)}\n`),
    ask: (question, hidden = false) => ask(question, hidden, stop),
    readInput: () => text(process.stdin),
    readFile: (path) => readFile(path, 'utf8'),
  };
}

/** On standard error, so that standard output holds the answer alone. */
async function ask(question: string, hidden: boolean, signal: AbortSignal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // With a terminal, readline takes Ctrl-C for itself.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    if (hidden) process.stderr.write(question);
    return await lines.question(hidden ? '' : question, { signal });
  } finally {
    if (hidden) process.stderr.write('\n');
    lines.close();
  }
}
