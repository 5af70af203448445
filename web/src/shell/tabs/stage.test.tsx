import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { heading, radio, rows } from '../../testing/find.ts';
import { press } from '../../testing/keys.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const open = (address: string, settings = {}) =>
  renderAt(address, { settings, server: (server) => answerMails(server, mails(2)) });

test('an item opens in the place of its list where the person wants that, and stays when it is done', async () => {
  await open('/', { splitView: false, backToListWhenDone: false });
  await rows().first().click();
  await expect.element(heading('Angebot 2')).toBeVisible();
  expect(
    heading('Eingang')
      .elements()
      .filter((one) => one.checkVisibility()),
  ).toEqual([]);
  await radio('Erledigt').click();
  await expect.element(radio('Erledigt')).toHaveAttribute('aria-checked', 'true');
  await expect.element(heading('Angebot 2')).toBeVisible();
  await press('Escape');
  await expect.element(heading('Eingang')).toBeVisible();
});

test('an item opens beside its list, and closes when it is done', async () => {
  await open('/mails/all/all/main');
  await rows().first().click();
  await expect.element(heading('Angebot 2')).toBeVisible();
  await expect.element(heading('E-Mails')).toBeVisible();
  await radio('In Bearbeitung').click();
  await expect.element(heading('Angebot 2')).toBeVisible();
  await radio('Erledigt').click();
  await expect.element(page.getByText('Nichts geöffnet')).toBeVisible();
});
