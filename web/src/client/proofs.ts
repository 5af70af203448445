import { ProofWaysSchema, SuccessSchema, type ProofWays } from '@kontor/contract/account';
import type { CommandDefinition, Schema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { Failure } from './failure.ts';
import type { Transport } from './transport.ts';
import { createValue, type Value } from './value.ts';

/** Somebody is to prove who they are, before what they have begun goes on. */
export interface ProofQuestion {
  readonly ways: ProofWays;
  /** `false`: the person has called it off; a failure: they could not be asked. */
  readonly end: (outcome: boolean | Failure) => void;
}

/** The ways that an answer of the server leaves to whoever has to prove first who they are; undefined for any other failure. */
export function proofWaysOf(error: unknown): ProofWays | undefined {
  if (!(error instanceof Failure) || error.code !== 'PROOF_NEEDED') return undefined;
  const parsed = v.safeParse(ProofWaysSchema, error.problem?.data);
  return parsed.success ? parsed.output : { password: true, code: false, passkey: false };
}

export type Proofs = ReturnType<typeof createProofs>;

/** Asks for a proof where the server does, once for all that wait for one, and goes on with what was begun. */
export function createProofs() {
  const question: Value<ProofQuestion | undefined> = createValue<ProofQuestion | undefined>(undefined);
  let asking: Promise<boolean | Failure> | undefined;

  const ask = (ways: ProofWays): Promise<boolean | Failure> =>
    (asking ??= new Promise<boolean | Failure>((end) => question.set({ ways, end })).finally(() => {
      asking = undefined;
      question.set(undefined);
    }));

  /** Does what may need a proof, and once more behind each. Rejects as aborted where the person gives none. */
  async function within<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const ways = proofWaysOf(error);
        if (ways === undefined) throw error;
        const outcome = await ask(ways);
        if (outcome instanceof Failure) throw outcome;
        if (!outcome) throw new Failure('aborted', 'no proof was given');
      }
    }
  }

  return { question, within, close: (): void => question.get()?.end(false) };
}

/** The transport of an account whose person is there to be asked. What the queue sends declares no proof, and never asks. */
export function askingFor({ within }: Proofs, transport: Transport): Transport {
  const command = <P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
    processId: string,
    options: { once?: boolean; signal?: AbortSignal } = {},
  ): Promise<v.InferOutput<R>> => {
    const send = () => transport.command(definition, params, processId, options);
    return definition.proof ? within(send) : send();
  };
  const json: Transport['json'] = (schema, path, init) => within(() => transport.json(schema, path, init));
  return { ...transport, command, json };
}

/** What somebody proves with who they are: the password (and code), or what their passkey has signed. */
export type ProofGiven =
  | { readonly password: string; readonly code: string }
  | { readonly asseResp: unknown; readonly authToken: string };

/** Proves who the person is. Rejects with a `Failure`, of the code PROOF_WRONG whatever was wrong. */
export async function giveProof(transport: Transport, given: ProofGiven): Promise<void> {
  await transport.json(SuccessSchema, '/auth/proof', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(given),
  });
}
