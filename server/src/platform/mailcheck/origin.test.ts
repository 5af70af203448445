import { generateKeyPairSync } from 'node:crypto';
import { dkimSign, sealMessage } from 'mailauth';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Resolver } from '../egress/index.ts';
import { checkOrigin } from './origin.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const PUBLISHED = `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`;
const records = new Map<string, string>();
const questions: string[] = [];
const resolver: Resolver = async (name, type) => {
  questions.push(`${type} ${name}`);
  const text = type === 'TXT' ? records.get(name) : undefined;
  if (text === undefined) throw Object.assign(new Error('Nothing there'), { code: 'ENOTFOUND' });
  return [[text]];
};

beforeEach(() => {
  questions.length = 0;
  records.clear();
  for (const domain of ['werft.example', 'liste.example', 'post.example'])
    records.set(`s1._domainkey.${domain}`, PUBLISHED);
  records.set('_dmarc.werft.example', 'v=DMARC1; p=reject');
});

const letter = (body = 'Guten Tag\r\n') =>
  Buffer.from(
    [
      'From: Paul <paul@werft.example>',
      'To: liste@liste.example',
      'Subject: Frage',
      'Date: Mon, 02 Nov 2026 10:00:00 +0100',
      'Message-ID: <1@werft.example>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain',
      '',
      body,
    ].join('\r\n'),
  );
const by = (signingDomain: string) => ({ signingDomain, selector: 's1', privateKey: keys.privateKey });

async function signed(raw: Buffer, domain = 'werft.example'): Promise<Buffer> {
  const key = by(domain);
  const { signatures } = await dkimSign(raw, { canonicalization: 'relaxed/relaxed', ...key, signatureData: [key] });
  return Buffer.concat([Buffer.from(signatures), raw]);
}
/** A mail as it leaves a host that seals what it saw. */
async function sealed(raw: Buffer, domain: string, dmarc = 'pass', cv = 'none', i = 1): Promise<Buffer> {
  const results = `${domain}; dkim=${dmarc} header.d=werft.example; dmarc=${dmarc} header.from=werft.example`;
  const seal = { ...by(domain), authResults: results, cv, i } as Parameters<typeof sealMessage>[1];
  return Buffer.concat([await sealMessage(raw, seal), raw]);
}
const check = (raw: Buffer, server: string | null = null) => checkOrigin(raw, { resolver, server, isOwn: false });

test('a mail that nobody changed is its domain’s by its signature', async () => {
  const origin = await check(await signed(letter()));
  expect(origin).toMatchObject({
    domain: 'werft.example',
    dkim: [{ domain: 'werft.example', result: 'pass', isAligned: true }],
    arc: { result: 'none', sealers: [] },
    dmarc: { result: 'pass', policy: 'reject' },
  });
});

describe('a mail that a list has changed', () => {
  /** The list adds a line at the end, so that the author's signature is good no more. */
  const changed = async () => Buffer.concat([await signed(letter()), Buffer.from('-- \r\nListe\r\n')]);

  test('says by its seal what the list saw', async () => {
    const origin = await check(await sealed(await changed(), 'liste.example'));
    expect(origin.dkim[0]?.result).not.toBe('pass');
    expect(origin.arc).toEqual({ result: 'pass', sealers: ['liste.example'], sawDmarc: 'pass' });
    expect(origin.dmarc).toEqual({ result: 'fail', policy: 'reject' });
  });

  test('says it past a second host that seals too, and names both', async () => {
    const first = await sealed(await changed(), 'liste.example');
    const origin = await check(await sealed(first, 'post.example', 'fail', 'pass', 2));
    expect(origin.arc.result).toBe('pass');
    expect(origin.arc.sealers.toSorted((a, b) => a.localeCompare(b))).toEqual(['liste.example', 'post.example']);
  });

  test.each([
    ['is changed behind the seal', (raw: string) => raw.replace('Guten Tag', 'Guten Rat')],
    ['has another subject behind it', (raw: string) => raw.replace('Subject: Frage', 'Subject: Andere')],
    ['has another word of what was seen', (raw: string) => raw.replace('dmarc=pass', 'dmarc=fail')],
    ['has lost a part of its seal', (raw: string) => raw.replace(/ARC-Message-Signature:[\s\S]*?\r\n(?=\S)/, '')],
  ])('and %s says nothing', async (_what, change) => {
    const raw = (await sealed(await changed(), 'liste.example')).toString('latin1');
    const altered = change(raw);
    expect(altered).not.toBe(raw);
    const origin = await check(Buffer.from(altered, 'latin1'));
    expect(origin.arc.result).not.toBe('pass');
  });

  test('and whose sealer publishes another key says nothing', async () => {
    records.delete('s1._domainkey.liste.example');
    expect((await check(await sealed(await changed(), 'liste.example'))).arc.result).not.toBe('pass');
  });
});

test('seals without number are no reason to ask and reckon without end', async () => {
  let raw = await signed(letter());
  raw = await sealed(raw, 'liste.example');
  const [header = ''] = raw.toString('latin1').split(/(?<=\r\n)(?=DKIM-Signature:)/);
  const many = Buffer.concat([...Array.from({ length: 60 }, () => Buffer.from(header, 'latin1')), raw]);
  const origin = await check(many);
  expect(origin.arc.result).toBe('none');
  expect(questions).toEqual([]);
});

test('nothing but texts is asked for, and nobody but domains that the mail names', async () => {
  await check(await sealed(await signed(letter()), 'liste.example'));
  expect(new Set(questions.map((one) => one.split(' ')[0]))).toEqual(new Set(['TXT']));
  for (const one of questions)
    expect(one).toMatch(/ (?:_dmarc\.(?:werft\.)?|s1\._domainkey\.(?:werft|liste)\.)example$/);
});
