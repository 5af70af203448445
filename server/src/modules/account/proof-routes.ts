import { ProofRequestSchema } from '@kontor/contract/account';
import type { FastifyInstance } from 'fastify';
import { parseParameters } from '../../platform/http/problems.ts';
import type { AuthParts } from './parts.ts';
import { MAX_BODY } from './passkey-routes.ts';
import { partyOf } from './passkey-sign-in.ts';
import { beginProof } from './passkeys.ts';
import { prove } from './proofs.ts';
import { checkOrigin, noStore, notingRefusal } from './route-tools.ts';

/** Proving once more, in a session, who somebody is. */
export function proofRoutes(http: FastifyInstance, parts: AuthParts): void {
  const { platform, gate } = parts;

  http.get('/auth/generate-proof-options', async (request, reply) => {
    const { instance, person } = await gate.signedIn(request, reply);
    return noStore(reply).send(await beginProof({ platform, instance }, person, partyOf(parts, request)));
  });

  http.post('/auth/proof', { bodyLimit: MAX_BODY }, async (request, reply) => {
    checkOrigin(parts, request);
    const { instance, person } = await gate.signedIn(request, reply);
    const given = parseParameters(ProofRequestSchema, request.body);
    const { id: userId, userName } = person;
    await notingRefusal(parts, request, instance, { userId, userName, way: 'confirmation' }, () =>
      prove(parts, request, { instance, person }, given),
    );
    return noStore(reply).send({ success: true });
  });
}
