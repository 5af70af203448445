import { inspect } from 'node:util';

const NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** All that moves a terminal's cursor, colours its text or turns its direction. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

/** A line of the log as people read it: time, severity, message, the rest; the stack of an error below, further in than any line begins. */
export function prettyLine(json: string): string {
  const { time, level, msg = '', err, ...rest } = JSON.parse(json) as Record<string, unknown> & { msg?: string };
  const at = new Date(Number(time)).toISOString().slice(11, 19);
  const fields = Object.entries(rest).map(
    ([name, value]) => `${printable(name)}=${printable(inspect(value, { breakLength: Infinity }))}`,
  );
  const stack = (err as { stack?: unknown } | undefined)?.stack;
  const line = [at, (NAMES[Number(level)] ?? '').padEnd(5), printable(msg), ...fields].join(' ').trimEnd();
  if (typeof stack !== 'string') return `${line}\n`;
  const below = stack.split('\n').map((part) => `  ${printable(part)}\n`);
  return `${line}\n${below.join('')}`;
}
