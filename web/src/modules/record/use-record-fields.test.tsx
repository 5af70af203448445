import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { button, heading } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';

async function openTemplate(rights = {}) {
  const app = await renderAt('/mails/all/usual/templates', { rights });
  await expect.element(heading('Vorlagen')).toBeVisible();
  await button('Neue Vorlage').click();
  await button('Platzhalter').click();
  return app;
}

test('templates have placeholders of records', async () => {
  const app = await openTemplate();
  await expect.element(page.getByRole('menuitem', { name: 'Datensatz: Titel' })).toBeVisible();
  await expectUsable(app);
  await page.getByRole('menuitem', { name: 'Datensatz: E-Mail' }).click();
  await expect.poll(() => document.querySelector('.written-field')?.textContent).toContain('Datensatz: E-Mail');
});

test('templates have none of them for who may see no records', async () => {
  await openTemplate({ idoList: false });
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(page.getByRole('menuitem', { name: /^Datensatz:/ }).elements()).toEqual([]);
});
