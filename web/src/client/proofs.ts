import type { CommandDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { Failure } from './failure.ts';
import type { Transport } from './transport.ts';
import { createValue, type Value } from './value.ts';

/** Somebody is to prove who they are, before what they have begun goes on. */
export interface ProofQuestion {
  /** Ways in which this person can prove who they are, `ProofWaysSchema` of the contract. */
  readonly ways: unknown;
  /** `false`: the person has called it off; a failure: they could not be asked. */
  readonly end: (outcome: boolean | Failure) => void;
}

const isProofNeeded = (error: unknown): error is Failure => error instanceof Failure && error.code === 'PROOF_NEEDED';

export type Proofs = ReturnType<typeof createProofs>;

/** Asks for a proof where the server does, once for all that wait for one, and goes on with what was begun. */
export function createProofs() {
  const question: Value<ProofQuestion | undefined> = createValue<ProofQuestion | undefined>(undefined);
  let asking: Promise<boolean | Failure> | undefined;
  let attending = 0;

  const ask = (ways: unknown): Promise<boolean | Failure> =>
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
        if (!isProofNeeded(error)) throw error;
        if (attending === 0) throw new Failure('offline', 'nobody is there to be asked');
        const outcome = await ask(error.problem?.data);
        if (outcome instanceof Failure) throw outcome;
        if (!outcome) throw new Failure('aborted', 'no proof was given');
      }
    }
  }

  /** Somebody draws the question, until what this returns is called: else nobody would ever answer it. */
  const attend = (): (() => void) => {
    attending += 1;
    return () => void (attending -= 1);
  };

  return { question, attend, within, close: (): void => question.get()?.end(false) };
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
