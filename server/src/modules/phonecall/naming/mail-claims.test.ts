import { generateKeyPairSync } from 'node:crypto';
import type { MailDetail } from '@kontor/contract/mail';
import type { Naming } from '@kontor/contract/phonecall';
import { RIGHTS } from '@kontor/contract/account';
import { dkimSign } from 'mailauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import { startDns } from '../../../platform/mailcheck/testing/dns.ts';
import type { TestClient } from '../../../testing/client.ts';
import { openFixture, type Fixture } from '../../mail/writing/testing/fixture.ts';
import { seedRecord } from '../../record/factory.ts';
import { takeContactDetails } from '../index.ts';

const SOON = { interval: 100 };
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
let fixture: Fixture;
let dns: Awaited<ReturnType<typeof startDns>>;
let count = 0;
let werft: { idoId: number };

beforeAll(async () => {
  dns = await startDns(
    new Map([
      ['s1._domainkey.werft.example', `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`],
      ['_dmarc.werft.example', 'v=DMARC1; p=reject'],
    ]),
  );
  fixture = await openFixture({ KONTOR_DNS: dns.address });
  werft = await seedRecord(fixture.server.change, fixture.instance, {
    values: { name: 'Werft Neumann', email: 'info@werft.example', phone: '0431 5550-0' },
    persons: [
      { name: 'Paul Neumann', email: 'paul@werft.example' },
      { name: 'Eva Neumann', email: 'eva@werft.example' },
    ],
  });
});
afterAll(async () => {
  await fixture?.close();
  await dns?.close();
});

interface Seed {
  readonly from?: string;
  readonly body: string;
  readonly isSigned?: boolean;
  readonly card?: string;
  readonly boxId?: number;
  readonly head?: string;
}

/** A mail comes to the mailbox that Anna, Ben and Carla see, and is looked at to the end. */
async function come({ from = 'paul@werft.example', body, isSigned = true, card, boxId, head }: Seed): Promise<number> {
  count += 1;
  const whole = [
    `From: ${from}`,
    'To: info@nordwerk.example',
    `Subject: Lieferung ${count}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <karte${count}@werft.example>`,
    ...(head === undefined ? [] : [head]),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=grenze',
    '',
    '--grenze',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...body.split('\n'),
    ...(card === undefined
      ? []
      : [
          '--grenze',
          'Content-Type: text/vcard; charset=utf-8; name="karte.vcf"',
          'Content-Disposition: attachment',
          '',
          card,
        ]),
    '--grenze--',
    '',
  ].join('\r\n');
  const key = { signingDomain: 'werft.example', selector: 's1', privateKey: keys.privateKey };
  const { signatures } = await dkimSign(whole, { canonicalization: 'relaxed/relaxed', ...key, signatureData: [key] });
  const mail = await fixture.deliver(`${isSigned ? signatures : ''}${whole}`, boxId);
  const { entryId } = JSON.parse(mail) as { entryId: number };
  const verdict = async () =>
    (await fixture[boxId === undefined ? 'anna' : 'emil'].query<MailDetail>('mail.details', { aggregateId: mail }))
      .authentication?.verdict;
  await expect.poll(verdict, SOON).toBe(isSigned ? 'confirmed' : 'failed');
  await expect
    .poll(
      () =>
        runSql(
          fixture.server.url,
          `select key from graphile_worker._private_jobs where key like 'mail.%:${entryId}' and attempts < max_attempts`,
        ),
      SOON,
    )
    .toEqual([]);
  return entryId;
}
const whoIs = (number: string, by: TestClient = fixture.anna) => by.query<Naming>('phoneCall.whoIs', { number });
const SIGNED = 'Kommt morgen.\n\nMit freundlichen Grüßen\nPaul Neumann\nTel. 0431 5550-12\nMobil 0171 3920014';

test('who signs with a number has it, with why and when; the same mail again changes nothing', async () => {
  const mailId = await come({ body: SIGNED });
  const found = await whoIs('0171 3920014');
  expect(found.candidates).toMatchObject([
    { ownerKind: 'person', name: 'Paul Neumann', reasons: [{ source: 'signature', count: 1 }] },
  ]);
  const again = {
    mailId,
    at: new Date(),
    sender: 'paul@werft.example',
    signature: 'Mobil 0171 3920014',
    cards: [],
  };
  const { platform, change } = fixture.server;
  const { instance } = fixture;
  const job = {
    ...platform,
    instance,
    db: platform.database.forInstance(instance.id),
    change: (work: Parameters<typeof change>[1]) => change(instance, work),
    attempt: 1,
    lastAttempt: false,
  } as unknown as Parameters<typeof takeContactDetails>[0];
  await takeContactDetails(job, again);
  expect((await whoIs('0171 3920014')).candidates[0]?.reasons).toMatchObject([{ source: 'signature', count: 1 }]);
  await come({ body: SIGNED });
  expect(await whoIs('0171 3920014')).toMatchObject({
    sureness: 'sure',
    name: 'Paul Neumann',
    candidates: [{ reasons: [{ source: 'signature', count: 2 }] }],
  });
});

