import type { MailDetail, AddressSuggestion, DraftContent } from '@kontor/contract/mail';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { Link } from '@kontor/contract/record';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { lockItems } from '../../activity/index.ts';
import { seedRecord } from '../../record/factory.ts';
import { linkItems } from '../../record/index.ts';
import { openFixture, written, type Fixture, type Saved } from '../writing/testing/fixture.ts';

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

let fixture: Fixture;
let werft: Named;
let paul: Named;
let halle: Named;
let count = 0;
beforeAll(async () => {
  fixture = await openFixture();
  const seed = (record: Parameters<typeof seedRecord>[2]): Promise<Named> =>
    seedRecord(fixture.server.change, fixture.instance, record);
  werft = await seed({
    values: { name: 'Werft Neumann', city: 'Kiel', number: 'K-17', email: 'info@werft.example' },
    persons: [{ name: 'Paul Neumann', email: 'paul@werft.example' }],
  });
  paul = await seed({ kind: 'Kontakte', values: { lastName: 'Neumann', email: 'PAUL@werft.example' } });
  halle = await seed({ kind: 'Projekte', values: { name: 'Halle 3', email: 'halle3@nordwerk.example' } });
  // An address of the company itself says nothing of whom a mail is about.
  await seed({ values: { name: 'Nordwerk selbst', email: 'info@nordwerk.example' } });
});
afterAll(() => fixture?.close());
beforeEach(() => {
  count += 1;
});

const linksOf = async (by: TestClient, aggregateId: string): Promise<Link[]> =>
  (await by.query<MailDetail>('mail.details', { aggregateId })).links;
const said = (links: readonly Link[]): string[] =>
  links.map((link) =>
    [link.displayName, link.isSuggested ? 'suggested' : 'linked', link.reason, link.detail].join(' | '),
  );
/** Links by a rule, as arriving mails are. */
const link = (aggregateId: string, { idoId }: Named, detail = 'Regel') =>
  fixture.server.change(fixture.instance, async (ctx) => {
    const id = parseAggregateId(aggregateId)?.entryId ?? 0;
    await lockItems(ctx, [id]);
    await linkItems(ctx, [id], idoId, { reason: 'rule', detail, userId: 0 });
  });

test('the records of those who wrote a mail, and got it, are suggested with the address, and none of the company itself', async () => {
  const mail = await fixture.arrive({
    from: 'Paul Neumann <Paul@Werft.example>',
    to: 'info@nordwerk.example, halle3@nordwerk.example',
    headers: 'Cc: INFO@werft.example',
    subject: `Anfrage ${count}`,
  });
  expect(said(await linksOf(fixture.anna, mail))).toEqual([
    'Werft Neumann, Kiel | suggested | address | Paul@Werft.example',
    'Neumann, PAUL@werft.example | suggested | address | Paul@Werft.example',
    'Halle 3, halle3@nordwerk.example | suggested | address | halle3@nordwerk.example',
  ]);
});

test('what a mail says of its records is what is asked of them', async () => {
  const mail = await fixture.arrive({ from: 'paul@werft.example', subject: `Gefragt ${count}` });
  await link(mail, halle);
  const links = await linksOf(fixture.ben, mail);
  expect(links.map(({ isSuggested }) => isSuggested)).toEqual([false, true, true]);
  expect(await fixture.ben.query('record.links', { aggregateId: mail })).toEqual(links);
});

test('so are those of whom a mail of ours is to', async () => {
  const mail = await fixture.arrive(
    { from: 'info@nordwerk.example', to: 'info@werft.example', subject: `Angebot ${count}` },
    fixture.shared.boxId,
    { direction: 'outgoing' },
  );
  expect(said(await linksOf(fixture.ben, mail))).toEqual([
    'Werft Neumann, Kiel | suggested | address | info@werft.example',
  ]);
});

test('what a mail is linked with comes first, and is suggested no more', async () => {
  const mail = await fixture.arrive({ from: 'paul@werft.example', subject: `Verknüpft ${count}` });
  await link(mail, paul, 'Post der Werft');
  expect(said(await linksOf(fixture.anna, mail))).toEqual([
    'Neumann, PAUL@werft.example | linked | rule | Post der Werft',
    'Werft Neumann, Kiel | suggested | address | paul@werft.example',
  ]);
});

