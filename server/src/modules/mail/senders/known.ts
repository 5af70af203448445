import type { InstanceContext } from '../../../platform/operation/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { domainOf } from './domains.ts';
import { nameKey, ownDomains, type SenderKnowledge } from './warnings.ts';
import { readKnownSenders } from '../store/senders.ts';

/** How long what is known of an instance's people is used, in milliseconds; each mail that comes would ask for it. */
const KEPT_MS = 120_000;

interface Kept {
  readonly until: number;
  readonly knowledge: Promise<SenderKnowledge>;
}
const keptBy = new WeakMap<Database, Map<number, Kept>>();

/** Whom a sender may pretend to be, at most two minutes old. */
export function knownSenders(ctx: InstanceContext): Promise<SenderKnowledge> {
  const kept = keptBy.get(ctx.database) ?? new Map<number, Kept>();
  keptBy.set(ctx.database, kept);
  const found = kept.get(ctx.instance.id);
  if (found !== undefined && ctx.now() < found.until) return found.knowledge;
  const knowledge = readKnowledge(ctx);
  kept.set(ctx.instance.id, { until: ctx.now() + KEPT_MS, knowledge });
  knowledge.catch(() => kept.delete(ctx.instance.id));
  return knowledge;
}

async function readKnowledge({ db, instance }: InstanceContext): Promise<SenderKnowledge> {
  const { people, mailboxes, domains } = await readKnownSenders(db, instance.id);
  const addresses = [...people.flatMap(({ email }) => email ?? []), ...mailboxes].map((it) => it.toLowerCase());
  return {
    // One name alone is nobody's own.
    names: new Set(
      people.flatMap(({ first_name: first, last_name: last }) =>
        first.trim() === '' || last.trim() === '' ? [] : nameKey(`${first} ${last}`),
      ),
    ),
    addresses: new Set(addresses),
    own: ownDomains(addresses),
    written: domains.flatMap((domain) => domainOf(domain) ?? []),
  };
}
