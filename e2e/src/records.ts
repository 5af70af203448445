import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { SmtpPeer } from '../../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { barriersInBothLights } from './barriers.ts';
import { DEMO_PASSWORD as PASSWORD } from './begun.ts';
import { DESKTOP, openBrowser, picture, rows, type BrowserSession } from './browser.ts';
import { openKontor, type Kontor } from './kontor.ts';
import { openSessionAs } from './signed-in.ts';

const ADDRESS = 'werkstatt@nordwerk.example';
export const PUMP = 'Ventil der Abfüllpumpe tropft';
export const OFFER = 'Angebot für zwei Dichtungen';
export const NEWCOMER = 'Anfrage nach einer Wartung';
export const DELIVERY = 'Lieferung kommt am Freitag';
export const BILL = 'Rückfrage zur Rechnung 4711';

/** A mailbox that Anna, Ben and Chris share, with mails of somebody whom a record knows, and Anna and Ben at their desks. */
export interface RecordStage {
  readonly kontor: Kontor;
  readonly browser: Browser;
  readonly anna: TestClient;
  readonly annas: BrowserSession;
  readonly bens: BrowserSession;
  /** The record of the shipyard that most of the mails are from. */
  readonly shipyard: { readonly idoId: number; readonly idoInstanceId: number };
  deliver(subject: string, from: string): Promise<void>;
  /** The same with files, by their names. */
  deliverFile(subject: string, from: string, files: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

export async function startRecords(): Promise<RecordStage> {
  const smtpPort = await freePort();
  const [kontor, browser] = await Promise.all([
    openKontor({
      KONTOR_SMTP_PORT: String(smtpPort),
      KONTOR_SMTP_NAME: 'mx.nordwerk.example',
      KONTOR_SMTP_GREYLIST: 'false',
    }),
    openBrowser(),
  ]);
  const anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
  const people = await anna.query<{ id: number; userName: string }[]>('account.people');
  const memberIds = people.filter(({ userName }) => userName !== 'anna').map(({ id }) => id);
  await anna.command('mail.addAddress', { name: 'Werkstatt', email: ADDRESS, memberIds, sharedState: true });
  const kinds = new Map<string, number>();
  for (const { ID, Name } of await anna.query<{ ID: number; Name: string }[]>('record.instances')) kinds.set(Name, ID);
  const create = async (kind: string, values: Record<string, string>) => {
    const idoInstanceId = kinds.get(kind) ?? 0;
    const { idoId } = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId,
      jsonPayload: { values },
    });
    return { idoId, idoInstanceId };
  };
  const deliver = (subject: string, from: string): Promise<void> => deliverFile(subject, from, {});
  const deliverFile: RecordStage['deliverFile'] = async (subject, from, given) => {
    const files = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, Buffer.from(text)]));
    const raw = rawMail({ from, to: ADDRESS, subject, text: `Guten Tag,\n\n${subject}.\n`, date: new Date(), files });
    // A server that has much to do just now says so, and is asked again, as mail servers do.
    for (let tries = 20; ; tries -= 1) {
      const peer = await SmtpPeer.greeted(smtpPort);
      const { text } = await peer.deliver({ to: [ADDRESS], raw: Buffer.from(raw) });
      peer.close();
      if (text.startsWith('250 ')) return;
      if (!text.startsWith('4') || tries === 0) throw new Error(`The mail was not taken: ${text}`);
      await sleep(500);
    }
  };
  const shipyard = await create('Kunden', {
    name: 'Werft Neumann',
    number: '10417',
    city: 'Kiel',
    phone: '+49 431 12345',
    email: 'info@werft.example, paul.neumann@werft.example',
    website: 'https://werft.example',
    notes: 'Liefert donnerstags.',
  });
  await anna.command('record.saveContactPerson', {
    ...shipyard,
    jsonPayload: {
      changes: [
        { key: 'name', before: '', value: 'Paul Neumann' },
        { key: 'function', before: '', value: 'Einkauf' },
        { key: 'phone', before: '', value: '+49 431 12346' },
      ],
    },
  });
  await create('Projekte', { name: 'Umbau Halle 2', number: 'P-88' });
  await create('Kunden', { name: 'Werft Nord', number: '10418', city: 'Husum' });
  for (const subject of [PUMP, OFFER]) await deliver(subject, 'Paul Neumann <paul.neumann@werft.example>');
  await deliver(NEWCOMER, 'Ida Falk <ida@falk.example>');
  await deliver(BILL, 'Buchhaltung <info@werft.example>');
  // A service worker would keep the page from being cut off.
  const annas = await openSessionAs('anna', browser, kontor.address, { ...DESKTOP, serviceWorkers: 'block' });
  const bens = await openSessionAs('ben', browser, kontor.address);
  const close = async (): Promise<void> => {
    await annas.close();
    await bens.close();
    await kontor.close();
  };
  return { kontor, browser, anna, annas, bens, shipyard, deliver, deliverFile, close };
}

/** Makes a kind whose records name a record of another kind, and returns its number. */
export async function designBoats(admin: TestClient, ownersAreOf: number): Promise<number> {
  const name = { key: 'name', label: 'Name', kind: 'textField', actionIcons: [], isRequired: true, isTitle: true };
  const owner = { key: 'owner', label: 'Eigner', kind: 'reference', idoInstanceId: ownersAreOf };
  const { idoInstanceId } = await admin.command<{ idoInstanceId: number }>('record.saveKind', {
    idoInstanceId: null,
    version: 0,
    name: 'Boote',
    color: '#2f6f4f',
    fields: { leftColumn: [name, owner], rightColumn: [], contactPerson: [] },
    columns: [name, owner].map(({ key, label }) => ({ key, label, isShown: true })),
    tabs: [{ tab: 'masterData', title: '', isShown: true }],
  });
  return idoInstanceId;
}

/** Makes a kind with a field that no two records have the same in, and returns its number. */
export async function designShips(admin: TestClient): Promise<number> {
  const name = { key: 'name', label: 'Name', kind: 'textField', actionIcons: [], isRequired: true, isTitle: true };
  const call = { key: 'call', label: 'Rufzeichen', kind: 'textField', actionIcons: [], isUnique: true };
  const { idoInstanceId } = await admin.command<{ idoInstanceId: number }>('record.saveKind', {
    idoInstanceId: null,
    version: 0,
    name: 'Schiffe',
    color: '#2f6f4f',
    fields: { leftColumn: [name, call], rightColumn: [], contactPerson: [] },
    columns: [name, call].map(({ key, label }) => ({ key, label, isShown: true })),
    tabs: [{ tab: 'masterData', title: '', isShown: true }],
  });
  return idoInstanceId;
}

/** Looks at a page, and for what keeps people out of it. */
export async function clean(page: Page, name: string): Promise<void> {
  await picture(page, name);
  expect(await barriersInBothLights(page), name).toEqual([]);
}
export const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject }).first();
export const mark = (page: Page, subject: string) =>
  row(page, subject).getByRole('img', { name: 'Mit Datensatz verknüpft' });
export const reader = (page: Page) => page.locator('article.reader:visible');
/** The records of the mail that is read. */
export const line = (page: Page) => reader(page).getByRole('group', { name: 'Datensätze' });
export const linkedChip = (page: Page, name: string) =>
  line(page).locator('button.link-chip').filter({ hasText: name });
export const picker = (page: Page) => page.getByRole('dialog', { name: 'Datensatz verknüpfen' });
export const field = (page: Page) => picker(page).getByRole('combobox', { name: 'Datensatz suchen' });
