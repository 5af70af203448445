import { TestDovecot } from '../platform/mailwire/testing/dovecot.ts';
import type { Instance } from '../platform/operation/context.ts';
import type { TestClient } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

/** A server with the instance `nordwerk` and the person `anna` in it, who is signed in, beside a mail server. */
export interface MailFixture {
  readonly server: TestServer;
  readonly instance: Instance;
  readonly anna: TestClient;
  readonly dovecot: TestDovecot;
  /** Ends something with the fixture, before what was there earlier. */
  atEnd(end: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export async function startMailFixture(): Promise<MailFixture> {
  const server = await startTestServer();
  const endings: (() => Promise<unknown>)[] = [() => server.close()];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const instance = await server.instance('nordwerk');
    await server.person(instance, 'anna');
    const anna = await server.client(instance, 'anna');
    const dovecot = await TestDovecot.start();
    endings.push(() => dovecot.close());
    return { server, instance, anna, dovecot, atEnd: (end) => void endings.push(end), close };
  } catch (error) {
    await close();
    throw error;
  }
}
