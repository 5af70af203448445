import { menuCommands, menuEvents, menuQueries, type OwnMenuItem } from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, link, menu, option, radio, textsOf } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';

const { menuItems, mainMenuItems } = menuQueries;
const { createMenuItem, changeMenuItem, deleteMenuItem, restoreMenuItem, orderMenuItems } = menuCommands;
const {
  items: [example],
  ...allowed
} = menuItems.example.result as {
  items: [OwnMenuItem];
  postHosts: string[];
  sessionHosts: string[];
  schemes: string[];
};
const item = (ID: number, Caption: string, part: Partial<OwnMenuItem> = {}): OwnMenuItem => ({
  ...example,
  ID,
  Caption,
  Name: `item${ID}`,
  sortOrder: ID,
  ...part,
});
const three = [item(1, 'Kasse'), item(2, 'Lager'), item(3, 'Besprechung')];

/** These entries are in everybody's menu, and on the page of those who change it. */
function answerMenu(server: FakeServer, items: readonly OwnMenuItem[]): void {
  server.answer(menuItems, { items: [...items], ...allowed, sessionHosts: ['erp.nordwerk.example'] });
  server.answer(mainMenuItems, [...items]);
}
async function open(items: readonly OwnMenuItem[]) {
  const app = await renderAt('/settings/menuItems', { server: (server) => answerMenu(server, items) });
  await expect.element(button('Neuer Eintrag')).toBeVisible();
  return app;
}
const caption = () => field('Beschriftung', dialog());
const address = () => field('Adresse', dialog());
const save = () => button('Speichern', dialog()).click();
const names = () => textsOf('.drawer li .label');

describe('an entry of the menu', () => {
  test('needs a name and an address that a browser may open', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Einträge')).toBeVisible();
    await expectUsable(app);
    await button('Neuer Eintrag').click();
    await save();
    await expect.poll(() => dialog().getByText('Hier fehlt noch etwas.').elements().length).toBe(2);
    await caption().fill('Warenwirtschaft');
    await address().fill('javascript:alert(1)');
    await expect.element(dialog().getByText('Hier geht nur eine Adresse mit https://')).toBeVisible();
    expect(dialog().getByLabelText('Sagen, wer kommt').elements()).toEqual([]);
    expect(app.server.commandsOf(createMenuItem)).toEqual([]);
  });

  test('tells who comes only to hosts that the operator has listed', async () => {
    const app = await open([]);
    await button('Neuer Eintrag').click();
    await caption().fill('Warenwirtschaft');
    await address().fill('https://anderswo.example/');
    await expect.element(dialog().getByLabelText('Sagen, wer kommt')).toBeDisabled();
    await address().fill('https://erp.nordwerk.example/start');
    await dialog().getByLabelText('Sagen, wer kommt').click();
    await expectUsable(app);
    await save();
    await expect.element(page.getByText('Warenwirtschaft ist gespeichert.')).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(createMenuItem))
      .toMatchObject([
        { Caption: 'Warenwirtschaft', URL: 'https://erp.nordwerk.example/start', Method: 'GET', Session: true },
      ]);
  });

  test('may be sent as a form, with what the server is to know', async () => {
    const { server } = await open([]);
    await button('Neuer Eintrag').click();
    await caption().fill('Kasse');
    await address().fill('https://erp.nordwerk.example/kasse');
    await radio('Formular (POST)', dialog()).click();
    await dialog().getByLabelText('Sagen, wer kommt').click();
    await dialog().getByText('Weitere Angaben').click();
    await field('Kennung für den Server', dialog()).fill('kasse-1');
    await save();
    await expect
      .poll(() => server.commandsOf(createMenuItem))
      .toMatchObject([{ Method: 'POST', Session: true, ResourceId: 'kasse-1' }]);
  });

  test('starts only programs that the operator allows', async () => {
    const { server } = await open([]);
    await button('Neuer Eintrag').click();
    await caption().fill('Besprechung');
    await field('Art', dialog()).selectOptions('Programm');
    await address().fill('calc:');
    await save();
    await expect.element(dialog().getByText('Dieses Programm ist auf diesem Server nicht erlaubt')).toBeVisible();
    await address().fill('teams:/l/meeting');
    await save();
    await expect
      .poll(() => server.commandsOf(createMenuItem))
      .toMatchObject([{ Type: 'applicationStarter', URL: 'teams:/l/meeting' }]);
  });

  test('that somebody else has changed meanwhile is shown as it is by now', async () => {
    const app = await open(three);
    await button('Kasse bearbeiten').click();
    await caption().fill('Kasse vorn');
    app.server.refuse(changeMenuItem, 'VERSION_CONFLICT', item(1, 'Kasse hinten', { aggregateVersion: 2 }));
    await save();
    await expect.element(dialog().getByText('Dieser Eintrag wurde inzwischen geändert.')).toBeVisible();
    await expectUsable(app);
    await button('Meine Änderungen verwerfen', dialog()).click();
    await expect.element(caption()).toHaveValue('Kasse hinten');
  });

  test('that somebody else has changed meanwhile is written over only by who means it', async () => {
    const { server } = await open(three);
    await button('Kasse bearbeiten').click();
    await caption().fill('Kasse vorn');
    server.refuse(changeMenuItem, 'VERSION_CONFLICT', item(1, 'Kasse hinten', { aggregateVersion: 2 }));
    await save();
    await expect.element(dialog().getByText('Dieser Eintrag wurde inzwischen geändert.')).toBeVisible();
    server.restore(changeMenuItem);
    await button('Meine speichern', dialog()).click();
    await expect.poll(() => server.commandsOf(changeMenuItem)).toHaveLength(2);
    expect(server.commandsOf(changeMenuItem)).toMatchObject([
      { Caption: 'Kasse vorn', aggregateVersion: 1 },
      { Caption: 'Kasse vorn', aggregateVersion: 2 },
    ]);
    await expect.poll(() => dialog().elements()).toEqual([]);
  });

  test('is asked about before it is left unsaved', async () => {
    await open(three);
    await button('Kasse bearbeiten').click();
    await caption().fill('Kasse vorn');
    await button('Abbrechen', dialog()).click();
    const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
    await question.getByRole('button', { name: 'Bleiben' }).last().click();
    await expect.element(caption()).toHaveValue('Kasse vorn');
  });

  test('that is deleted comes back by Undo', async () => {
    const { server } = await open(three);
    server.answer(deleteMenuItem, ({ ID }) => {
      answerMenu(
        server,
        three.filter((one) => one.ID !== ID),
      );
      return {};
    });
    server.answer(restoreMenuItem, () => {
      answerMenu(server, three);
      return item(3, 'Besprechung');
    });
    await button('Besprechung löschen').click();
    await expect.element(button('Besprechung bearbeiten')).not.toBeInTheDocument();
    await expect.element(button('Neuer Eintrag')).toHaveFocus();
    server.happen(menuEvents.menuChanged, ['menu']);
    await expect.poll(names).not.toContain('Besprechung');
    await button('Rückgängig').click();
    await expect.element(button('Besprechung bearbeiten')).toBeVisible();
    server.happen(menuEvents.menuChanged, ['menu']);
    await expect.poll(() => names().slice(-3)).toEqual(['Kasse', 'Lager', 'Besprechung']);
  });

  test('is put in order for all', async () => {
    const app = await open(three);
    await expectUsable(app);
    app.server.answer(orderMenuItems, ({ IDs }) => {
      answerMenu(
        app.server,
        IDs.flatMap((ID) => three.filter((one) => one.ID === ID)),
      );
      return {};
    });
    (button('Lager verschieben').element() as HTMLElement).focus();
    await press('Alt+ArrowUp');
    await expect.poll(() => textsOf('.order-list strong')).toEqual(['Lager', 'Kasse', 'Besprechung']);
    await expect.poll(() => app.server.commandsOf(orderMenuItems)).toEqual([{ IDs: [2, 1, 3] }]);
  });
});

