import { phonecallCommands, phonecallQueries, type PhonecallDetail } from '@kontor/contract/phonecall';
import { mergeFields } from '../../../client/core/merge.ts';
import { asFailure } from '../../../client/failure.ts';
import type { Stored } from '../../../editor/co-edit.ts';
import type { CoEditKind } from '../../../editor/open-edits.ts';

/** What of a call is written in its place. */
export interface Call {
  readonly reason: string;
  readonly receivedBy: number;
  readonly receivedFor: number;
  readonly phoneCallListId: number;
}

/** What of a call somebody else has saved meanwhile, as PHONECALL_CONFLICT tells it. */
type Standing = Call & { readonly aggregateVersion: number };

const callIn = ({ reason, receivedBy, receivedFor, phoneCallListId }: Call): Call => ({
  reason,
  receivedBy,
  receivedFor,
  phoneCallListId,
});

/** What the server says of a call, as it is edited here. */
export async function callOf(details: PhonecallDetail): Promise<Stored<Call>> {
  const { callReason, callReceivedBy, callReceivedFor, callListId } = details;
  return {
    version: details.aggregateVersion,
    fields: {
      reason: callReason,
      receivedBy: callReceivedBy,
      receivedFor: callReceivedFor,
      phoneCallListId: callListId,
    },
  };
}

/** Calls as they are edited by several, or by one on several devices. The reason is brought together by its lines. */
export const CALLS: CoEditKind<Call> = {
  kind: 'phonecall',
  merge(base, mine, theirs) {
    const merged = mergeFields({ ...base }, { ...mine }, { ...theirs }, ['reason']);
    return { value: callIn(merged.value), conflicts: merged.conflicts };
  },
  ask: (client, aggregateId) => client.transport.query(phonecallQueries.details, { aggregateId }, { once: true }),
  textOf: ({ reason }) => reason,
  async send(client, aggregateId, { version, fields }, _isTyping, id) {
    try {
      const params = { aggregateId, aggregateVersion: version, ...callIn(fields) };
      const { aggregateVersion } = await client.transport.command(phonecallCommands.process, params, id, {
        once: true,
      });
      return { version: aggregateVersion };
    } catch (error) {
      const { code, problem } = asFailure(error);
      if (code !== 'PHONECALL_CONFLICT' || problem?.data == null) throw error;
      const standing = problem.data as Standing;
      return { standing: { version: standing.aggregateVersion, fields: callIn(standing) } };
    }
  },
};
