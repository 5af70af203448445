import { expect, test } from 'vitest';
import { isShared, routeOf, type Route } from './route.ts';

const ORIGIN = 'https://kontor.example';
const FILES = new Set(['/', '/assets/base-1.js', '/icon.svg']);
const page: Route = { kind: 'page' };

const CASES: readonly [string, string, string, Route][] = [
  ['GET', 'navigate', '/', page],
  ['GET', 'navigate', '/mail/%7B%7D/inbox/view', page],
  ['GET', 'navigate', '/query', undefined],
  ['GET', 'navigate', '/auth/login', undefined],
  ['GET', 'navigate', '/authors', page],
  ['GET', 'navigate', '/book/nordwerk/beratung', undefined],
  ['GET', 'navigate', '/icon.svg', { kind: 'file', path: '/icon.svg' }],
  ['GET', 'cors', '/query?query=inbox.items', undefined],
  ['GET', 'cors', '/workspace/index/get-pong-configuration/format/json', undefined],
  ['GET', 'cors', '/instance.json', undefined],
  ['GET', 'cors', '/client.json', undefined],
  ['GET', 'cors', '/sw.js', undefined],
  ['GET', 'cors', '/something.json', undefined],
  ['POST', 'cors', '/command', undefined],
  ['POST', 'navigate', '/', undefined],
  ['GET', 'cors', '/assets/base-1.js?x', { kind: 'file', path: '/assets/base-1.js' }],
  ['GET', 'cors', '/assets/gone.js', undefined],
  ['GET', 'cors', 'https://other.example/assets/base-1.js', undefined],
];

test.each(CASES)('%s (%s) %s', (method, mode, url, expected) => {
  expect(routeOf({ method, mode, url: new URL(url, ORIGIN).href }, FILES, ORIGIN)).toEqual(expected);
});

test.each([
  ['POST', '/share', true],
  ['GET', '/share', false],
  ['POST', '/share/more', false],
  ['POST', '/command', false],
  ['POST', 'https://other.example/share', false],
])('%s %s hands over what another app shares: %s', (method, url, expected) => {
  expect(isShared({ method, url: new URL(url, ORIGIN).href }, ORIGIN)).toBe(expected);
});
