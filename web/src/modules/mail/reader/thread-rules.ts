import type { Status } from '@kontor/contract/activity';

/** What of a mail of a thread decides how it is shown. */
export interface ThreadMail {
  readonly aggregateId: string;
  readonly status: Status;
  readonly direction: string;
}

/** Closed mails in a row from which on all but the first are folded. */
const MAX_LINES = 6;

/** What has a place in time. */
interface Dated {
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** What stands in a thread, in its order: an open mail, a line, what else happened, or several of these folded into one line. */
export type ThreadItem<T, O> =
  | { readonly kind: 'open' | 'line'; readonly mail: T }
  | { readonly kind: 'other'; readonly other: O }
  | { readonly kind: 'fold'; readonly count: number; readonly isMailsAlone: boolean };

/**
 * The mails that are open without anybody having done anything: the newest, the one that was asked for, and new ones that came in. What was
 * open once stays so: a mail is not folded because it was seen, or because a newer one came.
 */
export function openByItself<T extends ThreadMail>(
  before: ReadonlySet<string>,
  mails: readonly T[],
  requestedId: string,
): ReadonlySet<string> {
  const newest = mails.at(-1)?.aggregateId;
  const opened = mails
    .filter(
      ({ aggregateId, status, direction }) =>
        aggregateId === newest || aggregateId === requestedId || (status === 1 && direction === 'incoming'),
    )
    .map(({ aggregateId }) => aggregateId)
    .filter((id) => !before.has(id));
  return opened.length === 0 ? before : new Set([...before, ...opened]);
}

/** Returns mails and what else happened, by the time; `others` stand by theirs already. Mails keep their order. */
function merged<T extends Dated, O extends Dated>(
  mails: readonly T[],
  others: readonly O[],
): readonly ThreadItem<T, O>[] {
  const left = [...others];
  const before = ({ timestamp }: Dated): readonly ThreadItem<T, O>[] =>
    left
      .splice(0, left.findLastIndex((other) => other.timestamp < timestamp) + 1)
      .map((other) => ({ kind: 'other', other }) as const);
  const items = mails.flatMap((mail) => [...before(mail), { kind: 'line', mail } as const]);
  return [...items, ...left.map((other) => ({ kind: 'other', other }) as const)];
}

/**
 * What is shown of a thread, with what else happened between its mails. Of more than six that are closed in a row the first stays a line, and
 * the rest is folded, unless unfolded.
 */
export function itemsOf<T extends ThreadMail & Dated, O extends Dated>(
  mails: readonly T[],
  others: readonly O[],
  isOpen: (aggregateId: string) => boolean,
  isUnfolded: boolean,
): readonly ThreadItem<T, O>[] {
  const items: ThreadItem<T, O>[] = [];
  let closed: ThreadItem<T, O>[] = [];
  const flush = (): void => {
    const [first, ...rest] = closed;
    if (first !== undefined && closed.length > MAX_LINES && !isUnfolded)
      items.push(first, {
        kind: 'fold',
        count: rest.length,
        isMailsAlone: rest.every(({ kind }) => kind !== 'other'),
      });
    else items.push(...closed);
    closed = [];
  };
  for (const item of merged(mails, others)) {
    if (item.kind !== 'line' || !isOpen(item.mail.aggregateId)) {
      closed.push(item);
      continue;
    }
    flush();
    items.push({ kind: 'open', mail: item.mail });
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
