import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instance, Person } from '../operation/context.ts';
import type { Versions } from '../operation/remembered.ts';

/** Who a request comes from, once that is established. */
export interface SignedIn {
  readonly instance: Instance;
  readonly person: Person;
  readonly via: 'cookie' | 'bearer';
  /** Bound to the session; asked for with every request but GET that a cookie authenticates. */
  readonly csrfToken: string;
  /** Counts the changes that this person may see; what was answered at the same count is still true. */
  readonly changeStamp: number;
  /** Counts the changes of what all people of the instance read alike. */
  readonly versions: Versions;
}

/** How the HTTP layer learns whose request it is; the account module is behind it. */
export interface Gate {
  /** Returns the instance that a request is meant for, by host, header or session. Throws INSTANCE_UNKNOWN. */
  instanceOf(request: FastifyRequest): Promise<Instance>;
  /** Returns who asks. Throws UNAUTHENTICATED or SESSION_ENDED; renews the token by a header of `reply` where it is time. */
  signedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>;
}
