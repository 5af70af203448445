import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { addressOf } from './address.ts';
import type { Gate } from './gate.ts';

/** Sessions whose credentials are remembered; who is forgotten is charged to the address once more. */
const MAX_KNOWN = 20_000;

/**
 * Finds the budget that a request is charged to: that of its session once the credentials were found valid, else that of its address.
 * Nothing else in a request counts, since anybody can make it up.
 */
export class Budgets {
  /** By the hash of what was presented. */
  readonly #sessions = new Map<string, string>();

  of(request: FastifyRequest): string {
    const key = keyOf(request);
    const sessionId = key === undefined ? undefined : this.#sessions.get(key);
    return sessionId === undefined ? `address ${addressOf(request)}` : `session ${sessionId}`;
  }

  /** A gate that tells who was let in, and who no longer is. */
  knowing(gate: Gate): Gate {
    return {
      instanceOf: (request) => gate.instanceOf(request),
      signedIn: async (request, reply) => {
        const key = keyOf(request);
        if (key === undefined) return gate.signedIn(request, reply);
        try {
          const signedIn = await gate.signedIn(request, reply);
          this.#remember(key, signedIn.person.sessionId);
          return signedIn;
        } catch (error) {
          this.#sessions.delete(key);
          throw error;
        }
      },
    };
  }

  #remember(key: string, sessionId: string): void {
    // The one that was used last stands last.
    this.#sessions.delete(key);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= MAX_KNOWN && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(key, sessionId);
  }
}

const keyOf = ({ headers: { authorization, cookie } }: FastifyRequest): string | undefined => {
  const presented = authorization ?? cookie;
  return presented === undefined ? undefined : hash('sha256', presented, 'base64');
};