test('who does not see the mail, no mails or no records is told nothing by it', async () => {
  expect((await whoIs('0171 3920014', fixture.ben)).name).toBe('Paul Neumann');
  // Emil is not of the mailbox; Carla has no right to records.
  expect(await whoIs('0171 3920014', fixture.emil)).toMatchObject({ sureness: 'none', candidates: [] });
  const { server, instance } = fixture;
  await server.person(instance, 'frieda', { rights: RIGHTS.filter((right) => right !== 'mailList') });
  expect(await whoIs('0171 3920014', await server.client(instance, 'frieda'))).toMatchObject({ sureness: 'none' });
});

test('a number of the house is the house’s, whoever signs with it', async () => {
  const body = (name: string) => `Gern.\n\nViele Grüße\n${name}\n0431 5550-0\n0431 777000`;
  await come({ body: body('Paul') });
  await come({ from: 'eva@werft.example', body: body('Eva') });
  expect(await whoIs('0431 55500')).toMatchObject({ sureness: 'sure', name: 'Werft Neumann' });
  expect((await whoIs('0431 777000')).candidates).toMatchObject([{ ownerKind: 'record', ownerId: werft.idoId }]);
});

test('what is quoted, written without a sign-off, of strangers, forged or automatic says nothing', async () => {
  await come({ body: 'Ruft 0431 888001 an.' });
  await come({ body: 'Ja.\n\nAm 28.11.2026 schrieb Eva:\n> Gruß\n> Eva\n> 0431 888002' });
  await come({ from: 'fremd@werft.example', body: 'Gruß\nFremd\n0431 888003' });
  await come({ body: 'Gruß\nPaul\n0431 888004', isSigned: false });
  await come({ body: 'Gruß\nPaul\n0431 888005', head: 'Auto-Submitted: auto-replied' });
  for (const last of [1, 2, 3, 4, 5])
    expect(
      (await whoIs(`0431 88800${last}`)).candidates.filter(({ reasons }) => reasons[0]?.source === 'signature'),
    ).toEqual([]);
});

test('a card speaks for who is at the same record as its sender, and for nobody else', async () => {
  const card = (email: string, tel: string) =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Eva\r\nEMAIL:${email}\r\nTEL;TYPE=CELL:${tel}\r\nEND:VCARD`;
  await seedRecord(fixture.server.change, fixture.instance, { values: { name: 'Bank', email: 'info@bank.example' } });
  await come({ body: 'Anbei.', card: card('eva@werft.example', '0171 5550001') });
  await come({ body: 'Anbei.', card: card('info@bank.example', '0171 5550002') });
  await come({ body: 'Anbei.', card: 'BEGIN:VCARD' });
  expect((await whoIs('0171 5550001')).candidates).toMatchObject([
    { name: 'Eva Neumann', reasons: [{ source: 'card', count: 1 }] },
  ]);
  expect((await whoIs('0171 5550002')).candidates).toEqual([]);
});

test('wrong takes it out of the number, and is taken back; an administrator switches it off; it goes with the mail', async () => {
  const [paul] = (await whoIs('0171 3920014')).candidates;
  const number = '0171 3920014';
  const about = { number, ownerKind: 'person', ownerId: paul?.ownerId };
  const { claimId } = await fixture.anna.command<{ claimId: number }>('phoneCall.claim', { ...about, isRight: false });
  expect((await whoIs(number)).candidates).toEqual([]);
  await fixture.anna.command('phoneCall.revokeClaim', { claimId });
  expect((await whoIs(number)).name).toBe('Paul Neumann');
  const links = { title: 'Nordwerk', dataProtectionUrl: null, imprintUrl: null };
  await fixture.dora.command('account.saveInstanceSettings', { ...links, mailNumbers: false });
  await expect.poll(async () => (await whoIs(number)).candidates, SOON).toEqual([]);
  await fixture.dora.command('account.saveInstanceSettings', { ...links, mailNumbers: true });
  await expect.poll(async () => (await whoIs(number)).name, SOON).toBe('Paul Neumann');
  await runSql(fixture.server.url, 'delete from activity where activity_id in (select mail_id from number_mail)');
  expect((await whoIs(number)).candidates).toEqual([]);
});
