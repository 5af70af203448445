import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SenderWarning } from '@kontor/contract/mail';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoMails } from '../../../demo/mails.ts';
import { parseMail } from '../../../platform/mailparse/parse.ts';
import {
  domainOf,
  isOneEditApart,
  looksLike,
  mixesScripts,
  shownAddress,
  shownDomain,
  type Domain,
} from './domains.ts';
import { nameKey, ownDomains, senderWarnings, type SenderKnowledge } from './warnings.ts';

const domain = (name: string): Domain => {
  const found = domainOf(name);
  if (found === undefined) throw new Error(`${name} is no domain`);
  return found;
};

const known: SenderKnowledge = {
  names: new Set(['Anna Berger', 'Ben Krüger', 'Chris Okafor'].map(nameKey)),
  addresses: new Set(['anna@brookmann.de', 'ben.krueger@gmx.de', 'info@brookmann.de']),
  own: ownDomains(['anna@brookmann.de', 'ben.krueger@gmx.de']),
  written: ['nordwerk.com', 'werft-hamburg.de', 'paypal.com'].map(domain),
};

/** Codes of the warnings about a mail with this header. */
async function codesOf(header: string, knowledge = known): Promise<SenderWarning['code'][]> {
  return (await warningsOf(header, knowledge)).map(({ code }) => code);
}
async function warningsOf(header: string, knowledge = known): Promise<SenderWarning[]> {
  const mail = await parseMail(Buffer.from(`${header}\nSubject: x\n\nx\n`.replaceAll('\n', '\r\n')));
  return senderWarnings(mail, knowledge);
}

describe('a mail is warned about', () => {
  it.each<[string, SenderWarning['code'][]]>([
    ['From: a@x.example\nFrom: b@y.example', ['SEVERAL_SENDERS']],
    ['From: Anna <a@x.example>, Ben <b@x.example>', ['SEVERAL_SENDERS']],
    ['From: A <a@x.example>\nSender: <bulk@sender.example>', ['SEVERAL_SENDERS']],
    ['From: "rechnung@bank.example" <x@evil.example>', ['NAME_IS_ADDRESS']],
    ['From: "Bank (service＠bank.example)" <x@evil.example>', ['NAME_IS_ADDRESS']],
    ['From: Anna Berger <chef@freemail.example>', ['NAME_OF_COLLEAGUE']],
    ['From: "BERGER, Anna" <chef@freemail.example>', ['NAME_OF_COLLEAGUE']],
    ['From: "Anna Berger (Brookmann)" <chef@freemail.example>', ['NAME_OF_COLLEAGUE']],
    ['From: =?utf-8?q?=D0=90nna_Berger?= <chef@freemail.example>', ['NAME_OF_COLLEAGUE', 'MIXED_SCRIPTS']],
    ['From: Ben Krueger <ben@brookrnann.de>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@brookmnan.de>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@brookman.de>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@nordwerk.co>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@paypa1.com>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@brookmann.de.login.example>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@brookmann-de.example>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@brookmann-mailcenter.example>', ['LOOKALIKE_DOMAIN']],
    ['From: Info <info@xn--pypal-4ve.com>', ['LOOKALIKE_DOMAIN', 'MIXED_SCRIPTS']],
    ['From: =?utf-8?q?Anna_=E2=80=AEregreB?= <a@x.example>', ['HIDDEN_CHARACTERS']],
    ['From: =?utf-8?q?Pay=E2=80=8Bpal?= <a@x.example>', ['HIDDEN_CHARACTERS']],
    ['From: Chef <chef@werft-hamburg.de>\nReply-To: <x@evil.example>', ['REPLY_ELSEWHERE']],
    // The invoice that everybody pays: an own address in front, answers elsewhere.
    ['From: Anna Berger <anna@brookmann.de>\nReply-To: <anna.berger@evil.example>', ['REPLY_ELSEWHERE']],
  ])('%s', async (header, codes) => {
    expect(await codesOf(header)).toEqual(codes);
  });
});

