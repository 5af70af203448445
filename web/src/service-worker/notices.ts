import type { Alarm } from '@kontor/contract/alarm';
import { kindOf, type ItemKindName, type ResultOf } from '@kontor/contract/kernel';
import type { messageQueries } from '@kontor/contract/message';
import { LOCALES, type Language } from '../shell/language.ts';
import { detailHref, href } from '../shell/routes.ts';
import { noticeTexts } from './notice-texts.ts';

/** Whom notifications are for, and how they are to read. */
export interface Reader {
  /** Key of the account on this device: the instance's name is a part of it. */
  readonly account: string;
  readonly language: Language;
  /** IANA zone. */
  readonly zone: string;
}

/** What a notification's buttons do. `hour`: reminds again in an hour; `answer`: says what was typed into it. */
export type NoticeAction = 'open' | 'ok' | 'hour' | 'done' | 'answer';

/** What a notification keeps for when it is pressed. */
export interface NoticeData {
  readonly account: string;
  /** Where what it is about is shown. */
  readonly address: string;
  readonly alarm?: Pick<Alarm, 'type' | 'id'>;
  /** Aggregate id of the item that can be made Done. */
  readonly item?: string;
  /** Whose thread with the person an answer goes to, see `message.send`; absent where none can be given. */
  readonly partner?: number | null;
  /** It is of an answer that waits for a page. */
  readonly isUnsent?: true;
  /** It is of several alarms: the page lists them. */
  readonly areAlarms?: true;
}

export interface NoticeButton {
  readonly action: NoticeAction;
  readonly title: string;
  /** `text`: systems that know this let the person type into the button; the others draw a plain one. */
  readonly type?: 'text';
  readonly placeholder?: string;
}

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Notifications of the same tag replace each other. */
  readonly tag: string;
  readonly data: NoticeData;
  readonly actions: readonly NoticeButton[];
  /** It stays until it is answered. */
  readonly requireInteraction?: true;
}

/** What was said last in a message. */
export type SaidMessage = ResultOf<(typeof messageQueries)['notice']>;

/** An alarm as far as a notification says it. */
export type SaidAlarm = Pick<Alarm, 'type' | 'id' | 'title' | 'timestamp' | 'aggregateId' | 'moduleName' | 'contact'>;

/** The tag of what a push, or a page, tells an account of. */
export const tagIn = (account: string, tag: string): string => `${account} ${tag}`;

/** What of a notification's tag is the account's own; undefined for one of another account. */
export const tagWithin = (account: string, tag: string): string | undefined =>
  tag.startsWith(`${account} `) ? tag.slice(account.length + 1) : undefined;

const DAY_MS = 86_400_000;

/** A time as people say it: `heute 14:00`, `Do., 26.11., 14:00`. `timestamp`: seconds, `now`: milliseconds since 1970. */
export function sayWhen({ language, zone }: Pick<Reader, 'language' | 'zone'>, timestamp: number, now: number): string {
  const t = noticeTexts[language];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: zone, ...options });
  const clock = { hour: language === 'de' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayOf = (ms: number): number => Date.parse(`${days.format(ms)}T00:00:00Z`) / DAY_MS;
  const ms = timestamp * 1000;
  const time = format(clock).format(ms);
  const ahead = dayOf(ms) - dayOf(now);
  if (ahead === 0) return t.today(time);
  if (ahead === 1) return t.tomorrow(time);
  if (ahead === -1) return t.yesterday(time);
  const year = days.format(ms).slice(0, 4) === days.format(now).slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return format({ weekday: 'short', day: '2-digit', month: '2-digit', ...year, ...clock }).format(ms);
}

/** What kind of thing an alarm is of, and when that is due or begins. */
export function sayAlarm(
  reader: Pick<Reader, 'language' | 'zone'>,
  alarm: Pick<Alarm, 'type' | 'timestamp' | 'moduleName'>,
  now: number,
): { readonly kind: string; readonly when: string } {
  const t = noticeTexts[reader.language];
  const time = sayWhen(reader, alarm.timestamp, now);
  const { alarms, words } = kindOf(alarm.moduleName);
  return {
    kind: alarms?.types[alarm.type]?.[reader.language] ?? words[reader.language].one,
    when: t[alarms?.at ?? 'due'](time),
  };
}

/** Address at which the page does what a notification's button says, and shows what it is about. */
export function addressOf({ account, address, alarm, item, areAlarms }: NoticeData, action: NoticeAction): string {
  const params = new URLSearchParams();
  if (areAlarms) params.set('alarm', 'list');
  if (alarm !== undefined)
    for (const [name, value] of Object.entries({ alarm: action, type: alarm.type, id: String(alarm.id) }))
      params.set(name, value);
  else if (item !== undefined && (action === 'done' || action === 'answer')) params.set(action, item);
  params.set('of', account);
  return `${address}?${params}`;
}

const hrefOf = (module: ItemKindName, aggregateId: string): string => detailHref({ module, aggregateId }, 'inbox');

