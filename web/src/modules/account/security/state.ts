import type { securityQueries } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';

/** How a person signs in, as the server tells it. */
export type SecurityState = ResultOf<typeof securityQueries.security>;
