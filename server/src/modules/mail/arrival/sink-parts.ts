import type { BlobStore } from '../../../platform/storage/blobs.ts';
import type { MailboxSink } from '../../../platform/mailwire/index.ts';
import type { Change } from '../../../platform/operation/change.ts';
import type { Instance } from '../../../platform/operation/context.ts';

export interface SinkParts {
  readonly change: Change;
  readonly blobs: BlobStore;
  readonly instance: Instance;
  readonly accountId: number;
  readonly onProgress: MailboxSink['progress'];
  readonly onLeftOut: MailboxSink['leftOut'];
  readonly onFault: MailboxSink['fault'];
}
