import type { Outcome, LineMapping } from '@kontor/contract/phonecall';

/** What a telephone system says of a conversation, in the words of none of them. */
export interface PhoneEvent {
  /**
   * `ring`: it begins, or rings at terminals; `answer`: somebody took it; `end`: a way of it, or all of it, is over; `fax`, `voice`: one was left.
   */
  readonly type: 'ring' | 'answer' | 'end' | 'fax' | 'voice';
  /** What the system calls this way of the conversation. */
  readonly ref: string;
  /** What it calls the conversation, where that is said. */
  readonly groupRef?: string;
  /** Terminals of ours that it is about; none: all of them, or nobody knows. */
  readonly terminals: readonly string[];
  /** Undefined where it is not said. */
  readonly direction: 'in' | 'out' | undefined;
  /** As written, or with a plus sign before the code of a country. Empty: kept back, or not said. */
  readonly from: string;
  readonly to: string;
  /** The number of ours that was called before it was forwarded. */
  readonly diversion?: string;
  /** Milliseconds since 1970; left out: now. */
  readonly at?: number;
  /** What the caller calls itself. */
  readonly name?: string;
  /** How it ended. Left out: not said. */
  readonly outcome?: Outcome;
  /** Seconds of talk. */
  readonly duration?: number;
  readonly pages?: number;
  /** Where the file of a fax or a voice message is. */
  readonly file?: string;
}

/** What of a telephone system its adapter knows. */
export interface AdapterLine {
  /** Key of signatures; undefined where there is none. */
  readonly secret: string | undefined;
  readonly mapping: LineMapping | null;
  /** Of times without an offset (IANA). */
  readonly zone: string;
  /** The address that it posts to, whole. */
  readonly address: string;
}

export interface AdapterRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What a body says. `fault`: nobody of ours has signed it, or it is none that is understood. */
export type Read = { readonly fault: 'signature' | 'unreadable' } | { readonly events: readonly PhoneEvent[] };

export interface Answer {
  readonly type: 'application/xml' | 'application/json' | 'text/plain';
  readonly body: string;
}

/** How the bodies of one kind of telephone system are read, and what it is answered. Pure. */
export interface Adapter {
  read(request: AdapterRequest, line: AdapterLine): Read;
  /** `isRejected`: the call is of a number that is blocked. */
  answer(events: readonly PhoneEvent[], line: AdapterLine, isRejected: boolean): Answer;
}

export const EMPTY: Answer = { type: 'text/plain', body: '' };
export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

const MAX_TEXT = 200;
const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A text of a body in one line, without signs that steer screens, and not longer than anybody reads. */
export const cleanText = (text: string): string =>
  text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

/** The fields of a body, by their names; of several of one name all. */
export type Fields = ReadonlyMap<string, readonly string[]>;

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

export const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The texts, numbers, and lists of these, that an object has at its top. */
export function fieldsOfObject(object: Readonly<Record<string, unknown>>): Fields {
  return new Map(
    Object.entries(object).map(([name, value]) => [
      name.replace(/\[\]$/, ''),
      (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []).map(cleanText),
    ]),
  );
}

/** The fields of a form or of a JSON object; undefined where a body is neither. */
export function fieldsOf({ headers, body }: AdapterRequest): Fields | undefined {
  const text = body.toString('utf8');
  if (/json/i.test(String(headers['content-type'])) || text.trimStart().startsWith('{')) {
    const object = objectIn(text);
    return object && fieldsOfObject(object);
  }
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const key = name.replace(/\[\d*\]$/, '');
    fields.set(key, [...(fields.get(key) ?? []), cleanText(value)]);
  }
  return fields.size === 0 ? undefined : fields;
}

export const first = (fields: Fields, ...names: readonly string[]): string =>
  names.map((name) => fields.get(name)?.[0] ?? '').find((value) => value !== '') ?? '';

const MAX_REF = 250;
/** What a system calls a call, as far as that can be kept; undefined where it says nothing. */
export const refOf = (text: string): string | undefined => (text === '' ? undefined : text.slice(0, MAX_REF));

/** Words by which systems say that a number was kept back. */
const KEPT_BACK =
  /^(?:anonymous|anonym|unknown|unavailable|restricted|private|withheld|asserted|n\/a|null|none|<unknown>)$/i;

/** A number as a body has it; empty where it was kept back. */
export const numberText = (text: string): string => (KEPT_BACK.test(text) ? '' : text.slice(0, 100));

/** The same, of systems that write numbers with the code of their country and without the plus sign. */
export const withPlus = (text: string): string => {
  const number = numberText(text);
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number;
};

/** A fax or a voice message that was left, with the address of its file; undefined where a body speaks of neither. */
export function leftBehind(
  said: string,
  fields: Fields,
  common: Omit<PhoneEvent, 'type' | 'terminals'>,
): PhoneEvent | undefined {
  const type = (['fax', 'voice'] as const).find((one) => one === said.toLowerCase());
  if (type === undefined) return undefined;
  const [file, pages] = [fields.get('file')?.[0] ?? '', Number(first(fields, 'pages'))];
  return {
    ...common,
    type,
    terminals: [],
    ...(file === '' ? {} : { file }),
    ...(Number.isSafeInteger(pages) && pages > 0 ? { pages: Math.min(pages, 10_000) } : {}),
  };
}

/** How a call ended of which a system says no more than that it did, unless somebody took it: what they took is answered, whatever an end says. */
export const untakenOutcome = (direction: PhoneEvent['direction']): Outcome =>
  direction === 'out' ? 'cancelled' : 'missed';

export const directionOf = (text: string): PhoneEvent['direction'] => {
  if (/^(?:in|inbound|incoming)$/i.test(text)) return 'in';
  return /^(?:out|outbound|outgoing)$/i.test(text) ? 'out' : undefined;
};

/** Seconds of a text: `252`, `4:12` or `00:04:12`; undefined where it is none. */
export function secondsOf(text: string): number | undefined {
  if (/^\d{1,6}(?:\.\d+)?$/.test(text)) return Math.min(86_400, Math.floor(Number(text)));
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:\.\d+)?$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * A moment that is written by the clock of a zone (`2026-11-26 09:41:00`, `26.11.2026 09:41:00`, `11/26/2026 9:41:00 AM`) or with an offset,
 * in milliseconds since 1970; undefined where it is none.
 */
export function momentOf(text: string, zone: string): number | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: (AM|PM))?$/i.exec(text);
  try {
    if (iso !== null) {
      const [, year, month, day, time, offset] = iso;
      if (offset !== undefined) return Date.parse(`${year}-${month}-${day}T${time}${offset}`) || undefined;
      return plain(`${year}-${month}-${day}T${time}`, zone);
    }
    if (german !== null) {
      const [, day, month, year, hour, minute, second] = german;
      return plain(`${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${minute}:${second ?? '00'}`, zone);
    }
    if (american !== null) {
      const [, month, day, year, hour, minute, second, half] = american;
      const at = half === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0);
      return plain(`${year}-${pad(month)}-${pad(day)}T${pad(String(at))}:${minute}:${second ?? '00'}`, zone);
    }
  } catch {
    // No such day.
  }
  return undefined;
}

const pad = (text: string | undefined): string => (text ?? '').padStart(2, '0');
const plain = (text: string, zone: string): number =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