describe('a mail is not warned about', () => {
  it.each([
    'From: Anna Berger <anna@brookmann.de>',
    'From: Anna Berger <anna@mail.brookmann.de>',
    'From: Ben Krüger <ben.krueger@gmx.de>',
    'From: Anna Bergmann <anna@x.example>',
    'From: Anna <anna@x.example>',
    'From: "paul@werft.example" <paul@werft.example>',
    'From: "info@werft.example" <noreply@mail.werft.example>',
    'From: Werft <info@werft.example>\nSender: <office@mail.werft.example>',
    // The same name in another country.
    'From: Nordwerk <info@nordwerk.de>',
    'From: Nordwerk <info@nordwerk.de>\nReply-To: <info@nordwerk.com>',
    // Another number is another thing.
    'From: Laden <info@werft-hamburg2.de>',
    'From: Kurz <a@dhl.example>',
    'From: Laden <info@nordwerk-shop.example>',
    'From: Liste <x@x.example>\nSender: <bounce@lists.example>\nList-Id: <l.lists.example>\nReply-To: <l@lists.example>',
    'From: Laden <noreply@shop.example>\nReply-To: <kunde@gmx.de>',
    'From: Formular <wordpress@shop.example>\nReply-To: <kunde@gmx.de>',
    'From: Werft <paul@werft.example>\nReply-To: <info@brookmann.de>',
    'From: =?utf-8?q?M=C3=BCller?= <a@xn--mller-kva.de>',
    'From: =?utf-8?b?8J+RqOKAjfCfkqkgVGVzdA==?= <a@x.example>',
    'From: =?utf-8?b?157Xqdeq157XqSDigI8=?= <a@x.example>',
    'From: =?utf-8?b?5bGx55Sw44GV44KTIOOCq+ODikhUTUw=?= <a@x.example>',
    'From: ',
    'X: y',
  ])('%s', async (header) => {
    expect(await codesOf(header)).toEqual([]);
  });
});

it('says what is odd and what it is held against, with the wire form of a domain beside it', async () => {
  expect(await warningsOf('From: Info <info@xn--pypal-4ve.com>')).toEqual([
    { code: 'LOOKALIKE_DOMAIN', value: 'pаypal.com (xn--pypal-4ve.com)', other: 'paypal.com' },
    {
      code: 'MIXED_SCRIPTS',
      value: 'pаypal.com (xn--pypal-4ve.com)',
      other: 'info@pаypal.com (info@xn--pypal-4ve.com)',
    },
  ]);
  expect(await warningsOf('From: =?utf-8?q?An=E2=80=AEna?= <a@x.example>')).toEqual([
    { code: 'HIDDEN_CHARACTERS', value: 'An‹U+202E›na', other: '' },
  ]);
});

it.each([
  ['abcdef', 'abcde', true],
  ['abcdef', 'abXdef', true],
  ['abcdef', 'bacdef', true],
  ['abcdef', 'abcdef', false],
  ['abcdef', 'abcdXY', false],
  ['server1', 'server2', false],
  ['server', 'server2', false],
  ['aaaa', 'aaaaa', true],
])('%s and %s are one edit apart: %s', (one, other, apart) => {
  expect(isOneEditApart(one, other)).toBe(apart);
  expect(isOneEditApart(other, one)).toBe(apart);
});

it.each([
  ['аpple', true],
  ['apple', false],
  ['яндекс', false],
  ['日本語カタカナhtml', false],
  ['ελλάδα', false],
  ['ελλάδa', true],
  ['한국abc', false],
])('%s mixes scripts: %s', (word, mixes) => {
  expect(mixesScripts(word)).toBe(mixes);
});

