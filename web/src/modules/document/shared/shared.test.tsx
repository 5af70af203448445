import { documentCommands, documentQueries } from '@kontor/contract/document';
import { taskCommands } from '@kontor/contract/task';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Shared } from '../../../device/device.ts';
import { replaceDevice } from '../../../device/index.ts';
import { createFakePhone } from '../../../device/testing/fake-device.ts';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field } from '../../../testing/find.ts';
import { sharedListAddress } from './use-shared.ts';
import { expectUsable } from '../../../testing/usable.ts';

const aFile = (name: string): File => new File(['Inhalt'], name, { type: 'text/plain' });
const aShare = (more: Partial<Shared>): Shared => ({ title: '', texts: [], files: [], unread: [], ...more });

async function onPhone(rights = {}) {
  const phone = createFakePhone();
  onTestFinished(replaceDevice(phone.device));
  const app = await renderAt('/', {
    size: PHONE,
    rights,
    server: (server) => {
      server.at('/upload', () => Response.json({ attachmentId: 4, size: 6, type: 'text/plain', isComplete: true }));
      server.answer(documentQueries.boxes, documentQueries.boxes.example.result);
    },
  });
  await expect.poll(() => app.isLive()).toBe(true);
  return { app, phone };
}

test('files from another app are filed: the list of today, the box, and it is done', async () => {
  const { app, phone } = await onPhone();
  phone.share(aShare({ files: [aFile('Lieferschein.txt')], unread: ['Film.mov'] }));
  await expect.element(dialog().getByText('Lieferschein.txt')).toBeVisible();
  expect(location.pathname).toMatch(/^\/documents\/open\/\d{4}-\d\d-\d\d\/main$/);
  await expect
    .element(page.getByText('Nicht übernommen, weil zu groß oder nicht lesbar: Film.mov'))
    .toBeInTheDocument();
  await expectUsable(app);
  await button('Ablegen', dialog()).click();
  await expect
    .poll(() => app.server.commandsOf(documentCommands.createFromSharedFile))
    .toMatchObject([{ fileName: 'Lieferschein.txt', size: 6, content: { uploadId: expect.any(String) } }]);
  expect(app.server.commandsOf(documentCommands.create)).toEqual([]);
});

test('what is shared and given a title is filed as any other document', async () => {
  const { app, phone } = await onPhone();
  phone.share(aShare({ files: [aFile('Lieferschein.txt')] }));
  await field('Titel', dialog()).fill('Lieferschein der Werft');
  await button('Ablegen', dialog()).click();
  await expect
    .poll(() => app.server.commandsOf(documentCommands.create).map(({ title }) => title))
    .toEqual(['Lieferschein der Werft']);
  expect(app.server.commandsOf(documentCommands.createFromSharedFile)).toEqual([]);
});

test('what is shared without a network waits, and is filed once there is one', async () => {
  const { app, phone } = await onPhone();
  app.server.cut(true);
  await expect.poll(() => app.kontor.session.get().client?.connection.get().online).toBe(false);
  phone.share(aShare({ files: [aFile('Lieferschein.txt')] }));
  await button('Ablegen', dialog()).click();
  await expect
    .poll(() =>
      app.kontor.session
        .get()
        .client?.waiting.get()
        .map(({ name }) => name),
    )
    .toEqual(['document.createFromSharedFile']);
  app.server.cut(false);
  await expect
    .poll(() => app.server.commandsOf(documentCommands.createFromSharedFile).map(({ fileName }) => fileName))
    .toEqual(['Lieferschein.txt']);
});

test('what is shared before the first was filed is filed after it', async () => {
  const { app, phone } = await onPhone();
  const named = ['Lieferschein.txt', 'Rechnung.txt', 'Mahnung.txt'];
  for (const name of named.slice(0, 2)) phone.share(aShare({ files: [aFile(name)] }));
  for (const [index, name] of named.entries()) {
    await expect.element(dialog().getByText(name)).toBeVisible();
    // One more while another is being filed.
    if (index === 0) phone.share(aShare({ files: [aFile('Mahnung.txt')] }));
    await button('Ablegen', dialog()).click();
    await expect
      .poll(() => app.server.commandsOf(documentCommands.createFromSharedFile).map(({ fileName }) => fileName))
      .toEqual(named.slice(0, index + 1));
  }
});

test('the day stands as JSON in the address', () => {
  const at = Date.parse('2026-11-28T23:30:00Z');
  expect(decodeURIComponent(sharedListAddress('Europe/Berlin', at))).toBe('/documents/open/"2026-11-29"/main');
});

test('a text or a link becomes a note', async () => {
  const { app, phone } = await onPhone();
  phone.share(aShare({ title: 'Messe', texts: ['https://example.com'] }));
  await expect
    .poll(() => app.server.commandsOf(taskCommands.create))
    .toMatchObject([
      {
        moduleLayout: 'note',
        title: 'Messe',
        content: '<p><a href="https://example.com">https://example.com</a></p>',
        inactive: true,
      },
    ]);
  await expect.poll(() => location.pathname).toMatch(/^\/note\//);
});

test('without a network a note is made later, and nothing is lost', async () => {
  const { app, phone } = await onPhone();
  app.server.cut(true);
  await expect.poll(() => app.kontor.session.get().client?.connection.get().online).toBe(false);
  phone.share(aShare({ texts: ['Kabel NYM'] }));
  await expect.element(page.getByText('Die Notiz wird angelegt, sobald wieder eine besteht.')).toBeVisible();
  app.server.cut(false);
  await expect
    .poll(() => app.server.commandsOf(taskCommands.create))
    .toMatchObject([{ moduleLayout: 'note', title: 'Kabel NYM', inactive: false }]);
});

test('who may not file is told so, and so is who was handed nothing', async () => {
  const { phone } = await onPhone({ createDocument: false });
  phone.share(aShare({ files: [aFile('a.txt')] }));
  await expect.element(page.getByText('Sie dürfen in dieser Instanz keine Dokumente ablegen.')).toBeVisible();
  phone.share(aShare({}));
  await expect.element(page.getByText(/Die andere App hat nichts Lesbares übergeben/)).toBeVisible();
  expect(field(/./, dialog()).elements()).toEqual([]);
});
