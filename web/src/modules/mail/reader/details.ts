import { mailQueries, type MailDetail } from '@kontor/contract/mail';
import { queryKey } from '../../../client/ask.ts';
import type { Client } from '../../../client/client.ts';
import { useClient, useQueryState, type QueryResult } from '../../../client/react.tsx';
import { keyOf } from './key-of.ts';

/** Mails that are asked for in one step, and how long is waited for what belongs to it, in milliseconds. */
const STEP = 10;
const GATHER_MS = 10;

interface Wanted {
  readonly take: (mail: MailDetail | undefined) => void;
  readonly fail: (error: unknown) => void;
}
const waiting = new WeakMap<Client, Map<string, Wanted[]>>();

async function fetchStep(client: Client, step: readonly (readonly [string, readonly Wanted[]])[]): Promise<void> {
  try {
    const aggregateIds = step.map(([aggregateId]) => aggregateId);
    const answered = await client.ask.each(
      mailQueries.detailsOfMany,
      { aggregateIds },
      mailQueries.details,
      (mail) => ({
        aggregateId: mail.aggregateId,
      }),
    );
    const found = new Map(answered.map((mail) => [keyOf(mail.aggregateId), mail]));
    for (const [aggregateId, wanted] of step) for (const { take } of wanted) take(found.get(keyOf(aggregateId)));
  } catch (error) {
    for (const [, wanted] of step) for (const { fail } of wanted) fail(error);
  }
}

/** One mail, asked for together with others that are wanted at the same time; by itself where the answer to all would be too large. */
async function detailsTogether(client: Client, aggregateId: string): Promise<MailDetail> {
  const mail = await new Promise<MailDetail | undefined>((take, fail) => {
    let gathered = waiting.get(client);
    if (gathered === undefined) {
      const begun = new Map<string, Wanted[]>();
      waiting.set(client, (gathered = begun));
      setTimeout(() => {
        waiting.delete(client);
        const all = [...begun];
        for (let from = 0; from < all.length; from += STEP) void fetchStep(client, all.slice(from, from + STEP));
      }, GATHER_MS);
    }
    gathered.set(aggregateId, [...(gathered.get(aggregateId) ?? []), { take, fail }]);
  });
  return mail ?? client.ask.run(mailQueries.details, { aggregateId });
}

/** A mail of a thread, for as long as it is shown; nothing is asked where it is not wanted yet. */
export function useDetails(aggregateId: string, isWanted: boolean): QueryResult<MailDetail> {
  const client = useClient();
  const params = { aggregateId };
  const key = queryKey(mailQueries.details, params);
  const state = useQueryState(
    isWanted ? key : undefined,
    () => detailsTogether(client, aggregateId),
    client.ask.keeping(mailQueries.details, params),
  );
  return {
    data: state.data as MailDetail | undefined,
    failure: state.failure,
    isFetching: state.isFetching,
    at: state.at,
    requestedAt: state.requestedAt,
    retry: () => client.ask.cache.refetch(key),
  };
}

/** Mails whole, in the order asked for. Fails where one of them cannot be had. */
export async function bringMails(client: Client, aggregateIds: readonly string[]): Promise<readonly MailDetail[]> {
  return Promise.all(aggregateIds.map((aggregateId) => detailsTogether(client, aggregateId)));
}

/** Gets the list entries of mails that no list and no reader has brought, so that something can be done with all of them. */
export async function bringRows(client: Client, aggregateIds: readonly string[]): Promise<void> {
  const missing = aggregateIds.filter((aggregateId) => client.store.get(keyOf(aggregateId)) === undefined);
  await bringMails(client, missing);
}
