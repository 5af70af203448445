import type { Outcome } from '@kontor/contract/phonecall';
import { escapeXml } from '../../lines/index.ts';
import {
  XML,
  directionOf,
  fieldsOf,
  first,
  refOf,
  withPlus,
  type Adapter,
  type Fields,
  type PhoneEvent,
} from '../events.ts';
import { isRsa } from '../signatures.ts';

/** How a call ended, by whether it came in. */
export const CAUSES: Readonly<Record<string, readonly [incoming: Outcome, outgoing: Outcome]>> = {
  normalClearing: ['answered', 'answered'],
  busy: ['busy', 'busy'],
  cancel: ['missed', 'cancelled'],
  noAnswer: ['missed', 'cancelled'],
  congestion: ['missed', 'failed'],
  notFound: ['missed', 'failed'],
  forwarded: ['forwarded', 'forwarded'],
};

export const outcomeOf = (
  causes: Readonly<Record<string, readonly [Outcome, Outcome]>>,
  cause: string,
  direction: PhoneEvent['direction'],
): Outcome | undefined => causes[cause]?.[direction === 'out' ? 1 : 0];

/** Names under which mailboxes take calls. */
export const isMailbox = (user: string): boolean => /^voice ?mail$/i.test(user);

const rest = (fields: Fields) => {
  const groupRef = refOf(first(fields, 'origCallId'));
  const diversion = withPlus(first(fields, 'diversion'));
  return { ...(groupRef === undefined ? {} : { groupRef }), ...(diversion === '' ? {} : { diversion }) };
};

function eventsOf(fields: Fields): readonly PhoneEvent[] | undefined {
  const ref = refOf(first(fields, 'callId'));
  if (ref === undefined) return undefined;
  const users = fields.get('user') ?? [];
  const direction = directionOf(first(fields, 'direction'));
  const common = {
    ref,
    // Ids stay the same where somebody is renamed.
    terminals: fields.get('userId') ?? users,
    direction,
    from: withPlus(first(fields, 'from')),
    to: withPlus(first(fields, 'to')),
    ...rest(fields),
  };
  switch (first(fields, 'event')) {
    case 'newCall':
      return [{ ...common, type: 'ring' }];
    case 'answer':
      if (isMailbox(users[0] ?? '')) return [{ ...common, terminals: [], type: 'voice' }];
      return [{ ...common, type: 'answer' }];
    case 'hangup': {
      const outcome = outcomeOf(CAUSES, first(fields, 'cause'), direction);
      return [{ ...common, terminals: [], type: 'end', ...(outcome === undefined ? {} : { outcome }) }];
    }
    case 'dtmf':
      return [];
    default:
      return undefined;
  }
}

export const sipgate: Adapter = {
  read(request, { secret }) {
    if (secret !== undefined && !isRsa(request.headers['x-sipgate-signature'], request.body, secret))
      return { fault: 'signature' };
    const fields = fieldsOf(request);
    const events = fields && eventsOf(fields);
    return events === undefined ? { fault: 'unreadable' } : { events };
  },

  answer(events, { address }, isRejected) {
    const type = 'application/xml';
    if (isRejected) return { type, body: `${XML}<Response><Reject reason="busy"/></Response>` };
    // Without these addresses the rest of the call is told to nobody.
    const url = escapeXml(address);
    const body = events.some((event) => event.type === 'ring')
      ? `${XML}<Response onAnswer="${url}" onHangup="${url}"/>`
      : `${XML}<Response/>`;
    return { type, body };
  },
};
