import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { replaceDevice } from '../../device/index.ts';
import { createFakePhone } from '../../device/testing/fake-device.ts';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, dialog, heading } from '../../testing/find.ts';

async function onPhone(address: string) {
  const phone = createFakePhone();
  onTestFinished(replaceDevice(phone.device));
  return { phone, app: await renderAt(address, { size: PHONE }) };
}
const task = formatAggregateId({ module: 'task', entryId: 17, userId: 1 });

test('a push that is pressed leads to what it is about, and one for somebody else says so', async () => {
  const { app, phone } = await onPhone('/settings/about');
  const { name } = app.kontor.session.get().client?.account ?? { name: '' };
  phone.tap({ account: undefined, instanceName: name, aggregateId: task, kind: 'item', tag: 'item:task:17' });
  await expect.poll(() => location.pathname).toMatch(/^\/task\//);
  phone.tap({ account: undefined, instanceName: 'nobody', aggregateId: task, kind: 'item', tag: 'x' });
  await expect
    .element(page.getByText('Das gehört zu einem Konto, das auf diesem Gerät nicht angemeldet ist.'))
    .toBeVisible();
});

test('a link that belongs to the app opens in it', async () => {
  const { phone } = await onPhone('/');
  phone.open(location.origin, '/settings/about');
  await expect.element(heading('Über Kontor')).toBeVisible();
  phone.open('https://elsewhere.example', '/settings/help');
  await expect.element(page.getByText(/nicht angemeldet ist/)).toBeVisible();
  expect(location.pathname).toBe('/settings/about');
});

test('the way back closes what lies over the page, then goes a step back, then to the inbox, then leaves', async () => {
  const { app, phone } = await onPhone('/settings/transfer');
  app.shell.navigator.go('/settings/thisDevice');
  await button('Überall abmelden').click();
  await expect.element(dialog()).toBeVisible();
  expect(phone.back()).toBe(true);
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(location.pathname).toBe('/settings/thisDevice');
  expect(phone.back()).toBe(true);
  await expect.poll(() => location.pathname).toBe('/settings/transfer');
  expect(phone.back()).toBe(true);
  await expect.poll(() => location.pathname).toBe('/');
  expect(phone.back()).toBe(false);
});

test('a download lies in the folder of documents, which is said for a moment in the middle', async () => {
  const { phone } = await onPhone('/settings/transfer');
  await button('Als Datei herunterladen').click();
  const said = page.getByText(/liegt in „Dokumente“/);
  await expect.element(said).toBeVisible();
  const box = document.querySelector('.phone-saved')?.getBoundingClientRect() ?? new DOMRect();
  expect(Math.abs(box.x + box.width / 2 - innerWidth / 2)).toBeLessThan(2);
  expect(phone.saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^kontor-.*\.json$/)]);
  await expect.element(said).not.toBeInTheDocument();
});

test('the app has a badge and an icon on the phone', async () => {
  const { app, phone } = await onPhone('/');
  await expect.poll(() => phone.badge).toBe(1);
  app.shell.settings.change({ appIcon: 'night' });
  await expect.poll(() => phone.done).toContain('icon night');
});
