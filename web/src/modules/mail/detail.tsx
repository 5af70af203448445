import './mail.css';
import { mailQueries, threadQueries } from '@kontor/contract/mail';
import type { Client } from '../../client/client.ts';
import type { ScreenProps } from '../../shell/index.ts';
import { loadPurify } from '../../ui/purify.ts';
import { Reader } from './reader/reader.tsx';

/** Asks for a mail that will probably be opened next, and for its thread. */
export const prepareMail = (client: Client, aggregateId: string): void => {
  client.ask.prepare(mailQueries.details, { aggregateId });
  client.ask.prepare(threadQueries.thread, { aggregateId });
};

/** Loads what the first mail would otherwise have to wait for. */
export const warmReader = (): void => void loadPurify();

/** One mail, with the thread that it belongs to. */
export const MailDetailScreen = ({ params, address }: ScreenProps) => (
  <Reader aggregateId={params['id'] ?? ''} address={address} />
);
