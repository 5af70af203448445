// Covers: record, memo, document
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { findBrowser } from '../src/browser.ts';
import {
  OFFER,
  PUMP,
  clean,
  line,
  picker,
  field,
  reader,
  row,
  startRecords,
  type RecordStage,
} from '../src/records.ts';

/** What of a kind is changed here. */
interface Designed {
  readonly fields: {
    readonly leftColumn: readonly object[];
    readonly retired?: unknown;
    readonly retiredOfPersons?: unknown;
  };
  readonly tabs: readonly { readonly tab: string }[];
}

describe.skipIf(findBrowser() === undefined)('what is linked with a record, and what a record is linked with', () => {
  let stage: RecordStage | undefined;
  let address: string;
  let anna: TestClient;
  let annas: Page;
  let shipyard: RecordStage['shipyard'];

  beforeAll(async () => {
    stage = await startRecords();
    ({ anna, shipyard } = stage);
    annas = stage.annas.page;
    address = stage.kontor.address;
    const [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: PUMP });
    await anna.command('record.link', { aggregateId: mail?.aggregateId, ...shipyard });
  });
  afterAll(() => stage?.close());

  const shown = (page: Page) => page.getByRole('dialog', { name: 'Verknüpfte Datensätze' });

  test('a row shows with how many records it is linked, and which, by its button and by a key', async () => {
    await annas.goto(`${address}/`);
    await row(annas, PUMP).hover();
    await row(annas, PUMP).locator('.row-actions .row-records').click();
    await shown(annas).getByRole('region', { name: 'Kunden' }).getByText('Werft Neumann').waitFor();
    await clean(annas, 'record-window');
    await annas.keyboard.press('Escape');
    await expect.poll(() => shown(annas).count()).toBe(0);
    await row(annas, PUMP).click();
    await reader(annas).waitFor();
    await annas.keyboard.press('D');
    await shown(annas).waitFor();
  });

  test('there one more is linked, all by keys, and stands by its kind', async () => {
    await shown(annas).getByRole('button', { name: 'Datensatz verknüpfen' }).press('Enter');
    await field(annas).fill('Umbau');
    await picker(annas)
      .getByRole('option', { name: /Umbau Halle 2/ })
      .waitFor();
    await field(annas).press('Enter');
    await shown(annas).getByRole('region', { name: 'Projekte' }).getByText('Umbau Halle 2').waitFor();
    await clean(annas, 'record-window-two');
    await expect.poll(() => row(annas, PUMP).locator('.row-records').first().innerText()).toContain('2');
  });

  test('one is let go and taken back, and one is opened', async () => {
    const project = shown(annas).getByRole('region', { name: 'Projekte' });
    await project.getByRole('button', { name: 'Verknüpfung mit Umbau Halle 2, P-88 entfernen' }).click();
    await expect.poll(() => project.count()).toBe(0);
    await shown(annas)
      .getByRole('button', { name: /^Werft Neumann/ })
      .press('Enter');
    await annas.locator('.record-page:visible').getByRole('heading', { name: 'Werft Neumann' }).waitFor();
    await row(annas, PUMP).click();
    await line(annas).getByRole('button', { name: '1 verknüpfter Datensatz' }).click();
    await shown(annas).getByText('Werft Neumann').waitFor();
    await annas.keyboard.press('Escape');
  });

  test('several items show the records of all of them, and are let go by one at once', async () => {
    await annas.goto(`${address}/`);
    await row(annas, PUMP).hover();
    await row(annas, PUMP).click({ modifiers: ['ControlOrMeta'] });
    await annas.keyboard.press('J');
    await annas.keyboard.press('D');
    const window = annas.getByRole('dialog', { name: 'Datensätze von 2 Einträgen' });
    await window.getByText('mit 1 von 2').waitFor();
    await clean(annas, 'record-window-of-many');
    await window.getByRole('button', { name: /^Verknüpfung mit Werft Neumann/ }).click();
    await window.getByText('Keiner davon ist verknüpft').waitFor();
    await expect.poll(() => annas.evaluate(() => document.activeElement?.textContent)).toBe('Datensatz verknüpfen');
    await annas.keyboard.press('Escape');
    await window.waitFor({ state: 'detached' });
    await annas.getByText(/^1\sEintrag ist nicht mehr mit Werft Neumann/).waitFor();
    await annas.keyboard.press('z');
    await annas.getByText(/^1\sEintrag ist mit Werft Neumann/).waitFor();
    await annas.keyboard.press('Escape');
  });

  test('a row without any has no button', async () => {
    expect(await row(annas, OFFER).locator('.row-records').count()).toBe(0);
  });

  describe('a record’s page', () => {
    let projects: number;
    let hall: RecordStage['shipyard'];

    beforeAll(async () => {
      const kinds = await anna.query<{ ID: number; Name: string }[]>('record.instances');
      projects = kinds.find(({ Name }) => Name === 'Projekte')?.ID ?? 0;
      await designed(shipyard.idoInstanceId);
      const { idoId } = await anna.command<{ idoId: number }>('record.create', {
        idoInstanceId: projects,
        jsonPayload: { values: { name: 'Neubau Halle 3', number: 'P-99', client: String(shipyard.idoId) } },
      });
      hall = { idoId, idoInstanceId: projects };
      const [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: OFFER });
      await anna.command('record.link', { aggregateId: mail?.aggregateId, ...hall });
    });

    /** Gives projects a field that names a customer, and customers a page of the web. */
    const designed = async (customers: number): Promise<void> => {
      const change = async (idoInstanceId: number, part: (kind: Designed) => object): Promise<void> => {
        const kind = await anna.query<Designed & Record<string, unknown>>('record.kind', { idoInstanceId });
        const { records: _records, following: _following, changed: _changed, fields, ...about } = kind;
        const { retired: _retired, retiredOfPersons: _ofPersons, ...own } = fields;
        await anna.command('record.saveKind', { ...about, fields: own, ...part({ ...kind, fields: own }) });
      };
      const client = { kind: 'reference', key: 'client', label: 'Auftraggeber', isRequired: false, isTitle: false };
      await change(projects, ({ fields }) => ({
        fields: { ...fields, leftColumn: [...fields.leftColumn, { ...client, idoInstanceId: customers }] },
      }));
      const frame = {
        tab: 'iframe',
        title: 'Kundenkonto',
        isShown: true,
        url: 'https://konto.example/kunde?nr={number}',
      };
      await change(customers, ({ tabs }) => ({ tabs: [...tabs.filter(({ tab }) => tab !== 'iframe'), frame] }));
    };
    const page = () => annas.locator('.record-page:visible');
    const open = async (tab: string, named = shipyard): Promise<void> => {
      await annas.goto(`${address}/record/${named.idoInstanceId}-${named.idoId}/ido/view/${tab}`);
      await page().getByRole('heading', { level: 1 }).waitFor();
    };

    test('its related records are told by kind and field, and what happened with them is shown on demand', async () => {
      await open('relations');
      const related = page().getByRole('region', { name: 'Zugehörige Datensätze' });
      await related.getByText('Steht dort unter Auftraggeber').waitFor();
      await clean(annas, 'record-relations');
      await page().getByRole('tab', { name: 'Verlauf' }).click();
      const items = page().locator('.happened-item');
      await items.filter({ hasText: PUMP }).waitFor();
      expect(await items.filter({ hasText: OFFER }).count()).toBe(0);
      await page().getByRole('button', { name: 'Auch Zugehöriges (1)' }).click();
      await items.filter({ hasText: OFFER }).waitFor();
      await page().getByRole('button', { name: 'Eingrenzen' }).click();
      await page().getByLabel('Art', { exact: true }).selectOption({ label: 'Aufgabe' });
      await page().getByText('Nichts davon passt').waitFor();
      await clean(annas, 'record-history-chips');
      await page().getByRole('button', { name: 'Ohne den Filter Aufgaben' }).click();
      await items.filter({ hasText: OFFER }).waitFor();
      await page().getByRole('tab', { name: 'Beziehungen' }).click();
      await related.getByRole('button', { name: /^Neubau Halle 3/ }).click();
      await page().getByRole('heading', { name: 'Neubau Halle 3' }).waitFor();
    });

    test('documents are dropped on it and chosen, several at once, and are linked with it', async () => {
      await open('document');
      const files = [1, 2].map((n) => ({ name: `Plan ${n}.txt`, text: `Plan ${n}` }));
      const data = await annas.evaluateHandle((given) => {
        const transfer = new DataTransfer();
        for (const { name, text } of given) transfer.items.add(new File([text], name, { type: 'text/plain' }));
        return transfer;
      }, files);
      const dropZone = page().locator('.document-drop');
      await dropZone.dispatchEvent('dragenter', { dataTransfer: data });
      await page().getByText('Hier ablegen').or(page().locator('.document-over')).first().waitFor();
      await dropZone.dispatchEvent('drop', { dataTransfer: data });
      const filing = annas.getByRole('dialog');
      await filing.getByText('Plan 1.txt').waitFor();
      await filing.getByText('Werft Neumann', { exact: true }).waitFor();
      await clean(annas, 'record-documents-filing');
      await filing.locator('button[type=submit]').click();
      for (const { name } of files)
        await page()
          .locator('.happened-item')
          .filter({ hasText: name.replace('.txt', '') })
          .waitFor();
      await clean(annas, 'record-documents');
    });

    test('the files of its mails are listed with who sent them and when, and shown', async () => {
      await stage?.deliverFile('Ventilskizze', 'Paul Neumann <paul.neumann@werft.example>', {
        'Skizze.txt': 'Maße: 12 x 40',
      });
      let mail: { aggregateId: string } | undefined;
      await expect
        .poll(async () => {
          [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', {
            view: 'all',
            searchTerm: 'Ventilskizze',
          });
          return mail;
        })
        .toBeDefined();
      await anna.command('record.link', { aggregateId: mail?.aggregateId, ...shipyard });
      await open('mailAttachment');
      const mails = page().getByRole('region', { name: 'Ventilskizze' });
      await mails.getByText('Paul Neumann').waitFor();
      await clean(annas, 'record-attachments');
      await mails
        .getByRole('button', { name: /Skizze\.txt/ })
        .first()
        .click();
      await annas.getByRole('dialog').getByText('Maße: 12 x 40').waitFor();
      await annas.keyboard.press('Escape');
    });

    test('a page of the web stands in a frame that reaches nothing of ours', async () => {
      await annas.context().route('https://konto.example/**', (route) =>
        route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: '<!doctype html><title>Konto</title><p id="at"></p><script>at.textContent = `Konto ${location.search}`; try { top.location = "about:blank"; } catch { at.textContent += " darf nicht weg"; }</script>',
        }),
      );
      await open('iframe');
      const frame = page().frameLocator('iframe');
      await frame.getByText('Konto ?nr=10417 darf nicht weg').waitFor();
      expect(annas.url()).toContain('/iframe');
      await clean(annas, 'record-frame');
    });

    test('everything with an address and with a person is a screen of its own', async () => {
      await open('masterData');
      await page().getByRole('button', { name: 'Verlauf mit info@werft.example, paul.neumann@werft.example' }).click();
      await annas.getByRole('menuitem', { name: 'paul.neumann@werft.example' }).click();
      await page().getByRole('heading', { name: 'paul.neumann@werft.example' }).waitFor();
      // Whether it is linked or not.
      for (const subject of [PUMP, OFFER])
        await page().locator('.happened-item').filter({ hasText: subject }).waitFor();
      await clean(annas, 'record-address-history');
      await open('masterData');
      await page().getByText('Paul Neumann').first().click();
      await page().getByRole('button', { name: 'Verlauf mit Paul Neumann' }).click();
      await page().getByRole('heading', { name: 'Paul Neumann' }).waitFor();
      await page().getByRole('button', { name: 'Werft Neumann' }).click();
      await page().getByRole('heading', { name: 'Werft Neumann' }).waitFor();
    });

    test('a mail leads to everything with its sender', async () => {
      await annas.goto(`${address}/`);
      await row(annas, PUMP).click();
      await annas.locator('.reader-bar:visible').getByRole('button', { name: 'Weitere Aktionen' }).click();
      await annas.getByRole('menuitem', { name: 'Alles mit Paul Neumann' }).click();
      await page().getByRole('heading', { name: 'paul.neumann@werft.example' }).waitFor();
    });
  });

  test('administrators keep the kinds of conversation, and hear of another’s change', async () => {
    await annas.goto(`${address}/settings/communicationTypes`);
    const form = annas.locator('form.types-page');
    await form.getByLabel('Neue Gesprächsart').fill('Messe');
    await form.getByLabel('Neue Gesprächsart').press('Enter');
    await form.getByRole('button', { name: 'Messe nach oben' }).click();
    await form.getByLabel('Name von Messe').fill('Messebesuch');
    await form
      .getByRole('button', { name: / nicht mehr anbieten$/ })
      .first()
      .click();
    await form.getByText('Nicht mehr angeboten').waitFor();
    await clean(annas, 'communication-types');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await annas.getByText('Die Gesprächsarten sind gespeichert.').waitFor();
    type Type = { id: number; communicationType: string; isOffered: boolean };
    const offered = async () =>
      (await anna.query<Type[]>('recordActivity.communicationTypes')).flatMap(({ isOffered, ...type }) =>
        isOffered ? [type] : [],
      );
    const now = await offered();
    expect(now.at(-2)?.communicationType).toBe('Messebesuch');
    await form.getByLabel('Name von Messebesuch').fill('Messe');
    await anna.command('recordActivity.saveCommunicationTypes', { types: now.toReversed() });
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form.getByText('Jemand hat die Liste inzwischen geändert').waitFor();
    await clean(annas, 'communication-types-conflict');
    await form.getByRole('button', { name: 'Meine speichern' }).click();
    await expect.poll(async () => (await offered()).at(-2)?.communicationType).toBe('Messe');
  });
});
