import {
  LoginRequestSchema,
  LogoutRequestSchema,
  ResetRequestSchema,
  TwoFactorRequestSchema,
  type ClientConfiguration,
  type InstanceInfo,
  type SignInPage,
} from '@kontor/contract/account';
import { CLIENT_VERSION } from '@kontor/contract/kernel';
import type { FastifyInstance } from 'fastify';
import { createHmac } from 'node:crypto';
import { addressOf } from '../../platform/http/address.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import { actorOf } from '../../platform/operation/audit.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { ProblemError } from '../../platform/operation/problem.ts';
import { closeSession, cookieName } from './gate.ts';
import { askForReset } from './mailing.ts';
import { knownDevice } from './known-devices.ts';
import type { AuthParts } from './parts.ts';
import { pretendsFactor } from './rules.ts';
import { checkOrigin, instanceOfLogin, noStore, notingRefusal } from './route-tools.ts';
import { openSession } from './sessions.ts';
import { signInByPassword } from './sign-in.ts';
import { findUserByName } from './store.ts';
import { factorShare } from './store/factors.ts';
import { admit, countingContext } from './throttle.ts';
import { NOBODY } from './two-factor.ts';

/** Sign-in, sign-out, and what anybody may know about an instance. */
export function authRoutes(http: FastifyInstance, parts: AuthParts): void {
  const { platform, gate } = parts;

  http.get('/instance.json', async (request, reply) => {
    const instance = await gate.instanceOf(request);
    const info: InstanceInfo = { name: instance.name, title: instance.title, version: CLIENT_VERSION };
    return noStore(reply).send(info);
  });

  http.get('/client.json', (_request, reply) => {
    const configuration: ClientConfiguration = {
      instanceDomains: [...parts.instanceDomains()],
      version: CLIENT_VERSION,
    };
    return noStore(reply).send(configuration);
  });

  http.get('/auth/sign-in-page', async (request, reply) => {
    const instance = await gate.instanceOf(request);
    const page: SignInPage = {
      title: instance.title,
      dataProtectionUrl: textSetting(instance, 'dataProtectionUrl'),
      imprintUrl: textSetting(instance, 'imprintUrl'),
      passwordReset: parts.mailer.isOn,
    };
    return noStore(reply).send(page);
  });

  http.post('/auth/login', async (request, reply) => {
    checkOrigin(parts, request);
    const login = parseParameters(LoginRequestSchema, request.body);
    const instance = await instanceOfLogin(parts, request, login.instance);
    const tried = {
      userName: login.username,
      password: login.password,
      code: login.twoFactorAuthenticationCode ?? '',
      address: addressOf(request),
      deviceToken: login.device,
    };
    const answer = await notingRefusal(
      parts,
      request,
      instance,
      { userName: login.username, way: 'password' },
      async () => {
        const signedIn = await signInByPassword(parts, request, instance, tried);
        return openSession(parts, request, reply, instance, signedIn);
      },
    );
    return noStore(reply).send(answer);
  });

  http.get('/auth/two-factor', async (request, reply) => {
    const { username, instance: typed } = parseParameters(TwoFactorRequestSchema, request.query);
    const instance = await instanceOfLogin(parts, request, typed);
    await admit(countingContext(platform, instance), [{ kind: 'check', key: addressOf(request) }]);
    const { isEnabled, share, chance } = await factorShare(
      countingContext(platform, instance).db,
      instance.id,
      username,
    );
    // Not by a key of the file: who asks before and after a rotation would see which names change their answer.
    const pretended = pretendsFactor(createHmac('sha256', chance).update(username).digest('base64url'), share);
    return noStore(reply).send({ twoFactorAuthenticationIsEnabled: isEnabled ?? pretended });
  });

  http.post('/auth/request-reset', async (request, reply) => {
    checkOrigin(parts, request);
    const { username, instance: typed, device: given } = parseParameters(ResetRequestSchema, request.body);
    const instance = await instanceOfLogin(parts, request, typed);
    await admit(countingContext(platform, instance), [{ kind: 'check', key: addressOf(request) }]);
    // Of one name only so many are looked at; the answer is the same. A device of the person has a count of its own.
    const name = platform.secrets.sign('try', `${instance.id} ${username}`);
    const counting = countingContext(platform, instance);
    const found = await findUserByName(counting.db, instance.id, username);
    const who = { userId: found?.user_id ?? NOBODY, given };
    const device = await knownDevice(parts, counting.db, request, instance, who);
    const key = device === undefined ? name : `${name} on ${device.hash.toString('hex')}`;
    const isAdmitted = await admit(counting, [{ kind: 'reset', key }]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ProblemError) return false;
        throw error;
      },
    );
    if (parts.mailer.isOn && isAdmitted) await parts.change(instance, (ctx) => askForReset(ctx, username));
    return noStore(reply).status(202).send({ success: true });
  });

  http.post('/auth/logout', async (request, reply) => {
    parseParameters(LogoutRequestSchema, request.body ?? {});
    const { instance, person, via } = await gate.signedIn(request, reply);
    const session = { sessionId: person.sessionId, userId: person.id };
    const entry = { kind: 'session.closed', subject: person.userName, details: { sessions: '1' } } as const;
    await closeSession(parts, instance, session, { ...entry, by: actorOf(person) });
    if (via === 'cookie') void reply.clearCookie(cookieName(parts, request, instance), { path: '/' });
    return noStore(reply).send({ success: true });
  });
}

const textSetting = ({ settings }: Instance, name: string): string | null => {
  const value = settings[name];
  return typeof value === 'string' && value !== '' ? value : null;
};
