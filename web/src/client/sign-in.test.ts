import { describe, expect, test } from 'vitest';
import { createAccounts } from './accounts.ts';
import { findInstance, requestReset, signIn } from './sign-in.ts';
import { testEnvironment } from './testing/rows.ts';
import { channelAddress, reconnectDelay } from './realtime.ts';

const info = (name: string) => ({ name, title: name.toUpperCase(), version: '1' });

function deps(hosts: Record<string, unknown>) {
  const requests: string[] = [];
  const env = testEnvironment(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const instance = new Headers(init?.headers).get('X-Instance') ?? '';
    requests.push(`${url.host}${url.pathname}${instance === '' ? '' : `#${instance}`}`);
    const found = hosts[`${url.host}${url.pathname}${instance === '' ? '' : `#${instance}`}`];
    if (found === 'down') throw new TypeError('down');
    return found === undefined ? new Response('{}', { status: 404 }) : Response.json(found);
  });
  return { env, requests };
}

describe('finding an instance', () => {
  const clientJson = { instanceDomains: ['one.example', 'two.example'], version: '1' };
  test('at the own origin first', async () => {
    const { env, requests } = deps({ 'localhost:8080/instance.json#demo': info('demo') });
    expect(await findInstance(env, ' Demo ')).toMatchObject({ own: true, url: 'http://localhost:8080' });
    expect(requests).toHaveLength(1);
  });
  test('then at the domains, in their order', async () => {
    const { env } = deps({
      'localhost:8080/client.json': clientJson,
      'firma.two.example/instance.json': info('firma'),
    });
    expect(await findInstance(env, 'firma')).toMatchObject({ own: false, url: 'http://firma.two.example' });
  });
  test('at the one domain that is named', async () => {
    const { env } = deps({
      'localhost:8080/client.json': { instanceDomains: 'two.example' },
      'firma.two.example/instance.json': info('firma'),
    });
    expect(await findInstance(env, 'firma')).toMatchObject({ own: false, url: 'http://firma.two.example' });
  });
  test('at the address as it was typed', async () => {
    const { env } = deps({ 'kontor.firma.example/instance.json': info('firma') });
    expect(await findInstance(env, 'https://kontor.firma.example/login')).toMatchObject({
      url: 'https://kontor.firma.example',
      own: false,
    });
  });
  test.each([
    ['mit-strich', 'name'],
    ['ümlaut', 'name'],
    ['', 'name'],
    ['keine', 'unknown'],
  ])('%s: %s', async (typed, fault) => {
    const { env } = deps({ 'localhost:8080/client.json': clientJson });
    expect(await findInstance(env, typed)).toBe(fault);
  });
  test('nobody answers', async () => {
    const { env } = deps({ 'localhost:8080/instance.json#x': 'down', 'localhost:8080/client.json': 'down' });
    expect(await findInstance(env, 'x')).toBe('unreachable');
  });
});

test('signing in at the own origin keeps no token, and accounts survive a reload', async () => {
  const { env } = deps({
    'localhost:8080/auth/login#demo': { success: true, authToken: '', accessToken: '', csrfToken: 'c' },
  });
  const signedIn = await signIn(
    env,
    { info: info('demo'), url: env.origin, own: true },
    { username: 'Anna', password: 'x' },
  );
  expect(signedIn).toMatchObject({ token: undefined, csrfToken: 'c', account: { user: 'anna', kind: 'cookie' } });
  const accounts = () => createAccounts(env.settings, env.tab, env.origin);
  accounts().enter(signedIn.account, 's1');
  expect(accounts().list()).toEqual([signedIn.account]);
  expect(accounts().session('demo/anna')).toBe('s1');
});

test('a device without cookies shows what it has kept of the same person there, until the account is taken off it', async () => {
  const bodies: Record<string, unknown>[] = [];
  const answer = (deviceToken?: string) => ({
    success: true,
    authToken: 't',
    accessToken: 't',
    csrfToken: 'c',
    deviceToken,
  });
  let next = answer('1.nonce.signature');
  const env = testEnvironment(async (_input, init) => {
    bodies.push(JSON.parse(init?.body as string) as Record<string, unknown>);
    return Response.json(next);
  });
  const at = { info: info('firma'), url: 'https://firma.one.example', own: false };
  const enter = (username: string, instance = at) => signIn(env, instance, { username, password: 'x' });
  const { account } = await enter('Anna');
  // An older server tells nothing.
  next = answer();
  await enter('anna');
  await enter('ben');
  await enter('anna', { ...at, url: 'https://evil.example' });
  await requestReset(env, at, 'anna');
  const accounts = createAccounts(env.settings, env.tab, env.origin);
  accounts.forget(accounts.key(account));
  await enter('anna');
  const token = '1.nonce.signature';
  expect(bodies.map(({ device }) => device)).toEqual([undefined, token, undefined, undefined, token, undefined]);
});

describe('real time', () => {
  test.each([
    [0, 0.9, 100],
    [4999, 0.9, 100],
    [5000, 0, 100],
    [60_000, 1, 5000],
  ])('an outage of %d ms: %d -> %d ms', (outage, random, delay) => {
    expect(reconnectDelay(outage, random)).toBe(delay);
  });
  test.each([
    [{ pongHost: 'demo.localhost', port: 8080 }, 'http://demo.localhost:8080', 'ws://demo.localhost:8080/ws'],
    [{ pongHost: 'rt.firma.example', port: 443 }, 'https://firma.example', 'wss://rt.firma.example:443/ws'],
    [{ pongHost: 'wss://rt.firma.example' }, 'http://firma.example', 'wss://rt.firma.example/ws'],
  ])('address %o', (configuration, origin, address) => {
    expect(channelAddress(configuration, origin)).toBe(address);
  });
});
