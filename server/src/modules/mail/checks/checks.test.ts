import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListEntry } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { dkimSign } from 'mailauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDns } from '../../../platform/mailcheck/testing/dns.ts';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox } from '../../activity/factory.ts';
import { rawMail, type MailSeed } from '../testing/factory.ts';
import { importMails } from '../arrival/import.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let boxId: number;
let annaId: number;
let dns: Awaited<ReturnType<typeof startDns>>;
const records = new Map<string, string>();
const parser = new MailParser({ processes: 1 });
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

beforeAll(async () => {
  records.set('s1._domainkey.werft.example', `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`);
  records.set('_dmarc.werft.example', 'v=DMARC1; p=reject');
  dns = await startDns(records);
  server = await startTestServer({ KONTOR_DNS: dns.address });
  instance = await server.instance('nordwerk');
  annaId = await server.person(instance, 'anna', {
    isAdministrator: true,
  });
  anna = await server.client(instance, 'anna');
  boxId = await seedBox(server.change, instance, [annaId]);
});
afterAll(async () => {
  await parser.close();
  await server?.close();
  await dns?.close();
});

async function signed(raw: string, fields?: string): Promise<string> {
  const key = { signingDomain: 'werft.example', selector: 's1', privateKey: keys.privateKey };
  const { signatures } = await dkimSign(raw, {
    canonicalization: 'relaxed/relaxed',
    ...(fields === undefined ? {} : { headerList: fields.split(':') }),
    ...key,
    signatureData: [key],
  });
  return `${signatures}${raw}`;
}
const come = (raw: string | Uint8Array) =>
  importMails(
    { platform: server.platform, change: server.change, parser },
    instance,
    { boxId, channel: 'info@nordwerk.example', memberIds: [annaId] },
    [{ raw: Buffer.from(raw), status: 1 }],
  );
const mail = (seed: MailSeed) => rawMail({ date: new Date(), ...seed });
const idOf = async (subject: string): Promise<string> => {
  const list = await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
  return list.find(({ information }) => information === subject)?.aggregateId ?? '';
};
const entryOf = async (subject: string) =>
  (await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' })).find(
    ({ information }) => information === subject,
  );
async function detail(subject: string, isSo: (found: MailDetail) => boolean): Promise<MailDetail> {
  const aggregateId = await idOf(subject);
  for (let tries = 0; tries < 150; tries += 1) {
    const found = await anna.query<MailDetail>('mail.details', { aggregateId });
    if (isSo(found)) return found;
    await sleep(100);
  }
  throw new Error(`Did not happen: ${JSON.stringify(await anna.query('mail.details', { aggregateId }))}`);
}
const checked = ({ authentication }: MailDetail) => authentication !== null;

describe('where a mail is from', () => {
  it('is confirmed by the signature of its domain, and a picture of nobody is asked for', async () => {
    await come(await signed(mail({ subject: 'Unterschrieben' })));
    const { authentication, warnings } = await detail('Unterschrieben', checked);
    expect(authentication).toMatchObject({
      verdict: 'confirmed',
      domain: 'werft.example',
      dkim: [{ domain: 'werft.example', selector: 's1', result: 'pass', isAligned: true }],
      dmarc: { result: 'pass', policy: 'reject' },
    });
    expect(warnings).toEqual([]);
    // No picture of a brand is looked for, and nothing but text records.
    expect(dns.questions).toContain('TXT s1._domainkey.werft.example');
    expect(dns.questions.filter((one) => !/^TXT (?:_dmarc|s1\._domainkey)\./.test(one))).toEqual([]);
  });

  it('is denied where its domain forbids such mails, and people are warned', async () => {
    await come((await signed(mail({ subject: 'Gefälscht', text: 'Zahlen Sie an A.' }))).replace('an A.', 'an B.'));
    const { authentication, warnings } = await detail('Gefälscht', checked);
    expect(authentication).toMatchObject({ verdict: 'failed', dmarc: { result: 'fail', policy: 'reject' } });
    expect(warnings).toEqual([{ code: 'AUTHENTICATION_FAILED', value: 'werft.example', other: 'reject' }]);
    expect((await entryOf('Gefälscht'))?.extras).toMatchObject({ warned: true });
  });

  it('is not known of most', async () => {
    await come(mail({ subject: 'Klein', from: 'k@klein.example' }));
    expect((await detail('Klein', checked)).authentication).toMatchObject({
      verdict: 'unconfirmed',
      dkim: [],
      dmarc: { policy: 'missing' },
    });
  });

  it('is not looked up of what is old, unless somebody asks', async () => {
    await come(mail({ subject: 'Alt', from: 'k@alt.example', date: new Date(Date.now() - 100 * 86_400_000) }));
    await come(mail({ subject: 'Danach', from: 'k@danach.example' }));
    await detail('Danach', checked);
    expect((await detail('Alt', () => true)).authentication).toBeNull();
    await anna.command('mail.checkAgain', { aggregateId: await idOf('Alt') });
    await detail('Alt', checked);
    expect(
      (
        await anna.tryCommand('mail.checkAgain', {
          aggregateId: (await idOf('Alt')).replace(/"entryId":\d+/, '"entryId":99999'),
        })
      ).body.code,
    ).toBe('NOT_FOUND');
  });

  it('is looked at again once names are answered', async () => {
    dns.silence(true);
    await come(await signed(mail({ subject: 'Später' })));
    expect((await detail('Später', checked)).authentication?.verdict).toBe('unchecked');
    dns.silence(false);
    await anna.command('mail.checkAgain', { aggregateId: await idOf('Später') });
    await detail('Später', ({ authentication }) => authentication?.verdict === 'confirmed');
  });
});