it('reads domains as they were registered', () => {
  expect(domainOf('a@mail.firma.co.uk')).toMatchObject({ registered: 'firma.co.uk', label: 'firma', suffix: 'co.uk' });
  expect(domainOf('a@one.github.io')).toMatchObject({ registered: 'one.github.io' });
  expect(domainOf('a@[127.0.0.1]')).toBeUndefined();
  expect(domainOf('nobody')).toBeUndefined();
  expect(looksLike(domain('one.github.io'), domain('two.github.io'))).toBe(false);
  expect(shownDomain('münchen.example')).toBe('münchen.example (xn--mnchen-3ya.example)');
  expect(shownDomain('nordwerk.example')).toBe('nordwerk.example');
  expect(shownAddress('a@xn--mnchen-3ya.example')).toBe('a@münchen.example (a@xn--mnchen-3ya.example)');
  expect(['a@b.example', 'nobody', 'a@'].map(shownAddress)).toEqual(['a@b.example', 'nobody', 'a@']);
});

it('takes any text for a sender, and says no more of it than a line', () => {
  const text = fc.string({ unit: 'binary', maxLength: 400 });
  const person = fc.record({ name: text, address: text });
  fc.assert(
    fc.property(fc.array(person, { maxLength: 3 }), person, text, (from, other, hidden) => {
      const facts = { from, sender: other, replyTo: [other], hidden: [hidden], bulk: false };
      for (const { value } of senderWarnings(facts, known)) expect(value.length).toBeLessThanOrEqual(300);
    }),
    { numRuns: 300 },
  );
});

describe('false alarms', () => {
  const demoKnowledge = async (): Promise<SenderKnowledge> => {
    const written = new Map<string, number>();
    for (const { raw, folder } of await demoMails(new Date('2026-11-19T13:40:00Z'))) {
      if (folder !== 'Sent') continue;
      const { to, cc } = await parseMail(raw);
      for (const name of new Set([...to, ...cc].map(({ address }) => address.split('@')[1] ?? '')))
        written.set(name, (written.get(name) ?? 0) + 1);
    }
    return {
      names: new Set(['Anna Berger', 'Ben Krüger', 'Chris Okafor'].map(nameKey)),
      addresses: new Set(['anna@brookmann.example', 'ben@brookmann.example']),
      own: ownDomains(['anna@brookmann.example']),
      written: [...written].filter(([, mails]) => mails >= 3).flatMap(([name]) => domainOf(name) ?? []),
    };
  };

  it('are none among the mails of a busy month, and the two that pretend are found', async () => {
    const knowledge = await demoKnowledge();
    expect(knowledge.written.length).toBeGreaterThan(3);
    const warned: unknown[] = [];
    for (const { raw, folder } of await demoMails(new Date('2026-11-19T13:40:00Z'))) {
      const mail = await parseMail(raw);
      const warnings = folder === 'Sent' ? [] : senderWarnings(mail, knowledge);
      for (const { code } of warnings) warned.push([mail.from[0]?.address, code]);
    }
    expect(warned).toEqual([
      ['it-support@brookmann-mailcenter.example', 'LOOKALIKE_DOMAIN'],
      ['it-support@brookmann-mailcenter.example', 'LOOKALIKE_DOMAIN'],
      ['it-support@brookmann-mailcenter.example', 'REPLY_ELSEWHERE'],
    ]);
  });

  it.each(['python-email', 'mime-tools'])('are none among the old mails of %s', async (folder) => {
    const path = join(import.meta.dirname, '..', '..', '..', 'platform', 'mailparse', 'fixtures', folder);
    const files = readdirSync(path).filter((name) => /\.(eml|msg)$/.test(name));
    expect(files.length).toBeGreaterThan(35);
    const warned: unknown[] = [];
    for (const file of files) {
      const mail = await parseMail(readFileSync(join(path, file)));
      for (const { code } of senderWarnings(mail, known)) warned.push([file, code]);
    }
    expect(warned).toEqual([]);
  });
});
