import { SECURITY_CHANGES, type SecurityChange } from '@kontor/contract/account';
import type { InstanceContext, Person } from '../../platform/operation/context.ts';
import { deviceOf, placeOf } from './devices.ts';
import { readSecurityChanges, type StoredEntry } from './store/audit.ts';

/** So many of the last changes are shown. */
const MAX_CHANGES = 10;

/** What an entry of the audit log says about how its subject signs in; undefined for one that says nothing of it. */
export function changeOf({ kind, details }: Pick<StoredEntry, 'kind' | 'details'>): string | undefined {
  if (kind === 'password.changed') return 'password';
  if (kind === 'session.locked') return 'locked';
  if (kind === 'person.changed') return details['email'] === undefined ? undefined : 'email';
  const change = details['change'] === 'reset' ? 'factorsReset' : details['change'];
  return SECURITY_CHANGES.find((one) => one === change);
}

/** What was done lately to how a person signs in, out of the audit log, the newest first. */
export async function securityChangesOf(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  { id, userName }: Pick<Person, 'id' | 'userName'>,
): Promise<SecurityChange[]> {
  const entries = await readSecurityChanges(db, instance.id, userName, MAX_CHANGES);
  const changes = await Promise.all(
    entries.map(async (entry) => {
      const change = changeOf(entry);
      if (change === undefined) return [];
      const [device, place] = await Promise.all([deviceOf(entry.device), placeOf(entry.address)]);
      const name = entry.details['name'] ?? '';
      const { address } = entry;
      return [{ change, name, at: entry.at.toISOString(), isOwn: entry.user_id === id, ...device, address, place }];
    }),
  );
  return changes.flat();
}
