import type { Outcome } from '@kontor/contract/phonecall';
import { createHash } from 'node:crypto';
import {
  directionOf,
  fieldsOf,
  first,
  momentOf,
  numberText,
  secondsOf,
  type Adapter,
  type AdapterLine,
  type Fields,
  type PhoneEvent,
} from '../events.ts';

const TYPES: Readonly<Record<string, readonly [direction: 'in' | 'out', outcome: Outcome]>> = {
  inbound: ['in', 'answered'],
  outbound: ['out', 'answered'],
  missed: ['in', 'missed'],
  notanswered: ['out', 'cancelled'],
};

/** A call that is over: it is told of once, by whoever took part in it. */
function eventsOf(fields: Fields, { zone }: AdapterLine): readonly PhoneEvent[] | undefined {
  const known = TYPES[first(fields, 'CallType').toLowerCase()];
  const [agent, number, dateTime] = [first(fields, 'Agent'), first(fields, 'Number'), first(fields, 'DateTime')];
  if (known === undefined || (number === '' && dateTime === '')) return undefined;
  const [byType, outcome] = known;
  const direction = directionOf(first(fields, 'CallDirection')) ?? byType;
  // It has no name for a call. A missed one is told of by each at whom it rang.
  const who = outcome === 'answered' ? agent : '';
  const ref = createHash('sha256')
    .update(JSON.stringify([byType, number, dateTime, who]))
    .digest('hex');
  const talk = secondsOf(first(fields, 'Duration'));
  const reported = momentOf(dateTime, zone);
  const name = first(fields, 'Name');
  const moment = (seconds: number) => (reported === undefined ? {} : { at: reported + seconds * 1000 });
  const other = numberText(number);
  const common = {
    ref,
    direction,
    from: direction === 'in' ? other : '',
    to: direction === 'in' ? '' : other,
    terminals: agent === '' ? [] : [agent],
    ...(name === '' || name === number ? {} : { name }),
  };
  return [
    { ...common, type: 'ring', ...moment(0) },
    ...(outcome === 'answered' ? [{ ...common, type: 'answer', ...moment(0) } as const] : []),
    {
      ...common,
      terminals: [],
      type: 'end',
      outcome,
      ...moment(talk ?? 0),
      ...(talk === undefined ? {} : { duration: talk }),
    },
  ];
}

export const threecx: Adapter = {
  read(request, line) {
    const fields = fieldsOf(request);
    const events = fields && eventsOf(fields, line);
    return events === undefined ? { fault: 'unreadable' } : { events };
  },

  answer: () => ({ type: 'application/json', body: '{}' }),
};
