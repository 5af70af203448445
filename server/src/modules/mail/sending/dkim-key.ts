import { sql } from 'kysely';
import type { Secrets } from '../../../platform/crypto/secrets.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SigningKey } from '../../../platform/mailsubmit/index.ts';
import './tables.ts';

/** What a private key of a domain is sealed to. */
export const dkimBinding = (instanceId: number | string, domain: number | string, selector: number | string): string =>
  `mail_dkim_key ${instanceId} ${domain} ${selector}`;

/** The key that mails of a domain are signed with; undefined where they are not. One of a domain above it is good for it too. */
export async function activeKey(
  db: Db,
  secrets: Secrets,
  instanceId: number,
  domain: string,
): Promise<SigningKey | undefined> {
  const labels = domain.toLowerCase().split('.');
  const domains = labels.map((_label, index) => labels.slice(index).join('.')).filter((name) => name.includes('.'));
  const { rows } = await sql<{ domain: string; selector: string; sealed_key: string }>`
    select domain, selector, sealed_key from mail_dkim_key
    where instance_id = ${instanceId} and is_on and domain = any(${domains}::text[])
    order by length(domain) desc, selector limit 1`.execute(db);
  const [key] = rows;
  if (key === undefined) return undefined;
  const privateKey = secrets.open(key.sealed_key, dkimBinding(instanceId, key.domain, key.selector));
  return { domain: key.domain, selector: key.selector, privateKey };
}
