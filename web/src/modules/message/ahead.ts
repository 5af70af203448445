import { messageQueries, type MessageDetail } from '@kontor/contract/message';
import * as v from 'valibot';
import type { AheadAnswer, AheadFollowed } from '../../client/ahead-port.ts';
import { queryKey } from '../../client/ask.ts';
import type { Client } from '../../client/client.ts';
import { Failure } from '../../client/failure.ts';

type ThreadClient = Pick<Client, 'transport' | 'user'>;
type ThreadParams = v.InferInput<typeof messageQueries.details.params>;

/** Messages whose threads are on the device, and bytes of these. */
const MAX_MESSAGES = 200;
const MAX_BYTES = 20_000_000;
/** Threads of one message: thousands may answer an announcement, and each of their answers has all of these fetched again. */
const MAX_PARTNERS = 10;

/** Statuses of a message that was taken away meanwhile. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

async function fetchThread(
  { transport }: ThreadClient,
  params: ThreadParams,
): Promise<(AheadAnswer & { readonly data: MessageDetail }) | undefined> {
  const { details } = messageQueries;
  try {
    const { results, keys } = await transport.query(details, params, { once: true });
    const named = details.refreshOn(v.parse(details.params, params));
    return { key: queryKey(details, params), data: results, keys: [...keys, ...named] };
  } catch (error) {
    if (error instanceof Failure && GONE.has(error.status)) return undefined;
    throw error;
  }
}

/** Partners of the threads of a message that the person has sent to several: those who have said something in theirs, the most first. */
const answering = ({ isOpen, senderUserId, receiverCount, receivers }: MessageDetail, ownId: number | undefined) =>
  isOpen || senderUserId !== ownId || receiverCount < 2
    ? []
    : receivers
        .map(({ userId, lastNo }) => ({ userId, said: lastNo ?? 0 }))
        .filter(({ said }) => said > 0)
        .toSorted((one, other) => other.said - one.said)
        .slice(0, MAX_PARTNERS)
        .map(({ userId }) => userId);

/** Threads that are fetched before anybody opens them: of a message to several with some who have answered. */
export const threadsAhead = (client: ThreadClient): AheadFollowed => ({
  module: 'message',
  max: MAX_MESSAGES,
  maxBytes: MAX_BYTES,
  stampOf: ({ aggregateVersion, timestamp, extras }) => JSON.stringify([aggregateVersion, timestamp, extras]),
  key: (aggregateId) => queryKey(messageQueries.details, { aggregateId }),
  async fetch(aggregateId) {
    const first = await fetchThread(client, { aggregateId });
    if (first === undefined) return [];
    const answers: AheadAnswer[] = [first];
    for (const partner of answering(first.data, client.user.get()?.id)) {
      const thread = await fetchThread(client, { aggregateId, communicationPartnerUserId: partner });
      if (thread !== undefined) answers.push(thread);
    }
    return answers;
  },
});
