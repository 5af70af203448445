import {
  directionOf,
  fieldsOf,
  first,
  leftBehind,
  refOf,
  untakenOutcome,
  withPlus,
  type Adapter,
  type Fields,
  type PhoneEvent,
} from '../events.ts';
import { CAUSES, isMailbox, outcomeOf } from './sipgate.ts';

/** Bridges between telephone systems and Zammad speak so: the same words as sipgate, as JSON or as a form. */
function eventsOf(fields: Fields): readonly PhoneEvent[] | undefined {
  const ref = refOf(first(fields, 'callId', 'callid', 'call_id'));
  if (ref === undefined) return undefined;
  const direction = directionOf(first(fields, 'direction'));
  const users = (fields.get('user') ?? []).filter((user) => user !== '');
  const answering = first(fields, 'answeringNumber');
  const common = {
    ref,
    terminals: users.length > 0 ? users : answering === '' ? [] : [answering],
    direction,
    from: withPlus(first(fields, 'from')),
    to: withPlus(first(fields, 'to')),
  };
  switch (first(fields, 'event')) {
    case 'newCall':
      return [{ ...common, type: 'ring' }];
    case 'answer':
      if (isMailbox(users[0] ?? '')) return [{ ...common, terminals: [], type: 'voice' }];
      return [{ ...common, type: 'answer' }];
    case 'hangup': {
      const cause = first(fields, 'cause');
      if (cause === 'voicemail') return [{ ...common, terminals: [], type: 'end', outcome: 'voice' }];
      const outcome = cause === '' ? untakenOutcome(direction) : outcomeOf(CAUSES, cause, direction);
      return [{ ...common, terminals: [], type: 'end', ...(outcome === undefined ? {} : { outcome }) }];
    }
    default: {
      const left = leftBehind(first(fields, 'event'), fields, common);
      return left && [left];
    }
  }
}

export const cti: Adapter = {
  read(request) {
    const fields = fieldsOf(request);
    const events = fields && eventsOf(fields);
    return events === undefined ? { fault: 'unreadable' } : { events };
  },

  answer: (_events, _line, isRejected) => ({
    type: 'application/json',
    body: isRejected ? '{"action":"reject","reason":"busy"}' : '{}',
  }),
};
