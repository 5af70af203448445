import { afterAll, beforeAll, expect, test } from 'vitest';
import { AttachedMailSchema } from '@kontor/contract/mail';
import * as v from 'valibot';
import { packMsg } from '../../../platform/preview/testing/msg.ts';
import { codeOf, openFixture, type Fixture } from '../writing/testing/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

const saved = packMsg({
  subject: 'Angebot für die Werft',
  from: { name: 'Ina Innen', address: 'ina@werft.example' },
  to: [
    { name: 'Anna Berger', address: 'anna@nordwerk.example' },
    { name: 'Ben', address: 'ben@nordwerk.example', isCopy: true },
  ],
  html: '<p>Guten <b>Tag</b></p><img src="cid:bild1"><img src="https://boese.example/x.png"><script>alert(1)</script>',
  files: [
    { name: 'notiz.txt', type: 'text/plain', bytes: Buffer.from('Drei Pumpen') },
    { name: 'bild.png', type: 'image/png', bytes: Buffer.from('89504e47', 'hex'), contentId: 'bild1' },
  ],
});

test('a mail that Outlook saved is read as any attached mail, with its files', async () => {
  const aggregateId = await fixture.arrive({ files: { 'angebot.msg': saved } });
  const mail = await fixture.anna.query<v.InferOutput<typeof AttachedMailSchema>>('mail.attachedMail', {
    aggregateId,
    storageKey: '0',
  });
  expect(v.safeParse(AttachedMailSchema, mail).issues).toBeUndefined();
  expect(mail).toMatchObject({
    subject: 'Angebot für die Werft',
    senderRealName: 'Ina Innen',
    senderAddress: 'ina@werft.example',
    receiverAddressesTo: [{ receiver: 'anna@nordwerk.example', receiverRealName: 'Anna Berger' }],
    receiverAddressesCC: [{ receiver: 'ben@nordwerk.example' }],
    mailModelAttachments: [
      { filename: 'notiz.txt', storageKey: '0.0', 'content-type': 'text/plain' },
      { filename: 'bild.png', storageKey: '0.1' },
    ],
  });
  expect(mail.readableContentHTML).toMatch(/<p>Guten <b>Tag<\/b><\/p>/);
  expect(mail.readableContentHTML).not.toMatch(/script|boese\.example/);
  const params = new URLSearchParams({
    query: 'mail.attachmentContent',
    parameters: JSON.stringify({ aggregateId, storageKey: '0.0' }),
  });
  const response = await fetch(`${fixture.anna.base}/query?${params.toString()}`, { headers: fixture.anna.headers() });
  expect([response.status, await response.text()]).toEqual([200, 'Drei Pumpen']);
});

test('one that says nothing but text is shown as text, and one that is broken says so', async () => {
  const from = { name: '', address: 'ina@werft.example' };
  const plain = packMsg({ subject: 'Nur Text', from, to: [], text: 'a < b\r\nEnde' });
  const aggregateId = await fixture.arrive({ files: { 'text.msg': plain, 'kaputt.msg': saved.subarray(0, 700) } });
  const mail = await fixture.anna.query<{ readableContentHTML: string }>('mail.attachedMail', {
    aggregateId,
    storageKey: '0',
  });
  expect(mail.readableContentHTML).toMatch(/a &lt; b[\s\S]*Ende/);
  expect(await codeOf(fixture.anna.tryQuery('mail.attachedMail', { aggregateId, storageKey: '1' }))).toBe(
    '422 PREVIEW_NOT_AVAILABLE',
  );
});
