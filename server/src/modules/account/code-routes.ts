import { CodeExchangeSchema, CodeIssueSchema, CodeRequestSchema } from '@kontor/contract/account';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { AuthParts } from './parts.ts';
import { MAX_BODY } from './passkey-routes.ts';
import { partyOf, signInByPasskey } from './passkey-sign-in.ts';
import { checkOrigin, instanceOfLogin, noStore, notingRefusal } from './route-tools.ts';
import { openSession } from './sessions.ts';
import { checkClient, issueCode, signInByCode } from './sign-in-codes.ts';
import { admit, countingContext } from './throttle.ts';

/** Signing in by passkey for a client at another origin: the instance's own page hands it a code, which it exchanges for a token. */
export function codeRoutes(http: FastifyInstance, parts: AuthParts): void {
  const { platform } = parts;

  http.post('/auth/code/check', async (request, reply) => {
    checkOrigin(parts, request);
    const codeRequest = parseParameters(CodeRequestSchema, request.body);
    const instance = await instanceOfLogin(parts, request, codeRequest.instance);
    const counting = countingContext(platform, instance);
    await admit(counting, [{ kind: 'check', key: addressOf(request) }]);
    await checkClient(parts, request, instance, codeRequest);
    return noStore(reply).send({ success: true });
  });

  http.post('/auth/code', { bodyLimit: MAX_BODY }, async (request, reply) => {
    // Its own page and no other, however well known: a client is handed the code, it does not fetch it.
    if (request.headers.origin !== partyOf(parts, request).origin) fail('ORIGIN_REFUSED');
    const { asseResp, authToken, ...codeRequest } = parseParameters(CodeIssueSchema, request.body);
    const instance = await instanceOfLogin(parts, request, codeRequest.instance);
    await checkClient(parts, request, instance, codeRequest);
    const proven = await notingRefusal(parts, request, instance, { userName: '', way: 'passkey' }, () =>
      signInByPasskey(parts, request, instance, asseResp, authToken),
    );
    const { user, passkeyId } = proven;
    return noStore(reply).send({
      code: await issueCode(parts, instance, { userId: user.user_id, passkeyId }, codeRequest),
    });
  });

  http.post('/auth/exchange', async (request, reply) => {
    checkOrigin(parts, request);
    const { instance: typed, device: deviceToken, ...given } = parseParameters(CodeExchangeSchema, request.body);
    const instance = await instanceOfLogin(parts, request, typed);
    const answer = await notingRefusal(parts, request, instance, { userName: '', way: 'passkey' }, async () => {
      const signedIn = { ...(await signInByCode(parts, request, instance, given)), deviceToken };
      const { success: verified, ...tokens } = await openSession(parts, request, reply, instance, signedIn);
      return { verified, username: signedIn.user.user_name, ...tokens };
    });
    return noStore(reply).send(answer);
  });
}
