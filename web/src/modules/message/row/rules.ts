import type { EntryRow } from '@kontor/contract/activity';
import type { MessageExtras } from '@kontor/contract/message';
import { dateFormat } from '../../../shell/date-format.ts';

/** What a row of a list says of a message, as far as its extras are known. */
export interface RowOfMessage {
  /** What was said last, without what the title says already; empty where that is all. */
  readonly said: string;
  /** The person has said it. */
  readonly isOwn: boolean;
  readonly unread: number;
  /** Of one that went to several, for who began it: how many have read it and are done with it. */
  readonly counts: { readonly read: number; readonly done: number } | undefined;
  readonly isMuted: boolean;
  readonly isAwaited: boolean;
  /** Some text names the person. */
  readonly isMentioned: boolean;
  /** When what the person has said is sent, in milliseconds since 1970; undefined where nothing waits. */
  readonly sendAt: number | undefined;
  /** Whom it is with where that is one person; undefined of several. */
  readonly partner: number | undefined;
}

/** What a text says beyond a title that was cut from its beginning. */
function beyond(title: string, text: string): string {
  const beginning = title.endsWith('…') ? title.slice(0, -1) : title;
  return text.startsWith(beginning) ? text.slice(beginning.length).trim() : text;
}

/** Reads the extras of a message's list entry. */
export function rowOfMessage({ information, extras }: EntryRow, ownId: number | undefined): RowOfMessage {
  const {
    hasMultipleReceivers = false,
    lastBy = 0,
    lastText = '',
    unread = 0,
    read = 0,
    done = 0,
    partner = null,
    ...known
  } = extras as Partial<MessageExtras>;
  return {
    said: beyond(information, lastText),
    isOwn: lastBy === ownId,
    unread,
    counts: hasMultipleReceivers && read + done > 0 ? { read, done } : undefined,
    isMuted: known.isMuted === true,
    isAwaited: known.waitsForAnswer === true,
    isMentioned: known.isMentioned === true,
    sendAt: known.sendAt == null ? undefined : Date.parse(known.sendAt),
    partner: partner ?? undefined,
  };
}

/** A moment as short as it is clear: the time of today, else with its day, and with the year where that is another. */
export function momentText(ms: number, { now, zone, locale }: { now: number; zone: string; locale: string }): string {
  const at = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
  const [day, today] = [at(ms), at(now)];
  const time = { hour: locale === 'de-DE' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const date = { weekday: 'short', day: 'numeric', month: 'numeric' } as const;
  return dateFormat(locale, {
    timeZone: zone,
    ...(day.equals(today) ? {} : date),
    ...(day.year === today.year ? {} : { year: 'numeric' }),
    ...time,
  }).format(ms);
}
