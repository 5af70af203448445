import { describe, expect, test } from 'vitest';
import { Failure } from '../../client/failure.ts';
import { safeStyle } from '../../ui/purify.ts';
import { hostOf, isBlank } from './parts/sanitise.ts';
import { draftOf, faultsOf, storedOf, withEmail } from './settings/draft.ts';
import { problemOf } from './settings/problem.ts';
import { guessServer } from './settings/providers.ts';

test.each([
  [[['color', 'rgb(1, 2, 3)']], 'color: rgb(1, 2, 3)'],
  [[['background-image', 'url(https://x.example/a.png)']], ''],
  [[['background', 'url("https://x.example/a.png")']], ''],
  [[['background', '#fff']], 'background: #fff'],
  [[['width', 'calc(100% - 4px)']], 'width: calc(100% - 4px)'],
  [[['width', 'expression(alert(1))']], ''],
  [[['position', 'fixed']], ''],
  [[['list-style', 'url(x)']], ''],
  [[['content', 'attr(x)']], ''],
  [[['color', 'var(--x)']], ''],
  [[['background', '\\75rl(x)']], ''],
  [[['display', 'flex']], ''],
  [[['display', 'table-cell']], 'display: table-cell'],
  [[['font-family', '"Segoe UI", sans-serif']], 'font-family: "Segoe UI", sans-serif'],
  // What Chromium makes of `white-space: pre-wrap`.
  [
    [
      ['white-space-collapse', 'preserve'],
      ['text-wrap-mode', 'wrap'],
    ],
    'white-space-collapse: preserve; text-wrap-mode: wrap',
  ],
] as const)('style %o', (declarations, kept) => {
  expect(safeStyle(declarations)).toBe(kept);
});

test.each([
  ['<div style="white-space: pre-wrap"> \n</div>', true],
  ['<p>&nbsp;</p>', true],
  ['<img data-kontor-inline="0">', false],
  ['<p>Ja</p>', false],
])('%s is blank: %s', (html, blank) => {
  expect(isBlank(html)).toBe(blank);
});

test.each([
  ['https://www.example.org/a?b', 'www.example.org'],
  ['http://user:pw@evil.example:8080/', 'evil.example:8080'],
  ['mailto:a@b.example', 'a@b.example'],
  ['tel:+49401', '+49401'],
])('%s leads to %s', (href, host) => {
  expect(hostOf(href)).toBe(host);
});

describe('account form', () => {
  test('a stored password that would go elsewhere is asked for, in a sentence of its own', () => {
    const failure = (path: string) =>
      new Failure('problem', '', {
        status: 422,
        problem: {
          type: '',
          title: '',
          status: 422,
          code: 'PARAMETERS_INVALID',
          errors: [{ path, message: 'TEXT_EMPTY' }],
        },
      });
    expect(problemOf(failure('password'))).toBe('PASSWORD_NEEDED');
    expect(problemOf(failure('host'))).toBe('PARAMETERS_INVALID');
  });

  test.each([
    ['a@gmx.de', 'imap.gmx.net'],
    ['a@GMAIL.com', 'imap.gmail.com'],
    ['a@firma.example', 'imap.firma.example'],
  ])('%s is read at %s', (email, host) => {
    expect(guessServer(email)).toMatchObject({ host, port: 993, security: 'tls', userName: email });
  });
  test('no guess for half an address', () => {
    expect(guessServer('a@firma')).toBeUndefined();
  });
  test('what was changed by hand does not follow the address', () => {
    let draft = withEmail(draftOf(undefined, 1), 'a@firma.example');
    expect(draft).toMatchObject({ host: 'imap.firma.example', userName: 'a@firma.example', name: 'a@firma.example' });
    draft = withEmail({ ...draft, host: 'mail.firma.example' }, 'ab@firma.example');
    expect(draft).toMatchObject({ host: 'mail.firma.example', userName: 'ab@firma.example', name: 'ab@firma.example' });
  });
  test('says what is missing', () => {
    expect(faultsOf(draftOf(undefined, 1), storedOf(undefined))).toMatchObject({
      email: 'missing',
      password: 'missing',
      host: 'missing',
    });
    const full = { ...withEmail(draftOf(undefined, 1), 'a@b.example'), password: 'x' };
    expect(faultsOf(full, storedOf(undefined))).toEqual({});
    expect(faultsOf({ ...full, port: '70000', email: 'a b@c.de' }, { password: true, token: false })).toEqual({
      port: 'badPort',
      email: 'badEmail',
    });
  });
});
