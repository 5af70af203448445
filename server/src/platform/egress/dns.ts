import { Resolver as SystemResolver } from 'node:dns/promises';

/** Returns what a name stands for, by the type of its records. Rejects with the code of node:dns where there is nothing, and where nobody answers. */
export type Resolver = (name: string, type: string) => Promise<string[] | string[][]>;

const TIMEOUT_MS = 3000;
const TRIES = 2;
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);

/** Asks these servers (`host:port`), or those of the system. */
export function createResolver(servers: readonly string[]): Resolver {
  const resolver = new SystemResolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers([...servers]);
  // Records of mail exchangers are objects, which the library takes although its types do not say so.
  return (name, type) => resolver.resolve(name, type) as Promise<string[] | string[][]>;
}

/** The texts that a name has; none where there are none. Rejects where nobody could be asked. */
export async function textsOf(resolver: Resolver, name: string): Promise<readonly string[]> {
  try {
    return (await resolver(name, 'TXT')).map((parts) => (typeof parts === 'string' ? parts : parts.join('')));
  } catch (error) {
    if (NOTHING_THERE.has(String((error as { code?: unknown }).code))) return [];
    throw error;
  }
}
