import type { Outcome } from '@kontor/contract/phonecall';
import {
  EMPTY,
  cleanText,
  directionOf,
  fieldsOf,
  fieldsOfObject,
  first,
  isObject,
  momentOf,
  numberText,
  objectIn,
  refOf,
  secondsOf,
  type Adapter,
  type AdapterLine,
  type Fields,
  type PhoneEvent,
} from '../events.ts';
import { isHmac } from '../signatures.ts';

const STATUSES: readonly (readonly [RegExp, readonly [incoming: Outcome, outgoing: Outcome]])[] = [
  // The manual spells it both ways.
  [/^ANSWER(?:ED|D)?$/i, ['answered', 'answered']],
  [/^NO ?ANSWER$/i, ['missed', 'cancelled']],
  [/^(?:ABANDONED|CANCEL(?:L?ED)?)$/i, ['missed', 'cancelled']],
  [/^BUSY$/i, ['busy', 'busy']],
  [/^VOICE ?MAIL$/i, ['voice', 'answered']],
  [/^(?:FAILED|CONGESTION)$/i, ['missed', 'failed']],
];

/** What a call is by the word that its record has for it, in either spelling; undefined where nothing known is said. */
export const yeastarOutcome = (status: string, direction: PhoneEvent['direction']): Outcome | undefined =>
  STATUSES.find(([pattern]) => pattern.test(status))?.[1][direction === 'out' ? 1 : 0];

const RINGS = /^(?:ALERT|RING)$/i;
const ANSWERED = /^(?:ANSWER|ANSWERED|CONNECTED)$/i;
const OVER = /^BYE$/i;

interface MemberOf {
  readonly kind: 'extension' | 'inbound' | 'outbound';
  readonly number: string;
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

const textIn = (object: Readonly<Record<string, unknown>>, name: string): string => {
  const value = object[name];
  return typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';
};

function membersOf(message: Readonly<Record<string, unknown>>): readonly MemberOf[] {
  const { members } = message;
  if (!Array.isArray(members)) return [];
  return members.slice(0, 200).flatMap((member: unknown) =>
    (['extension', 'inbound', 'outbound'] as const).flatMap((kind) => {
      const one = isObject(member) ? member[kind] : undefined;
      if (!isObject(one)) return [];
      const [number, from, to] = [textIn(one, 'number'), textIn(one, 'from'), textIn(one, 'to')];
      return [{ kind, number, from, to, status: textIn(one, 'member_status') }];
    }),
  );
}

/** What is going on in a call: how it stands with each who is in it. */
function stateEvents(message: Readonly<Record<string, unknown>>): readonly PhoneEvent[] | undefined {
  const ref = refOf(textIn(message, 'call_id'));
  const members = membersOf(message);
  if (ref === undefined) return undefined;
  const trunk = members.find(({ kind }) => kind !== 'extension');
  // Without a trunk the call is within the house.
  if (trunk === undefined) return [];
  const direction = trunk.kind === 'inbound' ? 'in' : 'out';
  const extensions = members.filter(({ kind, number }) => kind === 'extension' && number !== '');
  const at = (status: RegExp) => extensions.filter((one) => status.test(one.status)).map(({ number }) => number);
  const common = { ref, direction, from: numberText(trunk.from), to: numberText(trunk.to) } as const;
  const all = extensions.map(({ number }) => number);
  const rung = direction === 'in' ? at(RINGS) : all;
  const isAnswered = direction === 'in' || ANSWERED.test(trunk.status);
  const taken = isAnswered ? at(ANSWERED) : [];
  const isRinging = rung.length > 0 || (extensions.length === 0 && RINGS.test(trunk.status));
  return [
    ...(isRinging ? [{ ...common, type: 'ring', terminals: rung } as const] : []),
    ...(taken.length > 0 ? [{ ...common, type: 'answer', terminals: taken.slice(0, 1) } as const] : []),
    ...(OVER.test(trunk.status) ? [{ ...common, type: 'end', terminals: [] } as const] : []),
  ];
}

/** A call that is over, as the record of it says. */
function recordEvents(fields: Fields, { zone }: AdapterLine): readonly PhoneEvent[] | undefined {
  const ref = refOf(first(fields, 'call_id', 'callid', 'uid'));
  if (ref === undefined) return undefined;
  const type = first(fields, 'type', 'communication_type');
  if (/^internal$/i.test(type)) return [];
  const direction = directionOf(type);
  const [from, to] = [
    numberText(first(fields, 'call_from', 'callfrom', 'call_from_number', 'from_number')),
    numberText(first(fields, 'call_to', 'callto', 'call_to_number', 'to_number')),
  ];
  const whole = secondsOf(first(fields, 'call_duration', 'callduraction', 'callduration', 'duration'));
  const talk = secondsOf(first(fields, 'talk_duration', 'talkduraction', 'talkduration'));
  const status = first(fields, 'status');
  const outcome = yeastarOutcome(status, direction);
  const at = momentOf(first(fields, 'time_start', 'timestart'), zone);
  const number = first(fields, 'did_number', 'didnumber') || to;
  const own = direction === 'out' ? from : to;
  const common = {
    ref,
    direction,
    from,
    to: direction === 'out' ? to : number,
    terminals: /^\d{1,6}$/.test(own) ? [own] : [],
  };
  const moment = (seconds: number | undefined) =>
    at === undefined || seconds === undefined ? {} : { at: at + seconds * 1000 };
  return [
    { ...common, type: 'ring', ...moment(0) },
    ...(outcome === 'answered'
      ? [{ ...common, type: 'answer', ...moment(whole === undefined ? undefined : whole - (talk ?? 0)) } as const]
      : []),
    {
      ...common,
      terminals: [],
      type: 'end',
      ...moment(whole),
      ...(outcome === undefined ? {} : { outcome }),
      ...(talk === undefined ? {} : { duration: talk }),
    },
  ];
}

export const yeastar: Adapter = {
  read(request, line) {
    if (line.secret !== undefined && !isHmac(request.headers['x-signature'], request.body, line.secret, 'base64'))
      return { fault: 'signature' };
    const object = objectIn(request.body.toString('utf8'));
    const fields = object === undefined ? fieldsOf(request) : fieldsOfObject(object);
    if (fields === undefined) return { fault: 'unreadable' };
    // An object in one manual, a text with an object in the other one's examples.
    const said = object?.['msg'];
    const message = typeof said === 'string' ? objectIn(said) : isObject(said) ? said : object;
    const type = first(fields, 'type');
    let events: readonly PhoneEvent[] | undefined;
    if (type === '30011') events = message && stateEvents(message);
    else if (type === '30012') events = message && recordEvents(fieldsOfObject(message), line);
    else if (/^newcdr$/i.test(first(fields, 'event', 'action'))) events = recordEvents(fields, line);
    // Of all else that it tells nothing is about a call.
    else if (/^\d+$/.test(type)) events = [];
    return events === undefined ? { fault: 'unreadable' } : { events };
  },

  answer: () => EMPTY,
};
