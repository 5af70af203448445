import type { Gate } from '../../platform/http/gate.ts';
import type { GateParts } from './gate.ts';
import type { BlobUse } from '../../platform/storage/used.ts';
import type { LinkParts } from './links.ts';

/** What signing in stands on, beside the platform. */
export interface AuthParts extends GateParts, LinkParts {
  readonly gate: Gate;
  readonly isBlobUsed: BlobUse;
  readonly instanceDomains: () => readonly string[];
}
