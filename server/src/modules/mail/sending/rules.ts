import { domainToASCII } from 'node:url';
import type { OUTGOING_STATES, SMTP_LOG_TYPES } from '@kontor/contract/mail';
import { isAddress } from '../../../platform/egress/index.ts';
import type { ReceiverDecision } from '../../../platform/mailsubmit/index.ts';
import type { Stage } from './tables.ts';

export type ReceiverState = 'pending' | 'accepted' | 'refused' | 'unknown' | 'delayed' | 'bounced' | 'delivered';
export type OutgoingState = (typeof OUTGOING_STATES)[number];
export type SmtpLogType = (typeof SMTP_LOG_TYPES)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What is waited before the second try, the third, and so on; the last holds for all after it. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE);
/** Faults that go away when a person changes the account, and hardly before. */
const UNTIL_CHANGED = new Set([
  'SIGN_IN_REFUSED',
  'TOKEN_REFUSED',
  'CERTIFICATE_NOT_TRUSTED',
  'HOST_NOT_ALLOWED',
  'NO_SERVER',
]);

/** Whether a fault is one that only a change of the account helps against. */
export const waitsForChange = (fault: string | null): boolean => fault !== null && UNTIL_CHANGED.has(fault);

/** When a mail that was tried `attempt` times is tried next; null where it was tried long enough. Times in milliseconds since 1970. */
export function nextTry(tried: {
  readonly attempt: number;
  readonly since: number;
  readonly now: number;
  readonly hours: number;
  readonly fault: string | null;
}): number | null {
  const { attempt, since, now, hours, fault } = tried;
  const defaultValue = PAUSES[Math.min(Math.max(attempt, 1), PAUSES.length) - 1] ?? HOUR;
  const pause = waitsForChange(fault) ? Math.max(defaultValue, HOUR) : defaultValue;
  const end = since + hours * HOUR;
  if (now >= end) return null;
  // The last try is at the very end, not hours before it.
  return Math.min(now + pause, end);
}

/** What one try means for a receiver who had nothing until then. */
export const stateAfter = (decision: ReceiverDecision): ReceiverState => (decision === 'later' ? 'pending' : decision);

/** What a mail's receivers mean for its stage, after a try or what was heard later. */
export function stageOf(states: readonly ReceiverState[]): Stage {
  if (states.includes('pending')) return 'built';
  if (states.includes('unknown')) return 'unknown';
  return states.every((state) => state === 'refused') ? 'refused' : 'accepted';
}

const isThere = (state: ReceiverState): boolean => state === 'accepted' || state === 'delivered' || state === 'delayed';

/** How a mail stands, as people see it. */
export function outgoingState(stage: Stage, attempt: number, states: readonly ReceiverState[]): OutgoingState {
  if (stage === 'handing' || stage === 'data') return 'sending';
  if (stage === 'built') return attempt > 0 ? 'retrying' : 'queued';
  if (stage !== 'accepted') return stage;
  return states.every(isThere) ? 'sent' : 'partly';
}

/** The worst of what a mail's receivers say. */
export function smtpLogType(stage: Stage, attempt: number, states: readonly ReceiverState[]): SmtpLogType {
  const has = (state: ReceiverState): boolean => states.includes(state);
  if (has('bounced')) return 'bounced';
  if (states.length > 0 && states.every((state) => state === 'refused')) return 'refused';
  if (has('unknown')) return 'unknown';
  if (has('delayed')) return 'delayed';
  if (has('refused') && states.some(isThere)) return 'partly';
  if (has('refused') && !has('pending')) return 'refused';
  if (has('pending')) {
    if (stage === 'handing' || stage === 'data') return 'sending';
    return attempt > 0 ? 'retrying' : 'waiting';
  }
  return states.length > 0 && states.every((state) => state === 'delivered') ? 'delivered' : 'sent';
}

/** The end of a text that has so many bytes at most, from the beginning of a line on where something is left out. */
export function lastLines(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= mostBytes) return text;
  const from = bytes.byteLength - mostBytes;
  // The line that the cut falls into goes whole, and with it half a character.
  const next = bytes.indexOf(10, from - 1);
  return next < 0 ? '' : bytes.subarray(next + 1).toString();
}

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const QUOTED = /^"([^"\\\p{Cc}]|\\[^\p{Cc}])+"$/u;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** An address as it is sent to, its domain in the form of the wire; undefined where nothing can be sent there. */
export function sendableAddress(typed: string): string | undefined {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || address.length > 320) return undefined;
  const [local, domain] = [address.slice(0, at).normalize('NFC'), address.slice(at + 1)];
  if (Buffer.byteLength(local) > 64 || !(LOCAL.test(local) || QUOTED.test(local))) return undefined;
  if (/[<>]/.test(local)) return undefined;
  const literal = /^\[(?:IPv6:)?([0-9a-f.:]+)\]$/i.exec(domain)?.[1];
  if (literal !== undefined) return isAddress(literal) ? `${local}@${domain}` : undefined;
  if (/[\s\p{Cc}()<>[\]\\,;:"@]/u.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  const labels = ascii.split('.');
  if (ascii === '' || ascii.length > 253 || !labels.every((label) => LABEL.test(label))) return undefined;
  // A bare number for a domain is an address of a machine that somebody forgot the brackets of.
  return /^\d+$/.test(labels.at(-1) ?? '') ? undefined : `${local}@${ascii}`;
}

const LATE_MS = MINUTE;
const YEAR_MS = 366 * 24 * HOUR;

/** Whether a mail can be sent at this time. */
export const isSendTime = (at: number, now: number): boolean =>
  Number.isFinite(at) && at >= now - LATE_MS && at <= now + YEAR_MS;

/** Most ids that an answer names; the first and the last are the ones that threads hang on. */
const MAX_REFERENCES = 100;

/** What an answer names as its past. */
export function referencesOf(mail: { readonly message_id: string | null; readonly refs: readonly string[] }): string[] {
  const all = [
    ...mail.refs.filter((id) => id !== mail.message_id),
    ...(mail.message_id === null ? [] : [mail.message_id]),
  ];
  if (all.length <= MAX_REFERENCES) return all;
  const [first = ''] = all;
  return [first, ...all.slice(1 - MAX_REFERENCES)];
}

/** Hosts that put what was sent through them into the sent folder themselves, though not at once. */
const FILING_HOSTS =
  /(^|\.)(gmail\.com|googlemail\.com|google\.com|office365\.com|outlook\.com|icloud\.com|me\.com|zoho\.(com|eu|in))$/i;
export const filesItself = (host: string): boolean => FILING_HOSTS.test(host);
