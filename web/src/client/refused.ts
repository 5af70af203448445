import { COMPATIBILITY_VERSION } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { TextStorage } from './environment.ts';
import { createValue } from './value.ts';

const KEPT = 'kontor.refusedVersion';
const KeptSchema = v.object({ version: v.literal(COMPATIBILITY_VERSION), servers: v.array(v.string()) });

function kept(settings: TextStorage): readonly string[] {
  try {
    const parsed = v.safeParse(KeptSchema, JSON.parse(settings.getItem(KEPT) ?? 'null'));
    return parsed.success ? parsed.output.servers : [];
  } catch {
    return [];
  }
}

/** Origins of the servers that have refused this client's version; kept so that the next start begins with an update. */
export function createRefused(settings: TextStorage) {
  const servers = createValue(kept(settings));
  const set = (next: readonly string[]): void => {
    if (next.length === servers.get().length) return;
    if (next.length === 0) settings.removeItem(KEPT);
    else settings.setItem(KEPT, JSON.stringify({ version: COMPATIBILITY_VERSION, servers: next }));
    servers.set(next);
  };
  return {
    servers,
    add: (server: string): void => set([...new Set([...servers.get(), server])]),
    /** It speaks this client's version after all. */
    remove: (server: string): void => set(servers.get().filter((one) => one !== server)),
    /** Who is signed in at none of the others any more need not know. */
    retain: (known: ReadonlySet<string>): void => set(servers.get().filter((one) => known.has(one))),
  };
}
