import type { Authentication, MailDetail } from '@kontor/contract/mail';

type Result = Authentication['spf']['result'];

/** How a check came out, for its icon and its sentence. */
export type Outcome = 'good' | 'bad' | 'open' | 'none';

export function outcomeOf(result: Result): Outcome {
  if (result === 'pass') return 'good';
  if (result === 'fail' || result === 'permerror' || result === 'policy') return 'bad';
  return result === 'none' ? 'none' : 'open';
}

/** The one quiet word in a mail's head: good news alone, for what is bad is warned of, and most senders are just unconfirmed. */
export function quietWord({
  authentication,
  signature,
  warnings,
}: Pick<MailDetail, 'authentication' | 'signature' | 'warnings'>): 'signed' | 'confirmed' | undefined {
  if (warnings.some(({ code }) => code === 'AUTHENTICATION_FAILED')) return undefined;
  if (signature?.state === 'valid') return 'signed';
  return authentication?.verdict === 'confirmed' && signature?.state !== 'altered' ? 'confirmed' : undefined;
}

/** Whether asking again may bring another result: the network was away, or nothing was asked yet. */
export const mayChange = (authentication: MailDetail['authentication']): boolean =>
  authentication === null ||
  authentication.verdict === 'unchecked' ||
  [authentication.spf.result, authentication.arc.result, authentication.dmarc.result].includes('temperror') ||
  authentication.dkim.some(({ result }) => result === 'temperror');
