import { tipQueries } from '@kontor/contract/activity';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { dialog, heading, link, menu, rows, textsOf } from '../../testing/find.ts';
import { press } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const bar = page.getByRole('tablist', { name: 'Geöffnet' });
const tabs = () => bar.getByRole('tab');
const titles = () => textsOf('[role=tablist] .open-tab-title');
const shown = () => textsOf('[role=tablist] [aria-selected=true] .open-tab-title')[0];
const row = (n: number): Locator => rows().filter({ hasText: new RegExp(`Angebot ${n}\\b`) });
const keep = (n: number) => row(n).click({ button: 'middle' });
const nothing = page.getByText('Nichts geöffnet');

async function open(count = 4) {
  const app = await renderAt('/', { server: (server) => answerMails(server, mails(count)) });
  await expect.element(row(1)).toBeVisible();
  return app;
}

describe('tabs of what is open', () => {
  beforeEach(() => page.viewport(1440, 900));

  test('a click shows a preview, in the place of the one before; a double click keeps it', async () => {
    const app = await open();
    await row(1).click();
    await expect.poll(titles).toEqual(['Angebot 1']);
    await row(2).click();
    await expect.poll(titles).toEqual(['Angebot 2']);
    // A preview that is all there is needs no tab to be seen.
    expect(tabs().elements()).toEqual([]);
    await row(2).dblClick();
    await expect.element(tabs().first()).toHaveAttribute('data-kept', 'true');
    await row(3).click();
    await expect.poll(titles).toEqual(['Angebot 2', 'Angebot 3']);
    expect(shown()).toBe('Angebot 3');
    await expect.element(tabs().last()).toHaveAttribute('data-kept', 'false');
    await keep(1);
    await expect.poll(titles).toEqual(['Angebot 2', 'Angebot 3', 'Angebot 1']);
    await expect.element(heading('Angebot 1')).toBeVisible();
    await expectUsable(app);
  });

  test('keys show the next and the one before, close one, and the others', async () => {
    await open();
    for (const n of [1, 2, 3]) await keep(n);
    await expect.poll(titles).toEqual(['Angebot 1', 'Angebot 2', 'Angebot 3']);
    await press('l');
    await expect.poll(shown).toBe('Angebot 1');
    await press('h');
    await expect.poll(shown).toBe('Angebot 3');
    await press('w');
    await expect.poll(titles).toEqual(['Angebot 1', 'Angebot 2']);
    expect(shown()).toBe('Angebot 2');
    (tabs().first().element() as HTMLElement).focus();
    await press('ArrowRight');
    await expect.poll(() => document.activeElement?.getAttribute('aria-selected')).toBe('true');
    await press('Shift+W');
    await expect.poll(() => tabs().elements().length).toBe(1);
    await tabs().first().click({ button: 'middle' });
    await expect.poll(() => tabs().elements().length).toBe(0);
    await expect.element(nothing).toBeVisible();
  });

  test('what is closed goes back to the list, and never comes to a tab that nobody has shown', async () => {
    await open();
    await row(1).dblClick();
    await expect.poll(titles).toEqual(['Angebot 1']);
    await row(2).click();
    await expect.poll(shown).toBe('Angebot 2');
    await press('Escape');
    await expect.poll(titles).toEqual(['Angebot 1']);
    await expect.element(nothing).toBeVisible();
    expect(location.pathname).toBe('/');
    await tabs().first().click();
    await expect.element(heading('Angebot 1')).toBeVisible();
    history.back();
    await expect.element(nothing).toBeVisible();
    expect(titles()).toEqual(['Angebot 1']);
  });

  test('another entry of the menu closes them, its own list does not', async () => {
    await open();
    await row(1).dblClick();
    await expect.poll(titles).toEqual(['Angebot 1']);
    await link(/^Eingang/, menu()).click();
    await expect.element(nothing).toBeVisible();
    expect(titles()).toEqual(['Angebot 1']);
    await link(/^E-Mails/, menu()).click();
    await expect.poll(() => tabs().elements().length).toBe(0);
  });

  test('they survive a reload, without a title on the device', async () => {
    const app = await open();
    await row(1).dblClick();
    await expect.element(tabs().first()).toHaveAttribute('data-kept', 'true');
    await keep(2);
    await expect.poll(titles).toEqual(['Angebot 1', 'Angebot 2']);
    const kept = app.env.tab.getItem(`kontor.tabs/${app.kontor.session.get().client?.key}`);
    expect(kept).toContain('/mail/');
    expect(kept).not.toContain('Angebot');
    await app.reload();
    await expect.poll(titles).toEqual(['Angebot 1', 'Angebot 2']);
    expect(shown()).toBe('Angebot 2');
  });

  test('the address of one can be copied', async () => {
    await open();
    await keep(1);
    await expect.poll(titles).toEqual(['Angebot 1']);
    await tabs().first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Adresse kopieren' }).click();
    await expect.element(page.getByText('Die Adresse wurde kopiert.')).toBeVisible();
    const { origin, pathname } = new URL(await navigator.clipboard.readText());
    expect([origin, pathname]).toEqual([location.origin, location.pathname]);
  });

  test('a tab stands where it was scrolled to, also after a reload', async () => {
    const app = await open();
    await page.viewport(1200, 320);
    await row(4).dblClick();
    await expect.element(heading('Angebot 4')).toBeVisible();
    const scrolled = () =>
      [...document.querySelectorAll('[data-scrolls]')].find((element) => element.checkVisibility()) ?? document.body;
    await expect
      .poll(() => {
        scrolled().scrollTop = 60;
        return scrolled().scrollTop;
      })
      .toBe(60);
    await keep(3);
    await expect.poll(shown).toBe('Angebot 3');
    await tabs().first().click();
    await expect.poll(() => scrolled().scrollTop).toBe(60);
    await app.reload();
    await expect.poll(() => scrolled().scrollTop).toBe(60);
  });

  test('at most twelve are open, and the one that is shown is in sight', async () => {
    const app = await open(14);
    for (let n = 14; n > 0; n -= 1) await keep(n);
    await expect.poll(() => tabs().elements().length).toBe(12);
    const isInSight = (): boolean => {
      const tab = bar.element().querySelector('[aria-selected=true]')?.getBoundingClientRect();
      const box = bar.element().getBoundingClientRect();
      return tab !== undefined && tab.right <= box.right + 1 && tab.left >= box.left - 1;
    };
    await expect.poll(isInSight).toBe(true);
    await expectUsable(app);
    await tabs().nth(3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Alle schließen' }).click();
    await expect.poll(() => tabs().elements().length).toBe(0);
  });

  test('what is not there says so in its tab', async () => {
    const id = '{"moduleName":"email","entryId":99999999,"userId":1,"sourceContainerId":0,"targetContainerId":0}';
    const app = await renderAt(`/mail/${encodeURIComponent(id)}/inbox/view`, {
      server: (server) => {
        answerMails(server, mails(2));
        server.refuse(tipQueries.tips, 'NOT_FOUND');
      },
    });
    await expect.poll(titles).toEqual(['Nicht gefunden']);
    await expectUsable(app);
  });

  test('there are none on a phone', async () => {
    await renderAt('/', { size: PHONE, server: (server) => answerMails(server, mails(2)) });
    await row(1).click();
    await expect.element(heading('Angebot 1')).toBeVisible();
    expect(bar.elements()).toEqual([]);
  });

  test('nothing of them is left by who has signed out', async () => {
    const app = await open();
    const key = `kontor.tabs/${app.kontor.session.get().client?.key}`;
    await row(1).dblClick();
    await expect.poll(() => app.env.tab.getItem(key)).toContain('/mail/');
    await press('Control+k');
    await dialog().getByRole('combobox').fill('Abmelden');
    await expect.element(page.getByRole('option', { name: /^Abmelden/ }).first()).toBeVisible();
    await press('Enter');
    await expect.element(page.getByLabelText('Benutzername')).toBeVisible();
    expect(app.env.tab.getItem(key)).toBeNull();
  });
});