it('one click is offered where a good signature covers what it says', async () => {
  const headers =
    'List-Unsubscribe: <https://ab.werft.example/x>, <mailto:ab@post.werft.example>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click';
  await come(
    await signed(mail({ subject: 'Brief A', headers }), 'From:Subject:List-Unsubscribe:List-Unsubscribe-Post'),
  );
  await come(await signed(mail({ subject: 'Brief B', headers }), 'From:Subject'));
  expect((await detail('Brief A', checked)).unsubscribe).toEqual({
    way: 'oneClick',
    host: 'ab.werft.example',
    state: null,
    at: null,
  });
  expect((await detail('Brief B', checked)).unsubscribe).toMatchObject({ way: 'mail', host: 'post.werft.example' });
});

describe('a signed mail', () => {
  const fixtures = join(import.meta.dirname, '../../../platform/mailparse/fixtures/smime');
  const fixture = (name: string) => readFileSync(join(fixtures, name));
  const again = (from: string, to: string) => (raw: Buffer) =>
    Buffer.from(raw.toString('latin1').replace(from, to), 'latin1');
  const known = ({ signature }: MailDetail) => signature !== null;

  it.each([
    ['Abgelaufen', 'expired.eml', 'expired'],
    ['Von wem anders', 'other-address.eml', 'otherAddress'],
    ['Eingepackt', 'opaque.eml', 'unknownIssuer'],
  ])('%s', async (subject, name, state) => {
    await come(fixture(name));
    expect((await detail(subject, known)).signature).toMatchObject({ state });
  });

  it('is believed once administrators believe its authority, and altered ones never are', async () => {
    await come(again('Subject: Unterschrieben', 'Subject: Vorher')(fixture('signed.eml')));
    await come(again('Subject: Unterschrieben', 'Subject: Verdorben')(fixture('altered.eml')));
    expect((await detail('Vorher', known)).signature).toMatchObject({ state: 'unknownIssuer', signer: 'Paul Neumann' });
    const pem = fixture('ca.pem').toString();
    expect((await anna.tryCommand('mail.addAuthority', { name: 'x', pem: 'kein Zertifikat' })).body.code).toBe(
      'CERTIFICATE_INVALID',
    );
    const { fingerprint } = await anna.command<{ fingerprint: string }>('mail.addAuthority', { name: 'Werft', pem });
    expect(await anna.query('mail.authorities', {})).toMatchObject([{ fingerprint, name: 'Werft' }]);
    await detail('Vorher', ({ signature }) => signature?.state === 'valid');
    expect((await detail('Verdorben', known)).signature).toMatchObject({ state: 'altered' });
    await come(again('Subject: Unterschrieben', 'Subject: Nachher')(fixture('signed.eml')));
    expect((await detail('Nachher', known)).signature).toMatchObject({ state: 'valid', isKnown: true });
    await anna.command('mail.removeAuthority', { fingerprint });
    await detail('Vorher', ({ signature }) => signature?.state === 'unknownIssuer');
    expect((await anna.tryCommand('mail.removeAuthority', { fingerprint })).body.code).toBe('NOT_FOUND');
  });
});

describe('an invitation', () => {
  const calendar = (sequence: number, method = 'REQUEST') =>
    `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nMETHOD:${method}\nBEGIN:VEVENT\nUID:u@werft\nSEQUENCE:${sequence}\nDTSTAMP:20261101T000000Z\nDTSTART:20261130T080000Z\nSUMMARY:Montage\nORGANIZER:mailto:paul.neumann@werft.example\nATTENDEE:mailto:info@nordwerk.example\nEND:VEVENT\nEND:VCALENDAR\n`;
  const invite = (subject: string, text: string, from = 'paul.neumann@werft.example') =>
    come(
      `From: ${from}\r\nTo: info@nordwerk.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(' ', '.')}@x>\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${text.replaceAll('\n', '\r\n')}`,
    );
  const shown = async (subject: string) => (await detail(subject, () => true)).invitation;

  it('is shown as what later mails of its organiser made of it', async () => {
    await invite('Einladung', calendar(1));
    expect(await shown('Einladung')).toMatchObject({
      title: 'Montage',
      startDate: '2026-11-30T08:00:00.000Z',
      method: 'REQUEST',
      me: null,
      answer: null,
      isOutdated: false,
      isCancelled: false,
      isOrganiserSender: true,
    });
    await invite('Absage eines Fremden', calendar(5, 'CANCEL'), 'x@fremd.example');
    expect(await shown('Absage eines Fremden')).toMatchObject({ isOrganiserSender: false });
    expect(await shown('Einladung')).toMatchObject({ isOutdated: false, isCancelled: false });
    await invite('Neue Zeit', calendar(2));
    expect(await shown('Einladung')).toMatchObject({ isOutdated: true, isCancelled: false });
    expect(await shown('Neue Zeit')).toMatchObject({ isOutdated: false });
    await invite('Absage', calendar(3, 'CANCEL'));
    expect(await shown('Neue Zeit')).toMatchObject({ isCancelled: true });
  });
});
