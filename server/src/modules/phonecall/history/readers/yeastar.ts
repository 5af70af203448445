import { directionOf, isObject, momentOf, numberText, objectIn, yeastarOutcome } from '../../arriving/index.ts';
import {
  HistoryRefused,
  HistoryTooLong,
  HistoryUnreadable,
  MAX_PAGES,
  isIn,
  secondsAt,
  textAt,
  type HistoryCall,
  type HistoryReader,
} from '../reading.ts';

const PAGE = 100;
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** A number as a record has it: by itself, or behind a name: `SAV<6402>`. */
const numberIn = (entry: Readonly<Record<string, unknown>>, name: string): string => {
  const said = textAt(entry, `${name}_number`) || textAt(entry, name);
  return numberText(/<([^<>]*)>$/.exec(said)?.[1] ?? said);
};

function momentAt(entry: Readonly<Record<string, unknown>>, zone: string): number | undefined {
  const seconds = Number(entry['timestamp']);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1000;
  return momentOf(textAt(entry, 'time').replaceAll('/', '-'), zone);
}

function callOf(entry: unknown, zone: string): readonly HistoryCall[] {
  if (!isObject(entry)) return [];
  const direction = directionOf(textAt(entry, 'call_type'));
  const at = momentAt(entry, zone);
  const id = textAt(entry, 'uid') || textAt(entry, 'new_id') || textAt(entry, 'id');
  // Calls within the house are nobody's to look at.
  if (direction === undefined || at === undefined || id === '') return [];
  const outcome = yeastarOutcome(textAt(entry, 'disposition') || textAt(entry, 'last_status'), direction);
  if (outcome === undefined) return [];
  const [from, to] = [numberIn(entry, 'call_from'), numberIn(entry, 'call_to')];
  const own = direction === 'out' ? from : to;
  return [
    {
      // Pushes call it by the name that the switch has for it.
      ref: `history ${id}`.slice(0, 250),
      direction,
      from,
      to: direction === 'out' ? to : textAt(entry, 'did_number') || to,
      at,
      duration: secondsAt(entry, 'talk_duration') || secondsAt(entry, 'handling_duration'),
      outcome,
      terminals: /^\d{1,6}$/.test(own) ? [own] : [],
    },
  ];
}

/** What the interface answers; it says in a body of its own whether it succeeded. */
function answerIn(body: string): Readonly<Record<string, unknown>> {
  const answer = objectIn(body);
  if (answer === undefined || typeof answer['errcode'] !== 'number') throw new HistoryUnreadable();
  // What goes wrong else than by name and secret is not said alike by all versions.
  if (answer['errcode'] !== 0) throw new HistoryRefused();
  return answer;
}

/** The records of calls of a Yeastar of the P series, the newest first. `user` and `secret`: id and secret of a client of its interface. */
export const readYeastar: HistoryReader = function* (span, { url, user, secret, zone }) {
  const base = `${url.replace(/\/+$/, '')}/openapi/v1.0`;
  const token = answerIn(
    yield {
      method: 'POST',
      address: `${base}/get_token`,
      headers: JSON_HEADERS,
      body: JSON.stringify({ username: user, password: secret }),
    },
  )['access_token'];
  if (typeof token !== 'string' || token === '') throw new HistoryUnreadable();
  const calls: HistoryCall[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    // By no times: those would have to be written as that system shows them.
    const query = new URLSearchParams({
      page: String(page),
      page_size: String(PAGE),
      sort_by: 'time',
      order_by: 'desc',
      access_token: token,
    });
    const { data } = answerIn(
      yield { method: 'GET', address: `${base}/cdr/list?${query.toString()}`, headers: { accept: 'application/json' } },
    );
    if (!Array.isArray(data)) throw new HistoryUnreadable();
    const moments = data.flatMap((entry) => (isObject(entry) ? (momentAt(entry, zone) ?? []) : []));
    calls.push(...data.flatMap((entry) => callOf(entry, zone)));
    if (data.length < PAGE || Math.min(...moments) < span.from) return calls.filter(({ at }) => isIn(span, at));
  }
  throw new HistoryTooLong();
};
