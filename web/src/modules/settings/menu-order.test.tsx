import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, checkbox, field, textsOf } from '../../testing/find.ts';
import { focused, press } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const names = () => textsOf('.drawer li .label');
const handle = (name: string) => button(`${name} verschieben`);

async function open() {
  const app = await renderAt('/settings/menu', { size: { width: 1440, height: 1300 } });
  await expect.element(handle('Eingang')).toBeVisible();
  return app;
}

test('the menu is put in order by keys', async () => {
  const app = await open();
  await expectUsable(app);
  const before = names();
  expect(before[0]).toBe('Eingang');
  (handle('Eingang').element() as HTMLElement).focus();
  await press('Alt+ArrowDown');
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await expect.poll(focused).toBe('Eingang verschieben');
  await press('Alt+ArrowDown');
  await expect.poll(names).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
  await button('Eingang nach oben').click();
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
});

/** Carries one entry over another as a mouse does, and lays it down when the others have made room, however long that takes. */
async function carry(name: string, over: string, isThere: () => boolean): Promise<void> {
  const from = handle(name).element();
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const to = middle(handle(over).element());
  const start = middle(from);
  const dispatch = (kind: string, target: EventTarget, at: typeof to) =>
    target.dispatchEvent(
      new PointerEvent(kind, { ...at, bubbles: true, cancelable: true, isPrimary: true, button: 0 }),
    );
  dispatch('pointerdown', from, start);
  for (let step = 1; step <= 8; step += 1) {
    dispatch('pointermove', document, {
      clientX: start.clientX,
      clientY: start.clientY + ((to.clientY - 4 - start.clientY) * step) / 8,
    });
    await new Promise(requestAnimationFrame);
  }
  await expect.poll(isThere).toBe(true);
  dispatch('pointerup', document, to);
}

test('the menu is put in order by dragging', async () => {
  await open();
  const before = names();
  // The last of those that make room: as long as it stands, what is dragged would come behind it.
  const first = handle('Eingang').element();
  const { top } = first.getBoundingClientRect();
  await carry('Einstellungen', 'Eingang', () => first.getBoundingClientRect().top > top + 10);
  await expect.poll(names).toEqual(['Einstellungen', ...before.filter((name) => name !== 'Einstellungen')]);
});

/** What stands in the corners is no entry of the menu. */
const corners = ['Personen', 'Menü', 'Schreiben'];

test('what stands at the bottom of small screens is chosen, and turned about', async () => {
  await renderAt('/settings/menu', { size: PHONE });
  const bottom = () => textsOf('.bottom-menu .label').filter((name) => !corners.includes(name));
  await expect.element(page.getByRole('group', { name: 'Unten auf kleinen Bildschirmen' })).toBeVisible();
  await checkbox('Einstellungen', page.getByRole('group', { name: 'Unten auf kleinen Bildschirmen' })).click();
  await expect.poll(bottom).toEqual(['Eingang', 'Suche', 'E-Mails', 'Einstellungen']);
  await field('Unten in umgekehrter Reihenfolge').click();
  await expect.poll(bottom).toEqual(['Einstellungen', 'E-Mails', 'Suche', 'Eingang']);
  await button('Diese Seite zurücksetzen').click();
  await expect.poll(bottom).toEqual(['Eingang', 'Suche', 'E-Mails']);
});
