import type { Status } from '@kontor/contract/activity';

/** What of a mail of a thread decides how it is shown. */
export interface ThreadMail {
  readonly aggregateId: string;
  readonly status: Status;
  readonly direction: string;
}

/** Closed mails in a row from which on all but the first are folded. */
const MAX_LINES = 6;

/** What stands in a thread, in its order: an open mail, a line, or several mails folded into one line. */
export type ThreadItem<T> =
  | { readonly kind: 'open' | 'line'; readonly mail: T }
  | { readonly kind: 'fold'; readonly mails: readonly T[] };

/**
 * The mails that are open without anybody having done anything: the newest, the one that was asked for, and new ones that came in. What was
 * open once stays so: a mail is not folded because it was seen, or because a newer one came.
 */
export function openByItself<T extends ThreadMail>(
  before: ReadonlySet<string>,
  mails: readonly T[],
  asked: string,
): ReadonlySet<string> {
  const newest = mails.at(-1)?.aggregateId;
  const opened = mails
    .filter(
      ({ aggregateId, status, direction }) =>
        aggregateId === newest || aggregateId === asked || (status === 1 && direction === 'incoming'),
    )
    .map(({ aggregateId }) => aggregateId)
    .filter((id) => !before.has(id));
  return opened.length === 0 ? before : new Set([...before, ...opened]);
}

/** What is shown of a thread. Of more than six closed mails in a row the first stays a line, and the rest is folded, unless unfolded. */
export function itemsOf<T extends ThreadMail>(
  mails: readonly T[],
  isOpen: (aggregateId: string) => boolean,
  isUnfolded: boolean,
): readonly ThreadItem<T>[] {
  const items: ThreadItem<T>[] = [];
  let closed: T[] = [];
  const flush = (): void => {
    const [first, ...rest] = closed;
    if (first !== undefined && closed.length > MAX_LINES && !isUnfolded)
      items.push({ kind: 'line', mail: first }, { kind: 'fold', mails: rest });
    else items.push(...closed.map((mail) => ({ kind: 'line', mail }) as const));
    closed = [];
  };
  for (const mail of mails) {
    if (!isOpen(mail.aggregateId)) {
      closed.push(mail);
      continue;
    }
    flush();
    items.push({ kind: 'open', mail });
  }
  flush();
  return items;
}

/** What is acted on: a mail, or the whole thread; then `mail` is its newest, which stands for it. */
export interface Target {
  readonly isWhole: boolean;
  readonly mail: string;
}

/**
 * What is acted on: the whole thread where all of it but the newest mail is folded and none was turned to, else the mail that was turned
 * to, or the newest.
 */
export function targetOf(
  mails: readonly { readonly aggregateId: string }[],
  isOpen: (aggregateId: string) => boolean,
  current: string | undefined,
): Target {
  const newest = mails.at(-1)?.aggregateId ?? '';
  if (current !== undefined && mails.some(({ aggregateId }) => aggregateId === current))
    return { isWhole: false, mail: current };
  const isFolded = mails.every(({ aggregateId }) => aggregateId === newest || !isOpen(aggregateId));
  return { isWhole: isFolded && mails.length > 1, mail: newest };
}

/** The mail `by` places on from the one that was turned to; the newest where none was. */
export function neighbourOf(
  mails: readonly { readonly aggregateId: string }[],
  current: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = mails.findIndex(({ aggregateId }) => aggregateId === current);
  if (at < 0) return mails.at(-1)?.aggregateId;
  return mails[Math.max(0, Math.min(mails.length - 1, at + by))]?.aggregateId;
}

/** The state that a thread has as a whole: the least finished of its mails that came in; of all where none did. */
export function statusOfThread(mails: readonly ThreadMail[]): Status | undefined {
  const incoming = mails.filter(({ direction }) => direction === 'incoming');
  const all = (incoming.length > 0 ? incoming : mails).map(({ status }) => status);
  return all.length === 0 ? undefined : (Math.min(...all) as Status);
}
