import type { PhonecallDetail } from '@kontor/contract/phonecall';
import { clockOf } from '../row/rules.ts';
import type { texts } from './texts.ts';
import type { Saying } from './use-saying.ts';

/** A call as it is printed: one line a fact, then what it was about. */
export function paperOf(details: PhonecallDetail, t: typeof texts.de, say: Saying): string {
  const { naming, callerNumber, calledNumber, direction, outcome, duration, callTimestamp, callReason } = details;
  const lines: readonly (readonly [string, string])[] = [
    [t.what, `${t.directions[direction]}, ${t.outcomes[outcome]}`],
    [t.number, [naming.name, callerNumber].filter((one) => one !== '').join(', ')],
    [t.ownNumber, calledNumber],
    [t.time, say.moment(callTimestamp)],
    [t.duration, duration === 0 ? '' : clockOf(duration)],
    [t.by, details.callReceivedBy === 0 ? '' : say.person(details.callReceivedBy, details)],
    [t.to, details.callReceivedFor === 0 ? '' : say.person(details.callReceivedFor, details)],
    [t.list, say.list(details.callListId, details)],
  ];
  const facts = lines.filter(([, said]) => said !== '').map(([name, said]) => `${name}: ${said}`);
  return [...facts, ...(callReason === '' ? [] : ['', callReason])].join('\n');
}