test('a mail of a thread is suggested what another one, which the person sees, is linked with', async () => {
  const first = await fixture.arrive({
    from: 'fremd@welt.example',
    subject: `Faden ${count}`,
    messageId: `f${count}@x`,
  });
  await link(first, halle);
  const answer = await fixture.arrive({
    from: 'fremd@welt.example',
    subject: `Re: Faden ${count}`,
    headers: `In-Reply-To: <f${count}@x>`,
  });
  expect(said(await linksOf(fixture.anna, answer))).toEqual([
    `Halle 3, halle3@nordwerk.example | suggested | thread | Faden ${count}`,
  ]);
  // Emil sees an answer in his own mailbox alone: he does not learn what the mail that he does not see is about.
  const his = await fixture.arrive(
    { from: 'fremd@welt.example', subject: `Re: Faden ${count}`, headers: `In-Reply-To: <f${count}@x>` },
    fixture.own.boxId,
  );
  expect(await linksOf(fixture.emil, his)).toEqual([]);
});

test('who sees no records sees no links', async () => {
  const mail = await fixture.arrive({ from: 'paul@werft.example', subject: `Ohne Recht ${count}` });
  await link(mail, werft);
  expect((await linksOf(fixture.anna, mail)).length).toBe(2);
  expect(await linksOf(fixture.carla, mail)).toEqual([]);
});

test('many mails at once say the same of each as one by one', async () => {
  const mails = [];
  for (const from of ['paul@werft.example', 'fremd@welt.example', 'info@werft.example'])
    mails.push(await fixture.arrive({ from, subject: `Viele ${count}` }));
  const all = await fixture.anna.query<MailDetail[]>('mail.detailsOfMany', { aggregateIds: mails });
  for (const [index, aggregateId] of mails.entries())
    expect(all[index]?.links).toEqual(await linksOf(fixture.anna, aggregateId));
});

test('addresses of records are suggested to who writes, with the records that they are of', async () => {
  const suggest = (by: TestClient, searchTerm: string) =>
    by.query<AddressSuggestion[]>('mail.addressSuggestions', { searchTerm });
  const found = (await suggest(fixture.anna, 'werft')).filter(({ source }) => source === 'IDO');
  expect(found.map(({ email, ido }) => [email, ido.map(({ idoID }) => idoID)])).toEqual(
    expect.arrayContaining([
      ['info@werft.example', [werft.idoId]],
      ['paul@werft.example', [werft.idoId, paul.idoId]],
    ]),
  );
  expect((await suggest(fixture.anna, 'werft')).map(({ email }) => email).toSorted()).toEqual(
    [...new Set((await suggest(fixture.anna, 'werft')).map(({ email }) => email))].toSorted(),
  );
  expect((await fixture.carla.tryQuery('mail.addressSuggestions', { searchTerm: 'werft' })).status).toBe(403);
});

test('placeholders of records are filled from the record of the answered mail, else of the receiver, and stay where it is not one', async () => {
  const { templateId } = await fixture.anna.command<Saved>('mail.saveTemplate', {
    ...written,
    templateName: `Zur Anlage ${count}`,
    content:
      '<p><span data-kontor-field="record.title">T</span> (<span data-kontor-field="record.number">N</span>)</p>',
    receiversTo: [],
  });
  const fill = async (more: object): Promise<string> =>
    (await fixture.anna.query<DraftContent>('mail.fillTemplate', { templateId, ...more })).Content;
  const to = (receiver: string) => ({ receiver: { receiver, receiverRealName: '' } });
  expect(await fill(to('info@werft.example'))).toContain('Werft Neumann (K-17)');
  // Two records have Paul's address: nobody knows which one is meant.
  expect(await fill(to('paul@werft.example'))).toContain('data-kontor-field="record.title"');
  const mail = await fixture.arrive({ from: 'paul@werft.example', subject: `Antwort ${count}` });
  await link(mail, werft);
  expect(await fill({ replyOrForwardMailAggregateId: mail })).toContain('Werft Neumann (K-17)');
});
