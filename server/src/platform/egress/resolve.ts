import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { addressKind } from './addresses.ts';

export type EgressRefusal = 'HOST_NOT_FOUND' | 'HOST_NOT_ALLOWED';

/** A host that nothing is sent to. The message never says which class of address it is. */
export class EgressError extends Error {
  readonly code: EgressRefusal;
  constructor(code: EgressRefusal, host: string) {
    super(code === 'HOST_NOT_FOUND' ? `No address is known for ${host}` : `${host} may not be connected to`);
    this.name = 'EgressError';
    this.code = code;
  }
}

/** Where a host is, looked up once; connections go to this address and to no other. */
export interface ResolvedHost {
  readonly host: string;
  readonly address: string;
  readonly family: 4 | 6;
  /** True for loopback and private addresses. */
  readonly internal: boolean;
}

export interface EgressPolicy {
  /** Whether loopback and private addresses may be connected to. Special ranges never are. */
  readonly allowPrivateHosts: boolean;
  /** Hears of every host that was refused. */
  readonly onRefused?: () => void;
  /** Stands in for the system's resolver in tests. */
  readonly lookup?: (host: string) => Promise<readonly { address: string; family: number }[]>;
}

const LOOKUP_MS = 10_000;

/**
 * Finds the address of a host and refuses it unless every address that the name has is allowed: a name with one public and one
 * private address is a trap. Throws EgressError.
 */
export async function resolveHost(host: string, policy: EgressPolicy): Promise<ResolvedHost> {
  try {
    return await allowedHost(host, policy);
  } catch (error) {
    if (error instanceof EgressError && error.code === 'HOST_NOT_ALLOWED') policy.onRefused?.();
    throw error;
  }
}

async function allowedHost(host: string, policy: EgressPolicy): Promise<ResolvedHost> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) > 0 ? [{ address: bare, family: isIP(bare) }] : await lookUp(bare, policy);
  const [first] = found;
  if (first === undefined) throw new EgressError('HOST_NOT_FOUND', host);
  const kinds = new Set(found.map(({ address }) => addressKind(address)));
  const allowed = !kinds.has('special') && (policy.allowPrivateHosts || !kinds.has('internal'));
  if (!allowed) throw new EgressError('HOST_NOT_ALLOWED', host);
  const internal = addressKind(first.address) === 'internal';
  return { host: bare, address: first.address, family: first.family === 6 ? 6 : 4, internal };
}

async function lookUp(host: string, policy: EgressPolicy): Promise<readonly { address: string; family: number }[]> {
  // A trailing dot and a bare number are spellings that resolvers disagree about.
  if (!/^[\p{L}\p{N}_.-]{1,253}$/u.test(host) || /^(0x[\da-f]*|\d+)(\.(0x[\da-f]*|\d+))*\.?$/i.test(host)) {
    throw new EgressError('HOST_NOT_ALLOWED', host);
  }
  const timeout = AbortSignal.timeout(LOOKUP_MS);
  try {
    const answer = (policy.lookup ?? ((name) => systemLookup(name, { all: true })))(host);
    return await Promise.race([answer, new Promise<never>((_, reject) => timeout.addEventListener('abort', reject))]);
  } catch {
    throw new EgressError('HOST_NOT_FOUND', host);
  }
}

/** A lookup function for sockets that knows this one answer, so that a second look cannot lead elsewhere. */
export function pinnedLookup(resolved: ResolvedHost): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, [{ address: resolved.address, family: resolved.family }]);
    else callback(null, resolved.address, resolved.family);
  };
}
