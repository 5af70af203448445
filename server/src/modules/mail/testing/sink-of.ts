import type { MailboxSink } from '../../../platform/mailwire/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestServer } from '../../../testing/server.ts';
import { databaseSink } from '../arrival/mailbox-sink.ts';

/** Where a mailbox's watcher leaves what it sees, for tests that say what it sees; nobody hears of progress and faults. */
export const sinkOf = (server: TestServer, instance: Instance, accountId: number): MailboxSink =>
  databaseSink({
    change: server.change,
    blobs: server.platform.blobs,
    instance,
    accountId,
    onProgress: () => {},
    onLeftOut: () => {},
    onFault: () => {},
  });
