import type { Gate } from '../../platform/http/gate.ts';
import type { GateParts } from './gate.ts';
import type { LinkParts } from './links.ts';

/** What signing in stands on, beside the platform. */
export interface AuthParts extends GateParts, LinkParts {
  readonly gate: Gate;
  readonly instanceDomains: () => readonly string[];
}