describe('entries of the instance in the menu', () => {
  const entry = item(4, 'Post der Werft', { Type: 'predefined', URL: '/filter/all/all/main?q=von%3Awerft' });
  const program = item(5, 'Anruf', { Type: 'applicationStarter', URL: 'teams:/l/meeting' });

  test('lead to places of Kontor, and say which program they start', async () => {
    await renderAt('/settings/help', { server: (server) => answerMenu(server, [entry, program]) });
    await expect.element(link('Anruf', menu())).toHaveAttribute('href', 'teams:/l/meeting');
    await expect.element(link('Anruf', menu())).not.toHaveAttribute('target');
    await link('Post der Werft', menu()).click();
    await expect.poll(() => location.pathname + location.search).toBe('/filter/all/all/main?q=von%3Awerft');
    await press('Control+k');
    await dialog().getByRole('combobox').fill('Post der W');
    await expect.element(option('Post der Werft').first()).toBeVisible();
  });

  test('are put in order by each for themselves', async () => {
    const app = await renderAt('/settings/menu', { server: (server) => answerMenu(server, three) });
    await expect.poll(() => names().slice(-3)).toEqual(['Kasse', 'Lager', 'Besprechung']);
    await button('Besprechung nach oben').click();
    await expect.poll(() => names().slice(-2)).toEqual(['Besprechung', 'Lager']);
    await expectUsable(app);
    await button('Menü verkleinern').click();
    await expectUsable(app);
  });

  test('are in the menu of a phone', async () => {
    const app = await renderAt('/', { size: PHONE, server: (server) => answerMenu(server, three) });
    await button('Menü').click();
    await expect.element(dialog().getByText('Kasse')).toBeVisible();
    await expectUsable(app);
  });

  test('have long names cut, and push no number out of sight', async () => {
    const named = 'Warenwirtschaft mit einem wirklich sehr langen Namen';
    await renderAt('/settings/help', { server: (server) => answerMenu(server, [item(1, named)]) });
    const label = () => [...document.querySelectorAll('.drawer .label')].find((one) => one.textContent === named);
    await expect.poll(label).toBeDefined();
    expect((label()?.scrollWidth ?? 0) > (label()?.clientWidth ?? 0)).toBe(true);
    const drawer = document.querySelector('.drawer');
    expect(drawer?.scrollWidth).toBe(drawer?.clientWidth);
  });

  test('say without a network what they cannot do', async () => {
    const { server } = await renderAt('/settings/help', {
      server: (server) => answerMenu(server, [item(1, 'Warenwirtschaft', { Session: true })]),
    });
    const entry = button('Warenwirtschaft', menu());
    await expect.element(entry).toBeVisible();
    server.cut(true);
    await entry.click();
    await expect
      .element(page.getByText('Warenwirtschaft lässt sich nur mit einer Verbindung zum Server öffnen.'))
      .toBeVisible();
  });
});
