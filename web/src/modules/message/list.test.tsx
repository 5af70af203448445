import { messageQueries } from '@kontor/contract/message';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, heading, link, menu, rows } from '../../testing/find.ts';
import { press } from '../../testing/keys.ts';
import { aMessage } from '../../testing/messages.ts';
import { expectUsable } from '../../testing/usable.ts';

const ASKED = aMessage(17, 'Wer macht den Stand?', { lastText: 'Wer macht den Stand? Am Samstag ab neun.', unread: 2 });
const TOLD = aMessage(
  16,
  'Brandschutz am Montag',
  {
    lastBy: 1,
    lastText: 'Bitte pünktlich.',
    unread: 0,
    partner: null,
    hasMultipleReceivers: true,
    read: 5,
    done: 2,
    waitsForAnswer: true,
    isMuted: true,
    isMentioned: true,
    sendAt: '2026-11-24T07:00:00.000Z',
  },
  { contact: 'Vertrieb', status: 2, direction: 'outgoing' },
);
const row = (title: string) => rows().filter({ hasText: title });

const open = (messages = [ASKED, TOLD], given: Parameters<typeof renderAt>[1] = {}) =>
  renderAt('/messages/all/all/main', { ...given, server: (server) => server.list(messageQueries.items, messages) });

describe('messages', () => {
  test('stand in the menu, and are listed with who, what was said last, and what is unread', async () => {
    const app = await renderAt('/', { server: (server) => server.list(messageQueries.items, [ASKED, TOLD]) });
    await link(/^Nachrichten/, menu()).click();
    await expect.element(row('Wer macht den Stand?')).toMatchTextContent(/Ben Kurz.*2 ungelesene Texte/);
    await expect.element(row('Wer macht den Stand?')).toMatchTextContent(/Am Samstag ab neun\./);
    await expectUsable(app);
  });

  test('say of what went to several how many have read it and are done, and that it waits, is muted, names one, and goes on later', async () => {
    await open();
    const announcement = row('Brandschutz am Montag');
    await expect.element(announcement).toMatchTextContent(/5 gelesen, 2 erledigt/);
    await expect.element(announcement).toMatchTextContent(/Sie: Bitte pünktlich\./);
    await expect.element(announcement.getByRole('img', { name: 'Wartet auf Antwort' })).toBeVisible();
    await expect.element(announcement.getByRole('img', { name: 'Stummgeschaltet' })).toBeVisible();
    await expect.element(announcement.getByRole('img', { name: 'Sie sind erwähnt' })).toBeVisible();
    const name = 'Wird gesendet Di., 24.11., 08:00';
    await expect.element(announcement.getByRole('img', { name })).toBeVisible();
    expect(announcement.element().textContent).not.toContain('ungelesen');
    const other = row('Wer macht den Stand?');
    expect(other.getByRole('img', { name: /Wird gesendet|Sie sind erwähnt/ }).elements()).toEqual([]);
  });

  test('are cut by chips to what is unread, waits for an answer, or names one, which the address says', async () => {
    const app = await open();
    await expect.element(row('Brandschutz am Montag')).toBeVisible();
    await page.getByRole('tab', { name: 'Auswahl' }).click();
    const chips = page.getByRole('group', { name: 'Auswahl der Nachrichten' });
    await expect.element(button('Ungelesen', chips)).toHaveAttribute('aria-pressed', 'true');
    const wanted = () => app.server.queriesOf(messageQueries.items).at(-1)?.customFilter;
    await expect.poll(wanted).toBe('unread');
    await expectUsable(app);
    (button('Ungelesen', chips).element() as HTMLElement).focus();
    await press('Tab', 'Enter');
    await expect.element(button('Warten auf Antwort', chips)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(wanted).toBe('waiting');
    expect(location.href).toMatch(/\/messages\/custom\/all\/main\?custom=waiting$/);
    // What does not wait is not kept, whatever the server had.
    await expect.element(row('Wer macht den Stand?')).not.toBeInTheDocument();
    await expect.element(row('Brandschutz am Montag')).toBeVisible();
    app.server.list(messageQueries.items, []);
    await button('Sie sind erwähnt', chips).click();
    await expect.element(page.getByText('Niemand hat Sie erwähnt')).toBeVisible();
  });

  test('are all of them where the address names a selection that there is not', async () => {
    const app = await renderAt('/messages/custom/all/main?custom=nichts', {
      size: PHONE,
      server: (server) => server.list(messageQueries.items, [ASKED, TOLD]),
    });
    await expect.element(row('Wer macht den Stand?')).toBeVisible();
    expect(app.server.queriesOf(messageQueries.items).at(-1)).toMatchObject({ view: 'custom', customFilter: '' });
    await expectUsable(app);
  });

  test('are none at first, and say how one is begun', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Nachrichten')).toBeVisible();
    await expectUsable(app);
    await button('Nachricht schreiben').click();
    await expect.element(heading('Neue Nachricht')).toBeVisible();
  });

  test('are not offered to be begun to who may begin none', async () => {
    await open([], { rights: { createMessage: false } });
    await expect.element(page.getByText('Noch keine Nachrichten')).toBeVisible();
    expect(button('Nachricht schreiben').elements()).toEqual([]);
  });

  test('are reached and begun by keys', async () => {
    await renderAt('/', { server: (server) => server.list(messageQueries.items, [ASKED]) });
    await press('g', 'c');
    await expect.element(row('Wer macht den Stand?')).toBeVisible();
    await press('P');
    await expect.element(heading('Neue Nachricht')).toBeVisible();
  });

  test('are listed on a phone', async () => {
    const app = await open([ASKED, TOLD], { size: PHONE });
    await expect.element(row('Brandschutz am Montag')).toBeVisible();
    await expectUsable(app);
  });
});
