import type { Outcome } from '@kontor/contract/phonecall';
import { isObject, numberText, objectIn } from '../../arriving/index.ts';
import {
  HistoryTooLong,
  HistoryUnreadable,
  MAX_PAGES,
  isIn,
  secondsAt,
  textAt,
  type HistoryCall,
  type HistoryReader,
} from '../reading.ts';

const ADDRESS = 'https://api.sipgate.com/v2';
const PAGE = 50;

const STATES: Readonly<Record<string, readonly [incoming: Outcome, outgoing: Outcome]>> = {
  SUCCESS: ['answered', 'answered'],
  FAILURE: ['missed', 'failed'],
  REJECTED: ['refused', 'refused'],
  // Nobody heard it.
  REJECTED_DND: ['missed', 'refused'],
  VOICEMAIL_NO_MESSAGE: ['missed', 'answered'],
  BUSY: ['busy', 'busy'],
  BUSY_ON_BUSY: ['busy', 'busy'],
  MISSED: ['missed', 'cancelled'],
};

/** How an entry ended; undefined where it does not say so: such a call may be going on. */
function outcomeOf(entry: Readonly<Record<string, unknown>>): Outcome | undefined {
  if (entry['type'] === 'VOICEMAIL') return 'voice';
  const direction = textAt(entry, 'direction');
  const isOut = direction.endsWith('OUTGOING');
  const said = STATES[textAt(entry, 'callStatus')]?.[isOut ? 1 : 0];
  if (said !== undefined) return said;
  if (direction === 'MISSED_INCOMING') return 'missed';
  if (direction === 'MISSED_OUTGOING') return 'cancelled';
  return secondsAt(entry, 'duration') > 0 ? 'answered' : undefined;
}

/** The extensions that a call was at: `e0`, `p3`. */
const extensionsOf = ({ endpoints }: Readonly<Record<string, unknown>>): readonly string[] =>
  (Array.isArray(endpoints) ? endpoints : []).flatMap((one: unknown) => {
    const endpoint = isObject(one) ? one['endpoint'] : undefined;
    const extension = isObject(endpoint) ? textAt(endpoint, 'extension') : '';
    return /^[a-z]\d{1,6}$/.test(extension) ? [extension] : [];
  });

function callOf(entry: unknown): readonly HistoryCall[] {
  if (!isObject(entry)) return [];
  const outcome = outcomeOf(entry);
  const at = Date.parse(textAt(entry, 'created'));
  // Pushes call a call by its callId.
  const ref = textAt(entry, 'callId') || textAt(entry, 'id');
  if (outcome === undefined || Number.isNaN(at) || ref === '') return [];
  return [
    {
      ref: ref.slice(0, 250),
      direction: textAt(entry, 'direction').endsWith('OUTGOING') ? 'out' : 'in',
      from: numberText(textAt(entry, 'source')),
      to: numberText(textAt(entry, 'target')),
      at,
      duration: secondsAt(entry, 'duration'),
      outcome,
      terminals: extensionsOf(entry),
    },
  ];
}

/** The history of an account with sipgate. `user`: id of a personal access token, `secret`: the token. */
export const readSipgate: HistoryReader = function* (span, { url, user, secret }) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
    accept: 'application/json',
  };
  const calls: HistoryCall[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams([
      ['types', 'CALL'],
      ['types', 'VOICEMAIL'],
      ['from', new Date(span.from).toISOString()],
      ['to', new Date(span.to).toISOString()],
      ['offset', String(page * PAGE)],
      ['limit', String(PAGE)],
    ]);
    const body = yield { method: 'GET', address: `${url || ADDRESS}/history?${query.toString()}`, headers };
    const items = objectIn(body)?.['items'];
    if (!Array.isArray(items)) throw new HistoryUnreadable();
    calls.push(...items.flatMap(callOf));
    if (items.length < PAGE) return calls.filter(({ at }) => isIn(span, at));
  }
  throw new HistoryTooLong();
};
