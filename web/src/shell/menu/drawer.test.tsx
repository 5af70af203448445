import { findQueries, savedQueries } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { heading, menu, rows } from '../../testing/find.ts';
import { answerMails, mails } from '../../testing/mails.ts';
import type { FakeServer } from '../../testing/fake-server.ts';

const [saved] = savedQueries.saved.example.result;
if (saved === undefined) throw new Error('the contract has no example');
const FILTER = { ...saved, pinned: 1, name: 'Werft' };

function answer(server: FakeServer): void {
  answerMails(server, mails(2));
  server.list(findQueries.filterItems, mails(2));
  server.list(findQueries.trashItems, mails(2));
  server.answer(savedQueries.saved, [FILTER]);
}

/** What the menu says that is shown; of a saved filter and the list that it belongs to, the one that stands out. */
const current = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('.drawer [aria-current=page]')]
    .filter((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
    .map((one) => one.querySelector('.label')?.textContent ?? one.textContent ?? '');

describe('the menu marks the list that is shown', () => {
  test.each([
    ['/', 'Eingang'],
    ['/filter/all/all/main', 'Suche'],
    ['/mails/all/all/main', 'E-Mails'],
    ['/mails/all/all/main?box=3', 'E-Mails'],
    ['/tasks/open/all/main', 'Aufgaben'],
    ['/notes/all/all/main', 'Notizen'],
    ['/documents/all/all/main', 'Dokumente'],
    ['/records', 'Datensätze'],
    ['/records/1', 'Datensätze'],
    ['/records/1/5', 'Datensätze'],
    ['/kanban/5', 'Kanban'],
    ['/trashed/all/all/main', 'Papierkorb'],
    ['/settings/about', 'Einstellungen'],
  ])('%s', async (address, entry) => {
    await renderAt(address, { server: answer });
    await expect.poll(current).toEqual([entry]);
    await expect
      .element(menu().getByRole('link', { name: new RegExp(`^${entry}`) }))
      .toHaveAttribute('aria-current', 'page');
  });

  test.each([
    ['the inbox', '/', 'Eingang'],
    ['the search', '/filter/all/all/main', 'Suche'],
    ['a saved filter', `/filter/all/all/saved-${FILTER.filterId}`, 'Werft'],
  ])('with an item open beside it, too: %s', async (_, address, entry) => {
    await renderAt(address, { server: answer });
    await expect.poll(current).toEqual([entry]);
    await rows().filter({ hasText: 'Angebot 2' }).click();
    await expect.element(heading('Angebot 2')).toBeVisible();
    await expect.poll(() => location.pathname).toContain('/mail/');
    expect(current()).toEqual([entry]);
  });

  test('whatever an item that was opened from elsewhere is: it stands beside the list that was shown', async () => {
    const app = await renderAt('/tasks/open/all/main', { server: answer });
    await expect.poll(current).toEqual(['Aufgaben']);
    const id = formatAggregateId({ module: 'email', entryId: 1, userId: 1, sourceContainerId: 3 });
    app.shell.navigator.go(`/mail/${encodeURIComponent(id)}/inbox/view`);
    await expect.element(heading('Angebot 1')).toBeVisible();
    expect(current()).toEqual(['Aufgaben']);
  });

  test('on a phone as well, while one is read', async () => {
    await renderAt('/', { server: answer, size: PHONE });
    await rows().filter({ hasText: 'Angebot 2' }).click();
    await expect.element(heading('Angebot 2')).toBeVisible();
    await expect
      .element(page.getByRole('navigation').getByRole('link', { name: /^Eingang/ }))
      .toHaveAttribute('aria-current', 'page');
  });
});
