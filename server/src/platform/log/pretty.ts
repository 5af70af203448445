import { inspect } from 'node:util';

const NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A line of the log as people read it: time, severity, message, the rest; the stack of an error below. */
export function prettyLine(json: string): string {
  const { time, level, msg = '', err, ...rest } = JSON.parse(json) as Record<string, unknown> & { msg?: string };
  const at = new Date(Number(time)).toISOString().slice(11, 19);
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${inspect(value, { breakLength: Infinity })}`);
  const stack = (err as { stack?: unknown } | undefined)?.stack;
  const line = [at, (NAMES[Number(level)] ?? '').padEnd(5), msg, ...fields].join(' ').trimEnd();
  return typeof stack === 'string' ? `${line}\n${stack}\n` : `${line}\n`;
}