/** How an alarm is answered: systems show two buttons at most, and open what is pressed itself. */
const answersOf = ({ language }: Reader): Notice['actions'] => [
  { action: 'ok', title: noticeTexts[language].ok },
  { action: 'hour', title: noticeTexts[language].inAnHour },
];

/** What the system says of an alarm. */
export function alarmNotice(reader: Reader, alarm: SaidAlarm, now: number): Notice {
  const { kind, when } = sayAlarm(reader, alarm, now);
  return {
    title: alarm.title === '' ? kind : alarm.title,
    body: [kind, alarm.contact, when].filter((part) => part !== '').join(' · '),
    tag: tagIn(reader.account, `alarm:${alarm.type}:${alarm.id}`),
    data: {
      account: reader.account,
      address: hrefOf(alarm.moduleName, alarm.aggregateId),
      alarm: { type: alarm.type, id: alarm.id },
    },
    actions: answersOf(reader),
    requireInteraction: true,
  };
}

/** What it says of an alarm of which no more than its name is known here. */
export function namelessAlarm(reader: Reader, tag: string, alarm: NoticeData['alarm'], address: string): Notice {
  const t = noticeTexts[reader.language];
  const data = { account: reader.account, address, ...(alarm === undefined ? {} : { alarm }) };
  return {
    title: t.reminder,
    body: t.openToSee,
    tag: tagIn(reader.account, tag),
    data,
    actions: alarm === undefined ? [] : answersOf(reader),
    requireInteraction: true,
  };
}

/** What it says of several alarms at once; `count` is undefined where nobody can say. */
export function manyAlarms(reader: Reader, count: number | undefined): Notice {
  const t = noticeTexts[reader.language];
  return {
    title: count === undefined ? t.manyReminders : t.reminders(count),
    body: t.openToSee,
    tag: tagIn(reader.account, 'alarms'),
    data: { account: reader.account, address: '/', areAlarms: true },
    actions: [],
    requireInteraction: true,
  };
}

/** What it says of a new item; `said` is undefined where no more than its kind is known here. */
export function itemNotice(
  reader: Reader,
  item: { readonly module: ItemKindName; readonly entryId: number; readonly aggregateId: string },
  said: { readonly title: string; readonly body: string } | undefined,
): Notice {
  const t = noticeTexts[reader.language];
  return {
    title: said?.title || kindOf(item.module).words[reader.language].fresh,
    body: said?.body ?? t.openToSee,
    tag: tagIn(reader.account, `item:${item.module}:${item.entryId}`),
    data: { account: reader.account, address: hrefOf(item.module, item.aggregateId), item: item.aggregateId },
    actions: [
      { action: 'open', title: t.open },
      { action: 'done', title: t.done },
    ],
  };
}

/** What it says of a message: what was said last, which can be answered. `said` is undefined where nobody can say. */
export function messageNotice(
  reader: Reader,
  item: Parameters<typeof itemNotice>[1],
  said: SaidMessage | undefined,
): Notice {
  const t = noticeTexts[reader.language];
  const plain = itemNotice(reader, item, said && { title: said.by, body: said.text });
  if (said?.mayAnswer !== true) return plain;
  const { communicationPartnerUserId: partner } = said;
  const address = partner === null ? plain.data.address : `${plain.data.address}/${partner}`;
  return {
    ...plain,
    data: { ...plain.data, address, partner },
    actions: [
      { action: 'answer', title: t.answer, type: 'text', placeholder: t.answerTo(said.by) },
      { action: 'done', title: t.done },
    ],
  };
}

/** What it says of an answer that was not sent: a press has a page do it. */
export function unsentNotice(
  reader: Pick<Reader, 'language'>,
  { tag, data }: Pick<Notice, 'tag' | 'data'>,
  text: string,
): Notice {
  const t = noticeTexts[reader.language];
  return { title: t.notSent, body: text, tag, data: { ...data, isUnsent: true }, actions: [] };
}

/** What it says of a push that was sent to try the way. */
export function testNotice(reader: Reader, tag: string): Notice {
  const t = noticeTexts[reader.language];
  return {
    title: t.testArrived,
    body: t.testArrivedHint,
    tag: tagIn(reader.account, tag),
    data: { account: reader.account, address: href('settings', { selectedSettingsTab: 'thisDevice' }) },
    actions: [],
  };
}

/** What it says of somebody who is waited for, and is there; `name` is undefined where nobody can say who. */
export function personNotice(reader: Reader, tag: string, name: string | undefined): Notice {
  const t = noticeTexts[reader.language];
  return {
    title: name === undefined ? t.somebodyIsThere : t.isThere(name),
    body: name === undefined ? t.openToSee : '',
    tag: tagIn(reader.account, tag),
    data: { account: reader.account, address: href('userOnline') },
    actions: [],
  };
}

/** What it says of several new items; `unfinished`: how many there are in all, where that is known. */
export function manyItems(reader: Reader, title: string | undefined, body: string | undefined): Notice {
  const t = noticeTexts[reader.language];
  return {
    title: title ?? t.news,
    body: body ?? t.openToSee,
    tag: tagIn(reader.account, 'count'),
    data: { account: reader.account, address: '/' },
    actions: [],
  };
}
