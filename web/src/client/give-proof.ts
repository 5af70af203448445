import { SuccessSchema } from '@kontor/contract/account';
import type { Transport } from './transport.ts';

/** What somebody proves with who they are: the password (and code), or what their passkey has signed. */
export type ProofAnswer =
  | { readonly password: string; readonly code: string }
  | { readonly asseResp: unknown; readonly authToken: string };

/** Proves who the person is. Rejects with a `Failure`, of the code PROOF_WRONG whatever was wrong. */
export async function giveProof(transport: Transport, given: ProofAnswer): Promise<void> {
  await transport.json(SuccessSchema, '/auth/proof', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(given),
  });
}
