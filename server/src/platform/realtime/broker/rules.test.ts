import { expect, test } from 'vitest';
import { connectionsToEnd } from './ended-sessions.ts';
import { holderOf, scopesOf, subjectOf } from './tokens.ts';

const SESSION = '8f2c9f0e-54f9-4f2e-9f86-1ad1c2b6a001';

test.each([
  ['7', undefined],
  ['guest', undefined],
  ['7.abc', undefined],
  ['7.abc.x', undefined],
  [`7.${SESSION}.1900`, { userId: 7, sessionId: SESSION, expiresAt: 1900 }],
])('the name %s is that of %j', (name, holder) => {
  expect(holderOf(name)).toEqual(holder);
  if (holder !== undefined) expect(subjectOf(holder)).toBe(name);
});

test('a ticket names every topic in full, and nothing but queues of subscriptions with a star', () => {
  const scopes = scopesOf('kontor-demo-1', { instanceId: 1, userId: 7, sessionId: SESSION });
  expect(scopes).toContain('kontor.read:kontor-demo-1/amq.topic/user.7');
  expect(scopes).toContain('kontor.read:kontor-demo-1/amq.topic/event.session.changed');
  const wide = scopes.filter((scope) => /[*#]/.test(scope));
  expect(wide.every((scope) => scope.endsWith(':kontor-demo-1/stomp-subscription-*'))).toBe(true);
  expect(scopes.filter((scope) => scope.includes('write') && !wide.includes(scope))).toEqual([]);
});

test.each([
  ['an open session in time', `7.open.1900`, false],
  ['an open session a moment after its end', `7.open.1000`, false],
  ['an open session long after its end', `7.open.900`, true],
  ['a session that has ended', `7.ended.1900`, true],
  ['Kontor itself', 'kontor', false],
])('the connection of %s is ended: %#', (_name, user, isEnded) => {
  const channels = [
    { user, connection: 'a' },
    { user, connection: 'a' },
  ];
  expect(connectionsToEnd(channels, new Set(['open']), 1010)).toEqual(isEnded ? ['a'] : []);
});
