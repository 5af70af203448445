import { type AuthResult, trustedResults, type TrustedResults } from './results.ts';
import type { spf } from 'mailauth';
import { headerFields, startOfBody } from '../mailparse/content-key.ts';
import type { Resolver } from '../egress/index.ts';
import { withBudget } from './dns.ts';

/** What the signatures and the records of domains say of where a mail is from. */
export interface Origin {
  /** Of the shown sender; empty where there is none, or several. */
  readonly domain: string;
  readonly dkim: readonly {
    readonly domain: string;
    readonly selector: string;
    readonly result: AuthResult;
    readonly isAligned: boolean;
    readonly detail: string;
    /** Header fields that it covers, in lower case. */
    readonly covers: readonly string[];
  }[];
  readonly spf: { readonly domain: string; readonly result: AuthResult; readonly by: string | null };
  readonly arc: { readonly result: AuthResult; readonly sealers: readonly string[]; readonly sawDmarc: AuthResult };
  readonly dmarc: { readonly result: AuthResult; readonly policy: 'none' | 'quarantine' | 'reject' | 'missing' };
  /** What the mailbox's own mail server noted; null where it noted nothing. */
  readonly trusted: TrustedResults | null;
}

/** What is larger is not checked: a mail is read whole for it. */
export const MAX_CHECKED_BYTES = 64 * 1024 * 1024;
const MAX_NAMES = 60;
const MAX_MS = 20_000;
const MAX_SIGNATURES = 10;
const RESULTS = ['pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror'] as const;

const resultOf = (value: unknown): AuthResult => RESULTS.find((one) => one === String(value).toLowerCase()) ?? 'none';

/** Fields that a sender can multiply, and how many of each are looked at. A few more than any honest mail has. */
const COUNTED = /^(?:dkim-signature|arc-seal|arc-message-signature|arc-authentication-results)$/;
const MAX_SEALS = 50;

/** Whether the header is one that is worth the work; odd ones are told to be that by their results. */
function isReasonable(header: Uint8Array): boolean {
  if (header.length > 512 * 1024) return false;
  const counts = Map.groupBy(headerFields(header), ({ name }) => name);
  return [...counts].every(
    ([name, fields]) =>
      !COUNTED.test(name) || fields.length <= (name === 'dkim-signature' ? MAX_SIGNATURES : MAX_SEALS),
  );
}

/**
 * Checks where a mail is from. All names are asked of `resolver`, and nothing else is connected to. `server`: the mail server that the
 * mailbox is read from, whose word counts; `isOwn`: Kontor itself received the mail, and wrote from where into its first lines.
 */
export async function checkOrigin(
  raw: Uint8Array,
  about: { readonly resolver: Resolver; readonly server: string | null; readonly isOwn: boolean },
): Promise<Origin> {
  const header = raw.subarray(0, startOfBody(raw));
  const deadline = AbortSignal.timeout(MAX_MS);
  const resolver = withBudget(about.resolver, MAX_NAMES, deadline);
  const trusted = about.isOwn || about.server === null ? null : trustedResults(header, about.server);
  if (!isReasonable(header)) return { ...NOTHING, trusted };
  // It brings an HTTP client, a schema library and two readers of certificates, none of which a start needs.
  const { arc, dkimVerify, dmarc, spf } = await import('mailauth');
  const signed = await dkimVerify(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), { resolver });
  const chain = await arc({ ...signed.arc, chain: signed.arc?.chain || [] }, { resolver });
  const peer = about.isOwn ? peerOf(header) : undefined;
  const sent = peer === undefined ? undefined : await spf({ resolver, ...peer, mta: 'kontor' });
  const spfResult = spfOf(sent, peer, trusted);
  const spfDomain = spfResult.result === 'pass' && (spfResult.by === null || trusted?.isOnTop === true);
  const dkim = (signed.results ?? []).slice(0, MAX_SIGNATURES).map((one) => ({
    domain: one.signingDomain || '',
    selector: one.selector || '',
    result: resultOf(one.status.result),
    isAligned: Boolean(one.status.aligned),
    detail: (one.status.comment || '').slice(0, 300),
    covers: (one.signingHeaders?.keys ?? '')
      .toLowerCase()
      .split(/[\s:]+/)
      .filter(Boolean),
  }));
  const policy = await dmarc({
    headerFrom: signed.headerFrom ?? [],
    spfDomains: spfDomain && spfResult.domain !== '' ? [spfResult.domain] : [],
    dkimDomains: (signed.results ?? [])
      .filter(({ status }) => status.result === 'pass')
      .map(({ id, signingDomain, status }) => ({
        id: id ?? '',
        domain: signingDomain ?? '',
        aligned: status.aligned,
        underSized: status.underSized,
      })),
    arcResult: chain,
    resolver,
  });
  return {
    domain: authorDomain(signed.headerFrom ?? []),
    dkim,
    spf: spfResult,
    arc: {
      result: resultOf(chain.status.result),
      sealers: [
        ...new Set((chain.chain ?? []).map((entry) => String(entry['arc-seal']?.parsed?.['d']?.value ?? ''))),
      ].filter(Boolean),
      sawDmarc: resultOf(chain.authenticationResults?.['dmarc']?.result),
    },
    dmarc:
      policy === false ? NOTHING.dmarc : { result: resultOf(policy.status.result), policy: policyOf(policy.policy) },
    trusted,
  };
}

/** The domain of the shown sender; empty where there are several. */
function authorDomain(authors: readonly string[]): string {
  const domains = new Set(authors.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()));
  const [domain = ''] = domains.size === 1 ? domains : [];
  return domain.slice(0, 253);
}

const NOTHING: Origin = {
  domain: '',
  dkim: [],
  spf: { domain: '', result: 'none', by: null },
  arc: { result: 'none', sealers: [], sawDmarc: 'none' },
  dmarc: { result: 'none', policy: 'missing' },
  trusted: null,
};

const policyOf = (policy: unknown): Origin['dmarc']['policy'] =>
  (['none', 'quarantine', 'reject'] as const).find((one) => one === policy) ?? 'missing';

function spfOf(
  sent: Awaited<ReturnType<typeof spf>> | undefined,
  peer: Peer | undefined,
  trusted: TrustedResults | null,
): Origin['spf'] {
  if (peer !== undefined && sent)
    return {
      domain: sent.domain || peer.sender.split('@').pop() || peer.helo,
      result: resultOf(sent.status?.result),
      by: null,
    };
  return trusted?.spf ? { ...trusted.spf, by: trusted.by } : NOTHING.spf;
}

interface Peer {
  readonly ip: string;
  readonly helo: string;
  readonly sender: string;
}

/** Who handed the mail over, from the two lines that Kontor puts before what it receives. */
function peerOf(header: Uint8Array): Peer | undefined {
  const fields = headerFields(header);
  const received = fields.find(({ name }) => name === 'received')?.value ?? '';
  const [, helo = '', ip] = /^from (\S+) \((?:[^()]*?)\[(?:IPv6:)?([0-9a-f.:]+)\]\)/i.exec(received) ?? [];
  if (ip === undefined) return undefined;
  const path = fields.find(({ name }) => name === 'return-path')?.value ?? '';
  return { ip, helo, sender: path.replace(/^<|>$/g, '') };
}
