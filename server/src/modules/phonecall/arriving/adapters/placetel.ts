import type { Outcome } from '@kontor/contract/phonecall';
import {
  EMPTY,
  XML,
  directionOf,
  fieldsOf,
  first,
  numberText,
  refOf,
  secondsOf,
  type Adapter,
  type Fields,
  type PhoneEvent,
} from '../events.ts';
import { isHmac } from '../signatures.ts';
import { outcomeOf } from './sipgate.ts';

const TYPES: Readonly<Record<string, readonly [incoming: Outcome, outgoing: Outcome]>> = {
  accepted: ['answered', 'answered'],
  missed: ['missed', 'cancelled'],
  voicemail: ['voice', 'cancelled'],
  blocked: ['blocked', 'failed'],
  busy: ['busy', 'busy'],
  canceled: ['missed', 'cancelled'],
  unavailable: ['missed', 'failed'],
  congestion: ['missed', 'failed'],
};

/** What a call is where its direction is not said: what only calls that come in can be. */
const DIRECTIONS: Readonly<Record<string, PhoneEvent['direction']>> = {
  IncomingCall: 'in',
  CallAccepted: 'in',
  OutgoingCall: 'out',
};

function eventsOf(fields: Fields): readonly PhoneEvent[] | undefined {
  const ref = refOf(first(fields, 'call_id'));
  const event = first(fields, 'event');
  if (ref === undefined) return undefined;
  const peer = first(fields, 'peer');
  const direction = directionOf(first(fields, 'direction')) ?? DIRECTIONS[event];
  const common = {
    ref,
    terminals: peer === '' ? [] : [peer],
    direction,
    from: numberText(first(fields, 'from')),
    to: numberText(first(fields, 'to')),
  };
  switch (event) {
    case 'IncomingCall':
    case 'OutgoingCall':
      return [{ ...common, type: 'ring' }];
    case 'CallAccepted':
      return [{ ...common, type: 'answer' }];
    case 'HungUp': {
      const outcome = outcomeOf(TYPES, first(fields, 'type'), direction);
      const duration = secondsOf(first(fields, 'duration'));
      return [
        {
          ...common,
          terminals: [],
          type: 'end',
          ...(outcome === undefined ? {} : { outcome }),
          ...(duration === undefined ? {} : { duration }),
        },
      ];
    }
    default:
      return undefined;
  }
}

export const placetel: Adapter = {
  read(request, { secret }) {
    if (secret !== undefined && !isHmac(request.headers['x-placetel-signature'], request.body, secret, 'hex'))
      return { fault: 'signature' };
    const fields = fieldsOf(request);
    const events = fields && eventsOf(fields);
    return events === undefined ? { fault: 'unreadable' } : { events };
  },

  answer: (_events, _line, isRejected) =>
    isRejected ? { type: 'application/xml', body: `${XML}<Response><Reject reason="busy"/></Response>` } : EMPTY,
};
