import { ProofWaysSchema, type ProofWays } from '@kontor/contract/account';
import * as v from 'valibot';

/** The ways in which a server lets somebody prove who they are; the password where it does not say. */
export function proofWaysOf(given: unknown): ProofWays {
  const parsed = v.safeParse(ProofWaysSchema, given);
  return parsed.success ? parsed.output : { password: true, code: false, passkey: false };
}
