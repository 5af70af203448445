import type { Outcome } from '@kontor/contract/phonecall';
import { isObject, momentOf, numberText } from '../../arriving/index.ts';
import {
  HistoryTooLong,
  HistoryUnreadable,
  MAX_PAGES,
  isIn,
  secondsAt,
  textAt,
  type HistoryCall,
  type HistoryReader,
  type Span,
} from '../reading.ts';

const ADDRESS = 'https://api.placetel.de/v2';
const PAGE = 100;

const TYPES: Readonly<Record<string, Outcome>> = {
  accepted: 'answered',
  missed: 'missed',
  voicemail: 'voice',
  blocked: 'blocked',
};

/** The number that was called: a text, or an object that has one. */
function calledOf(said: unknown): string {
  if (typeof said === 'string') return said;
  if (!isObject(said)) return '';
  const { number } = said;
  return typeof number === 'string' ? number : isObject(number) ? textAt(number, 'number') : '';
}

function callOf(entry: unknown, zone: string): readonly HistoryCall[] {
  if (!isObject(entry)) return [];
  const outcome = TYPES[textAt(entry, 'type')];
  const at = momentOf(textAt(entry, 'received_at'), zone);
  const id = textAt(entry, 'id');
  if (outcome === undefined || at === undefined || id === '') return [];
  return [
    {
      // Pushes call it otherwise.
      ref: `history ${id}`.slice(0, 250),
      direction: 'in',
      from: numberText(textAt(entry, 'from_number')),
      to: numberText(calledOf(entry['to_number'])),
      at,
      duration: secondsAt(entry, 'duration'),
      outcome,
      terminals: [],
    },
  ];
}

/** The days of a span by the calendar of a zone, as `2026-11-26`. */
function daysOf({ from, to }: Span, zone: string): readonly string[] {
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const days: string[] = [];
  for (let day = dayOf(from); Temporal.PlainDate.compare(day, dayOf(to)) <= 0; day = day.add({ days: 1 }))
    days.push(day.toString());
  return days;
}

/** Calls that came in by Placetel; of those that went out its interface tells nothing. `secret`: a token of the interface. */
export const readPlacetel: HistoryReader = function* (span, { url, secret, zone }) {
  const headers = { authorization: `Bearer ${secret}`, accept: 'application/json' };
  const calls: HistoryCall[] = [];
  let pages = 0;
  for (const day of daysOf(span, zone)) {
    let known = '';
    for (let page = 1; ; page += 1) {
      if ((pages += 1) > MAX_PAGES) throw new HistoryTooLong();
      const query = new URLSearchParams({ 'filter[date]': day, page: String(page), per_page: String(PAGE) });
      const body = yield { method: 'GET', address: `${url || ADDRESS}/calls?${query.toString()}`, headers };
      const items = listIn(body);
      // Not every page is as long as was asked for: only an empty one is the last, or one that was there before.
      if (items.length === 0 || body === known) break;
      known = body;
      calls.push(...items.flatMap((item) => callOf(item, zone)));
    }
  }
  return calls.filter(({ at }) => isIn(span, at));
};

function listIn(body: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(body);
    if (Array.isArray(value)) return value;
  } catch {
    // None of its answers.
  }
  throw new HistoryUnreadable();
}
