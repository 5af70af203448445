import { expect, test } from 'vitest';
import type { UnsubscribeOffer } from '../../../platform/mailparse/index.ts';
import { mayPost, outcomeOf, wayOf } from './rules.ts';

const URL = 'https://ab.werft.example/x';
const MAIL = { address: 'ab@post.werft.example', subject: '', body: '' };
const offer = (more: Partial<UnsubscribeOffer>): UnsubscribeOffer => ({
  mailto: null,
  url: null,
  oneClick: false,
  ...more,
});

test.each([
  ['signed, over https', { url: URL, oneClick: true, isSigned: true }, 'oneClick', 'ab.werft.example'],
  ['and by mail too', { url: URL, oneClick: true, isSigned: true, mailto: MAIL }, 'oneClick', 'ab.werft.example'],
  ['signed by nobody', { url: URL, oneClick: true }, 'link', 'ab.werft.example'],
  ['signed by nobody, and by mail', { url: URL, oneClick: true, mailto: MAIL }, 'mail', 'post.werft.example'],
  ['not encrypted', { url: 'http://ab.example/x', oneClick: true, isSigned: true }, 'link', 'ab.example'],
  ['a page alone', { url: URL, isSigned: true }, 'link', 'ab.werft.example'],
  ['a mail alone', { mailto: MAIL }, 'mail', 'post.werft.example'],
  ['to where nothing can be sent', { mailto: { ...MAIL, address: 'a@-b-' } }, undefined, undefined],
  [
    'to where nothing can be sent, and a page',
    { mailto: { ...MAIL, address: 'a@-b-' }, url: URL },
    'link',
    'ab.werft.example',
  ],
  ['nothing', {}, undefined, undefined],
] as const)('an offer %s', (_what, more, way, host) => {
  const found = wayOf(offer(more));
  expect([found?.way, found?.host]).toEqual([way, host]);
});

test('a mail without words of its own has those that lists listen to', () => {
  expect(wayOf(offer({ mailto: MAIL }))).toMatchObject({ subject: 'unsubscribe', body: 'unsubscribe' });
  expect(wayOf(offer({ mailto: { ...MAIL, subject: 'Ab 17' } }))).toMatchObject({ subject: 'Ab 17', body: 'Ab 17' });
  expect(wayOf(offer({ mailto: { ...MAIL, body: 'weg' } }))).toMatchObject({ subject: 'unsubscribe', body: 'weg' });
});

test.each([
  [URL, true],
  ['https://ab.werft.example:8443/x', true],
  ['https://ab.werft.example:25/x', false],
  ['http://ab.werft.example/x', false],
])('a request to %s: %s', (url, may) => expect(mayPost(url)).toBe(may));

test.each([
  [200, 'done'],
  [204, 'done'],
  [302, 'failed'],
  [404, 'failed'],
  [429, undefined],
  [503, undefined],
])('an answer of %i: %s', (status, outcome) => expect(outcomeOf(status)).toBe(outcome));
