import { join } from 'node:path';
import { testLog } from '../../../testing/logged.ts';
import { loadCertificate, startMailReceiver, type MailReceiver, type MailSink } from '../index.ts';
import type { ReceiverOptions } from '../receiver.ts';

/** Somebody of `nordwerk.example`, where everybody but `nobody…` has an address. */
export interface Person {
  readonly key: string;
}

export type TestReceiverOptions = Partial<ReceiverOptions<Person>>;

/** A receiver on a free port that takes mails for `nordwerk.example`. `folder` holds its certificate and its spool. */
export async function startTestReceiver(
  folder: string,
  sink: Pick<MailSink<Person>, 'mayPass' | 'accept'>,
  more: TestReceiverOptions = {},
): Promise<MailReceiver> {
  const name = 'mx.nordwerk.example';
  return startMailReceiver<Person>({
    host: '127.0.0.1',
    port: 0,
    name,
    maxBytes: 200_000,
    greylists: true,
    certificate: await loadCertificate({ keyFile: undefined, certFile: undefined, folder, name }),
    spoolFolder: join(folder, 'spool'),
    log: testLog(),
    now: Date.now,
    sink: {
      find: async (address) =>
        /^(?!nobody|postmaster).*@nordwerk\.example$/i.test(address) ? { key: address.toLowerCase() } : undefined,
      findPostmaster: async (domain) =>
        domain === undefined || /^nordwerk\.example$/i.test(domain) ? { key: 'first@nordwerk.example' } : undefined,
      ...sink,
    },
    ...more,
    limits: { pauseMs: 50, closeMs: 500, ...more.limits },
  });
}
