import { describe, expect, test } from 'vitest';
import { addressBack, beginElsewhere, isCodeAnswer, readCodeRequest, takeBack } from './sign-in-elsewhere.ts';
import { testEnvironment } from './testing/rows.ts';

const HERE = 'https://app.example';
const THERE = 'https://laden.example';
const instance = { info: { name: 'laden', title: 'Laden', version: '1' }, url: THERE, own: false };

/** The client, the instance's page, and the one server that both ask. */
function deps(answer: () => Response = () => Response.json({ success: true })) {
  const requests: { url: string; body: unknown; credentials: RequestCredentials | undefined }[] = [];
  const client = testEnvironment(
    (input, init) => {
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
      requests.push({
        url: new URL(input instanceof Request ? input.url : input).href,
        body,
        credentials: init?.credentials,
      });
      return Promise.resolve(answer());
    },
    { origin: HERE },
  );
  const page = testEnvironment(() => Promise.reject(new TypeError('nothing is asked')), { origin: THERE });
  return { client, page, requests };
}

const hashOf = (address: string): string => new URL(address).hash.slice(1);
/** There, and back with a code, as the instance's page would do it. */
async function there({ client, page }: ReturnType<typeof deps>, code?: string): Promise<string> {
  const request = readCodeRequest(hashOf(await beginElsewhere(client, instance)));
  if (request === undefined) throw new Error('The page does not understand the client');
  return hashOf(addressBack(page, request, code));
}

describe('a sign-in at an instance elsewhere', () => {
  test('takes a challenge there, never the verifier, and asks the server first', async () => {
    const { client, requests } = deps();
    const address = await beginElsewhere(client, instance);
    const request = readCodeRequest(hashOf(address));
    expect(new URL(address).origin + new URL(address).pathname).toBe(`${THERE}/login`);
    expect(request).toMatchObject({ redirect: HERE, instance: 'laden', code_challenge_method: 'S256' });
    expect(requests).toEqual([{ url: `${THERE}/auth/code/check`, body: request, credentials: 'omit' }]);
    const kept = JSON.parse(client.tab.getItem('kontor.passkeyElsewhere') ?? '{}') as { verifier: string };
    expect(kept.verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(address + JSON.stringify(requests)).not.toContain(kept.verifier);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(kept.verifier));
    expect(request?.code_challenge).toBe(Buffer.from(hash).toString('base64url'));
  });

  test('keeps nothing and goes nowhere where the instance does not know this client', async () => {
    const refused = { type: 'about:blank', title: 'x', status: 403, code: 'ORIGIN_REFUSED' };
    const { client } = deps(() => Response.json(refused, { status: 403 }));
    await expect(beginElsewhere(client, instance)).rejects.toMatchObject({ code: 'ORIGIN_REFUSED' });
    expect(client.tab.getItem('kontor.passkeyElsewhere')).toBeNull();
  });

  test('comes back with a code for the verifier that was kept, once', async () => {
    const both = deps();
    const answer = await there(both, 'the-code');
    const { verifier } = JSON.parse(both.client.tab.getItem('kontor.passkeyElsewhere') ?? '{}') as { verifier: string };
    expect(answer).not.toContain(verifier);
    expect(takeBack(both.client, answer)).toEqual({ instance, handed: { code: 'the-code', verifier } });
    expect(takeBack(both.client, answer)).toBeUndefined();
    expect(both.client.tab.getItem('kontor.passkeyElsewhere')).toBeNull();
  });

  test('of an app goes back to the app, by its scheme, with the host of the instance', async () => {
    const { client, page } = deps();
    const request = readCodeRequest(hashOf(await beginElsewhere(client, instance, 'de.kontor.app')));
    expect(request).toMatchObject({ redirect: HERE, app: 'de.kontor.app' });
    if (request === undefined) return;
    const address = addressBack(page, request, 'the-code');
    expect(address.startsWith('de.kontor.app://laden.example/login#')).toBe(true);
    expect(isCodeAnswer(hashOf(address))).toBe(true);
    expect(takeBack(client, hashOf(address))).toMatchObject({ handed: { code: 'the-code' } });
    expect(readCodeRequest(`${new URLSearchParams({ ...request, app: 'javascript' })}`)).toBeUndefined();
  });

  test('comes back without one where the person has called it off', async () => {
    const both = deps();
    expect(takeBack(both.client, await there(both))).toEqual({ instance });
  });

  test('is none where this tab has begun none', async () => {
    const both = deps();
    const answer = await there(both, 'the-code');
    both.client.tab.removeItem('kontor.passkeyElsewhere');
    expect(takeBack(both.client, answer)).toBeUndefined();
  });

  test('of another state is none, and leaves the one that is under way as it was', async () => {
    const both = deps();
    const answer = await there(both, 'the-code');
    const forged = answer.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`);
    expect(takeBack(both.client, forged)).toBeUndefined();
    expect(takeBack(both.client, answer)).toMatchObject({ handed: { code: 'the-code' } });
  });

  test('that another instance answers is none, and over', async () => {
    const both = deps();
    const answer = await there(both, 'the-code');
    const other = answer.replace(encodeURIComponent(THERE), encodeURIComponent('https://other.example'));
    expect(other).not.toBe(answer);
    expect(takeBack(both.client, other)).toBeUndefined();
    expect(takeBack(both.client, answer)).toBeUndefined();
  });

  test.each([
    ['neither code nor error', /&code=[^&]+/, ''],
    ['both', /$/, '&error=access_denied'],
    ['another error', /code=[^&]+/, 'error=server_error'],
    ['no origin', /&iss=[^&]+/, ''],
  ])('with %s is none', async (_name, what, by) => {
    const both = deps();
    expect(takeBack(both.client, (await there(both, 'the-code')).replace(what, by))).toBeUndefined();
  });

  test.each([
    ['a plain challenge', 'code_challenge_method=S256', 'code_challenge_method=plain'],
    ['no state', /state=[^&]+&/, ''],
    ['no challenge', /code_challenge=[^&]+&/, ''],
    ['nowhere to go back to', /redirect=[^&]+&/, ''],
  ])('is not begun by the instance’s page with %s', async (_name, what, by) => {
    const { client } = deps();
    const hash = hashOf(await beginElsewhere(client, instance));
    expect(readCodeRequest(hash)).toBeDefined();
    expect(readCodeRequest(hash.replace(what, by))).toBeUndefined();
  });
});
