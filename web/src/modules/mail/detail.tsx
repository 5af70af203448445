import './mail.css';
import { parseAggregateId } from '@kontor/contract/kernel';
import { mailQueries, threadQueries } from '@kontor/contract/mail';
import type { Client } from '../../client/client.ts';
import type { ScreenProps } from '../../shell/index.ts';
import { loadPurify } from '../../ui/purify.ts';
import { Gone } from './reader/gone.tsx';
import { Reader } from './reader/reader.tsx';

/** Asks for a mail that will probably be opened next, and for its thread. */
export const prepareMail = (client: Client, aggregateId: string): void => {
  client.ask.prepare(mailQueries.details, { aggregateId });
  client.ask.prepare(threadQueries.thread, { aggregateId });
};

/** Loads what the first mail would otherwise have to wait for. */
export const warmReader = (): void => void loadPurify();

/** One mail, with the thread that it belongs to. */
export function MailDetailScreen({ params, address }: ScreenProps) {
  const aggregateId = params['id'] ?? '';
  const id = parseAggregateId(aggregateId);
  if (id === undefined || id.module !== 'email') return <Gone wasKnown={false} />;
  // Another mail in the same place begins anew: what is open of a thread, and what was turned to, is its own.
  return <Reader key={aggregateId} aggregateId={aggregateId} address={address} />;
}
