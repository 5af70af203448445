import type { Logger } from '../log/logger.ts';
import { THE_SERVER, type AuditNote } from './audit.ts';
import type { Change } from './change.ts';
import type { Instance } from './context.ts';
import type { Service } from './manifest.ts';

/** So long notes of one kind are counted together. */
const WINDOW_MS = 60_000;
/** Entries of one kind that an instance gets in that time; what else comes is counted in one more. */
const MAX_ENTRIES = 60;
const MAX_IDS = 10;

/** Notes of what may come in any number: refusals, which strangers cause, and what is fetched again and again. */
export interface Repeats extends Service {
  /**
   * Writes a note in a transaction of its own; one that was written within this minute is counted instead, and the count written when the
   * minute is over. Settles when it is safe where it is written at once. Never fails: where it cannot be written, the log says so.
   */
  audit(instance: Instance, entry: AuditNote): Promise<void>;
}

interface Counted {
  readonly first: AuditNote;
  count: number;
  items: number;
  ids: readonly string[];
}

interface Window {
  readonly instance: Instance;
  readonly notes: Map<string, Counted>;
  /** Those that are too many to be told apart. */
  rest: number;
  readonly timer: NodeJS.Timeout;
}

const idsOf = ({ details }: AuditNote): string[] => details?.['ids']?.split(', ') ?? [];
const itemsOf = ({ details }: AuditNote): number => Number(details?.['items'] ?? 0);

const keyOf = ({ subject, details, by = THE_SERVER }: AuditNote): string =>
  JSON.stringify([
    by.userId,
    by.userName,
    by.address,
    details?.['items'] === undefined ? subject : '',
    details?.['operation'],
  ]);

export function createRepeats(change: Change, log: Logger, windowMs = WINDOW_MS): Repeats {
  const windows = new Map<string, Window>();

  const write = (instance: Instance, notes: readonly AuditNote[]): Promise<void> =>
    change(instance, async (ctx) => notes.forEach((entry) => ctx.audit(entry))).catch((error: unknown) => {
      log.error({ err: error, instance: instance.name, kinds: notes.map(({ kind }) => kind) }, 'audit log not written');
    });

  const close = async (key: string): Promise<void> => {
    const window = windows.get(key);
    if (window === undefined) return;
    windows.delete(key);
    clearTimeout(window.timer);
    const counted = [...window.notes.values()].filter(({ count }) => count > 0).map(summary);
    const [any] = window.notes.values();
    if (window.rest > 0 && any !== undefined) {
      counted.push({ kind: any.first.kind, subject: '', details: { repeated: String(window.rest), by: 'many' } });
    }
    if (counted.length > 0) await write(window.instance, counted);
  };

  return {
    async audit(instance, entry) {
      const key = `${instance.id} ${entry.kind}`;
      let window = windows.get(key);
      if (window === undefined) {
        const timer = setTimeout(() => void close(key), windowMs);
        windows.set(key, (window = { instance, notes: new Map(), rest: 0, timer }));
      }
      const known = window.notes.get(keyOf(entry));
      if (known !== undefined) {
        known.count += 1;
        known.items += itemsOf(entry);
        known.ids = [...new Set([...known.ids, ...idsOf(entry)])].slice(0, MAX_IDS);
      } else if (window.notes.size >= MAX_ENTRIES) {
        window.rest += 1;
      } else {
        window.notes.set(keyOf(entry), { first: entry, count: 0, items: 0, ids: [] });
        await write(instance, [entry]);
      }
    },
    async close() {
      await Promise.all([...windows.keys()].map(close));
    },
  };
}

/** The entry that stands for all that came after the first. */
function summary({ first, count, items, ids }: Counted): AuditNote {
  const details: Record<string, string> = { ...first.details, repeated: String(count) };
  if (details['items'] === undefined) return { ...first, details };
  return { ...first, subject: String(items), details: { ...details, items: String(items), ids: ids.join(', ') } };
}
