import * as v from 'valibot';
import type { Secrets } from '../../../platform/crypto/secrets.ts';
import { openSealed } from '../lines/index.ts';

export const locationBinding = (instanceId: number | string, locationId: number | string): string =>
  `dial_location ${instanceId} ${locationId}`;
export const sessionBinding = (instanceId: number | string, callId: number | string): string =>
  `dial_attempt ${instanceId} ${callId}`;

const SealedSchema = v.object({ url: v.string(), urlInit: v.string(), urlHangup: v.string(), token: v.string() });
/** What is secret of a way to make calls: its addresses, in which a password may stand, and its token. */
export type LocationSecrets = v.InferOutput<typeof SealedSchema>;

export const NO_SECRETS: LocationSecrets = { url: '', urlInit: '', urlHangup: '', token: '' };

/** What was stored as secret of a location; nothing of it where another key file has sealed it. */
export function secretsOf(
  secrets: Pick<Secrets, 'open'>,
  row: { readonly instance_id: number; readonly location_id: number; readonly sealed: string | null },
): LocationSecrets {
  const opened = openSealed(secrets, row.sealed, locationBinding(row.instance_id, row.location_id));
  return opened === undefined ? NO_SECRETS : v.parse(SealedSchema, JSON.parse(opened));
}
