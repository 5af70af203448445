import type { Authentication, SenderWarning } from '@kontor/contract/mail';
import { parse } from 'tldts';
import type { Origin } from '../../../platform/mailcheck/index.ts';
import { shownDomain } from '../senders/domains.ts';

type Verdict = Authentication['verdict'];

const registered = (host: string): string | null => parse(host, { allowPrivateDomains: true }).domain;
const isOf = (one: string, other: string): boolean => registered(one) !== null && registered(one) === registered(other);

/** Whether a mail is from the domain that it names. `server`: the mail server that the mailbox is read from. */
export function judge(origin: Origin, server: string | null): Verdict {
  const { domain, dkim, dmarc, arc, trusted } = origin;
  if (domain === '') return 'unconfirmed';
  if (dmarc.result === 'pass' || dkim.some((one) => one.result === 'pass' && one.isAligned)) return 'confirmed';
  // Our own receiver's word, signed, or written where nobody before it could write.
  const sealer = arc.sealers.at(-1);
  const isOwnSeal = arc.result === 'pass' && server !== null && sealer !== undefined && isOf(sealer, server);
  if (isOwnSeal && arc.sawDmarc === 'pass') return 'confirmed';
  if (trusted?.isOnTop === true && trusted.dmarc === 'pass') return 'confirmed';
  if (dmarc.result === 'temperror' || dkim.some(({ result }) => result === 'temperror')) return 'unchecked';
  const isForbidden = dmarc.result === 'fail' && (dmarc.policy === 'reject' || dmarc.policy === 'quarantine');
  // Its own server saw it whole and let it pass; what was changed behind that is no forgery.
  if (isForbidden && trusted?.dmarc !== 'pass') return 'failed';
  return 'unconfirmed';
}

/** What was found, as it is kept and shown. */
export const toAuthentication = (origin: Origin, server: string | null, now: number): Authentication => ({
  verdict: judge(origin, server),
  domain: origin.domain,
  dkim: origin.dkim
    .filter(({ domain }) => domain !== '')
    .map(({ domain, selector, result, isAligned, detail }) => ({ domain, selector, result, isAligned, detail })),
  spf: { ...origin.spf },
  arc: { result: origin.arc.result, sealers: [...origin.arc.sealers] },
  dmarc: { ...origin.dmarc },
  at: Math.floor(now / 1000),
});

/** Returns true if a valid DKIM signature covers both header fields of one-click unsubscribing (RFC 8058). */
export const coversOneClick = (origin: Origin): boolean =>
  origin.dkim.some(
    ({ result, covers }) =>
      result === 'pass' && covers.includes('list-unsubscribe') && covers.includes('list-unsubscribe-post'),
  );

const CODE = 'AUTHENTICATION_FAILED';

/** The warnings of a mail with what its domain says of it, or without. */
export function warningsWith(warnings: readonly SenderWarning[], found: Authentication): readonly SenderWarning[] {
  const others = warnings.filter(({ code }) => code !== CODE);
  if (found.verdict !== 'failed') return others;
  return [{ code: CODE, value: shownDomain(found.domain), other: found.dmarc.policy }, ...others];
}
