import type { LineMapping } from '@kontor/contract/phonecall';
import {
  EMPTY,
  fieldsOf,
  first,
  leftBehind,
  numberText,
  refOf,
  untakenOutcome,
  type Adapter,
  type Fields,
  type PhoneEvent,
} from '../events.ts';

/** As STARFACE's client writes them where nobody has said otherwise. */
const DEFAULT_MAPPING: LineMapping = {
  event: 'event',
  ring: 'ring',
  answer: 'answer',
  end: 'end',
  callId: 'callid',
  from: 'callfrom',
  to: 'callto',
  name: 'displayname',
  terminal: 'terminal',
  direction: 'direction',
  incoming: '1',
  outgoing: '0',
};

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function eventsOf(fields: Fields, mapping: LineMapping): readonly PhoneEvent[] | undefined {
  const ref = refOf(first(fields, mapping.callId));
  const said = first(fields, mapping.event);
  const type = (['ring', 'answer', 'end'] as const).find((one) => same(said, mapping[one]));
  if (ref === undefined) return undefined;
  const reported = first(fields, mapping.direction);
  const direction: PhoneEvent['direction'] = same(reported, mapping.incoming)
    ? 'in'
    : same(reported, mapping.outgoing)
      ? 'out'
      : undefined;
  const terminal = first(fields, mapping.terminal);
  const name = first(fields, mapping.name);
  const common = {
    ref,
    direction,
    from: numberText(first(fields, mapping.from)),
    to: numberText(first(fields, mapping.to)),
    ...(name === '' ? {} : { name }),
  };
  const left = leftBehind(said, fields, common);
  if (left !== undefined) return [left];
  if (type === undefined) return undefined;
  if (type === 'end') return [{ ...common, type, terminals: [], outcome: untakenOutcome(direction) }];
  return [{ ...common, type, terminals: terminal === '' ? [] : [terminal] }];
}

export const template: Adapter = {
  read(request, { mapping }) {
    const fields = fieldsOf(request);
    const events = fields && eventsOf(fields, mapping ?? DEFAULT_MAPPING);
    return events === undefined ? { fault: 'unreadable' } : { events };
  },

  answer: () => EMPTY,
};
