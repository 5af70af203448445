import { phonecallCommands, phonecallQueries, type CallList, type Line } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { lineSettings, listSettings } = phonecallQueries;
const { saveLine, renewLine, saveList, deleteList, saveLocation, saveDialUser, saveDialLimits } = phonecallCommands;
const [SIPGATE] = lineSettings.example.result as [Line];
const [CENTRAL] = listSettings.example.result as [CallList];

describe('telephone systems', () => {
  test('are made known, and their address is said once', async () => {
    const app = await renderAt('/settings/phoneLines', { server: (server) => server.answer(lineSettings, []) });
    await expect.element(page.getByText('Noch keine Telefonanlage')).toBeVisible();
    await button('Neue Anlage').click();
    await button('Anlegen').click();
    await expect.element(page.getByText('Hier fehlt etwas.')).toBeVisible();
    await field('Name').fill('Zentrale');
    await button('Telefon hinzufügen').click();
    await field('Telefon').fill('e0');
    await expectUsable(app);
    await button('Anlegen').click();
    await expect
      .poll(() => app.server.commandsOf(saveLine))
      .toMatchObject([
        { lineId: null, kind: 'sipgate', title: 'Zentrale', listId: 5, secret: null, terminals: [{ terminal: 'e0' }] },
      ]);
    await expect.element(dialog().getByText(/\/phone\/sipgate\//)).toBeVisible();
    await expectUsable(app);
    await button('Fertig', dialog()).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Neue Anlage')).toHaveFocus();
  });

  test('say what is wrong with them, and get another address after a question', async () => {
    const app = await renderAt('/settings/phoneLines', {
      server: (server) =>
        server.answer(lineSettings, [{ ...SIPGATE, fault: 'signature', faultSince: '2026-11-26T09:00:00.000Z' }]),
    });
    await expect.element(page.getByText(/Die Unterschrift der Meldungen stimmt nicht/)).toBeVisible();
    await expectUsable(app);
    await button('Neue Adresse für sipgate').click();
    await button('Neue Adresse', dialog()).click();
    await expect.poll(() => app.server.commandsOf(renewLine)).toEqual([{ lineId: 1 }]);
    await expect.element(dialog().getByText(/\/phone\/sipgate\//)).toBeVisible();
  });

  test('are asked for calls that they have not told of, and say where that fails', async () => {
    const [own] = lineSettings.example.result;
    const history = { ...own?.history, url: '', user: 'token-1', until: '2026-11-26T09:30:00.000Z' };
    const app = await renderAt('/settings/phoneLines', {
      server: (server) =>
        server.answer(lineSettings, [
          { ...SIPGATE, history: { ...history, fault: 'refused', faultSince: '2026-11-26T09:00:00.000Z' } },
        ]),
    });
    await expect.element(page.getByText(/die Anlage lässt den Server nicht hinein/i)).toBeVisible();
    await expect.element(page.getByText(/nachgetragen bis/)).toBeVisible();
    await button('sipgate bearbeiten').click();
    await expect.element(field('Token-ID')).toHaveValue('token-1');
    await field('Token-ID').fill('');
    await button('Speichern').click();
    await expect.element(page.getByText('Hier fehlt etwas.')).toBeVisible();
    await field('Token-ID').fill('token-2');
    await field('Token').fill('geheim');
    await expectUsable(app);
    await button('Speichern').click();
    await expect
      .poll(() => app.server.commandsOf(saveLine))
      .toMatchObject([{ history: { url: '', user: 'token-2', secret: 'geheim' } }]);
  });

  test('that cannot be connected to say so beside what is wrong', async () => {
    const { server } = await renderAt('/settings/phoneLines');
    server.refuse(saveLine, 'PHONE_ZONE_UNKNOWN');
    await button('sipgate bearbeiten').click();
    await field('Zeitzone').selectOptions('Pacific/Apia');
    await button('Speichern').click();
    await expect.element(page.getByText('Diese Zeitzone ist unbekannt. Ein Beispiel: Europe/Berlin.')).toBeVisible();
    await expect.element(field('Zeitzone')).toHaveFocus();
  });
});

describe('a telephone system', () => {
  test('is of a country, which is called by its name, and in a zone', async () => {
    const { server } = await renderAt('/settings/phoneLines', {
      server: (fake) => fake.answer(saveLine, { lineId: 1, address: '' }),
    });
    await button('sipgate bearbeiten').click();
    await field('Land').selectOptions('Österreich');
    await field('Zeitzone').selectOptions('Europe/Vienna');
    await button('Speichern').click();
    await expect
      .poll(() => server.commandsOf(saveLine))
      .toMatchObject([{ lineId: 1, country: 'AT', zone: 'Europe/Vienna' }]);
    await expect.element(button('sipgate bearbeiten')).toHaveFocus();
  });

  test('gets and loses telephones with the keys, and the focus is where the next thing is done', async () => {
    await renderAt('/settings/phoneLines');
    await button('sipgate bearbeiten').click();
    (button('Telefon hinzufügen').element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(field('Telefon').last()).toHaveFocus();
    await type('e9');
    (button('Telefon e9 entfernen').element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(button('Telefon hinzufügen')).toHaveFocus();
  });

  test('has what is done with it named by what it is called, on a phone and in English, too', async () => {
    const app = await renderAt('/settings/phoneLines', {
      size: PHONE,
      settings: { language: 'en' },
      server: (server) => server.answer(lineSettings, [{ ...SIPGATE, kind: 'threecx', title: 'Depot' }]),
    });
    await expect.element(button('Download the 3CX template of Depot')).toBeVisible();
    await expectUsable(app);
    await button('Edit Depot').click();
    await expect.element(field('Time zone')).toBeVisible();
    await expectUsable(app);
  });
});

describe('lists of calls', () => {
  test('are made with who sees their calls', async () => {
    const app = await renderAt('/settings/callLists', { server: (server) => server.answer(listSettings, [CENTRAL]) });
    await expect.element(page.getByText(/120\s*Anrufe/)).toBeVisible();
    await expectUsable(app);
    await button('Neue Anrufliste').click();
    await field('Name').fill('Service');
    await field('Erledigte Anrufe löschen nach (Tagen)').fill('0');
    await button('Anlegen').click();
    await expect.element(page.getByText('Eine Zahl von 1 bis 36500, oder leer.')).toBeVisible();
    await field('Erledigte Anrufe löschen nach (Tagen)').fill('365');
    await expectUsable(app);
    await button('Anlegen').click();
    await expect
      .poll(() => app.server.commandsOf(saveList))
      .toMatchObject([{ listId: null, name: 'Service', keepsDays: 365, answeredState: 'seen' }]);
  });

  test('go after a question, and the focus does not go with them', async () => {
    const { server } = await renderAt('/settings/callLists', {
      server: (fake) => fake.answer(listSettings, [{ ...CENTRAL, calls: 0 }]),
    });
    server.answer(deleteList, () => {
      server.answer(listSettings, []);
      return {};
    });
    await button('Anrufliste Zentrale löschen').click();
    await button('Löschen', dialog()).click();
    await expect.element(page.getByText('Noch keine Anruflisten')).toBeVisible();
    await expect.element(button('Neue Anrufliste')).toHaveFocus();
  });

  test('stay where calls lie in them', async () => {
    const { server } = await renderAt('/settings/callLists');
    await button('Anrufliste Zentrale löschen').click();
    await expect.element(page.getByText(/Nur eine leere Liste kann gelöscht werden/)).toBeVisible();
    expect(server.commandsOf(deleteList)).toEqual([]);
  });
});

describe('dialling', () => {
  test('has ways, whose secrets stay where nothing is written in their place', async () => {
    const app = await renderAt('/settings/dialling');
    await expect.element(button('sipgate bearbeiten')).toBeVisible();
    await expectUsable(app);
    await button('sipgate bearbeiten').click();
    await field('Name').fill('sipgate Büro');
    await expectUsable(app);
    await button('Speichern').click();
    await expect
      .poll(() => app.server.commandsOf(saveLocation))
      .toMatchObject([
        { locationId: 2, title: 'sipgate Büro', token: '', keeps: ['url', 'urlInit', 'urlHangup', 'token'] },
      ]);
  });

  test('says who may call by which telephone', async () => {
    const { server } = await renderAt('/settings/dialling');
    await field('Telefon von Anna Berger').fill('e 1');
    await button('Anna Berger speichern').click();
    await expect.element(page.getByText(/Nur Buchstaben, Ziffern/)).toBeVisible();
    await expect.element(field('Telefon von Anna Berger')).toHaveFocus();
    await field('Telefon von Anna Berger').fill('e1');
    await checkbox('Anna Berger darf anrufen').click();
    await button('Anna Berger speichern').click();
    await expect
      .poll(() => server.commandsOf(saveDialUser))
      .toMatchObject([{ userId: 1, isAllowed: false, locationId: 2, terminal: 'e1' }]);
  });

  test('has limits a day', async () => {
    const { server } = await renderAt('/settings/dialling');
    await field('Je Person').fill('99999');
    await button('Speichern').last().click();
    await expect.element(page.getByText('Eine Zahl von 0 bis 10.000.')).toBeVisible();
    await field('Je Person').fill('50');
    await button('Speichern').last().click();
    await expect.poll(() => server.commandsOf(saveDialLimits)).toEqual([{ maxPerUser: 50, maxPerInstance: 2000 }]);
  });
});
