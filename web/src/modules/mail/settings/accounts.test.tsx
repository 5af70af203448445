import { mailCommands, mailQueries } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, field, heading, link } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { watchSavedFiles } from '../../../testing/saved-files.ts';
import { openMail } from '../testing/open-mail.ts';

const VIEWS = [
  ['in the light', {}],
  ['on a phone, in the dark and in English', { size: PHONE, settings: { theme: 'dark', language: 'en' } as const }],
] as const;

describe('an address that Kontor receives for', () => {
  test.each(VIEWS)('is told with where its mails have to be sent: %s', async (_view, given) => {
    const app = await renderAt('/settings/mail', given);
    await button(/^(Postfach hinzufügen|Add mailbox)$/).click();
    await page.getByText(/^(Von Kontor empfangene Adresse|Address received by Kontor)$/).click();
    await expect.element(page.getByText('mx.nordwerk.example')).toBeVisible();
    await expectUsable(app);
  });

  test('is added once it has its name', async () => {
    const { server } = await renderAt('/settings/mail');
    await button('Postfach hinzufügen').click();
    await page.getByText('Von Kontor empfangene Adresse').click();
    await button('Speichern').click();
    await expect.poll(() => page.getByText('Bitte ausfüllen.').elements()).toHaveLength(2);
    expect(server.commandsOf(mailCommands.addAddress)).toEqual([]);
    await field('E-Mail-Adresse').fill('anfragen@nordwerk.example');
    await button('Speichern').click();
    await expect
      .poll(() => server.commandsOf(mailCommands.addAddress))
      .toMatchObject([{ email: 'anfragen@nordwerk.example', name: 'anfragen@nordwerk.example' }]);
  });
});

describe('a mail that could not be read', () => {
  test.each(VIEWS)('is listed with the mailboxes, and leads to itself: %s', async (_view, given) => {
    const app = await renderAt('/settings/mail', given);
    await expect.element(heading(/^(Nicht lesbare E-Mails|Unreadable emails)$/)).toBeVisible();
    await expectUsable(app);
    await link(/nicht lesbar/).click();
    await expect.poll(() => location.pathname).toContain('module_email');
  });

  test.each(VIEWS)('is there as it came, and read again on demand: %s', async (_view, given) => {
    const app = await openMail({ unreadable: true, unreadableReason: 'malformed' }, given);
    const saved = watchSavedFiles();
    await expect
      .element(heading(/^(Diese E-Mail konnte nicht gelesen werden|This email could not be read)$/))
      .toBeVisible();
    await expectUsable(app);
    app.server.answer(mailQueries.source, () => new Response('Subject: Kopflastig'));
    await button(/^(E-Mail herunterladen|Download email)$/).click();
    await expect.poll(() => saved).toEqual(['mail.eml']);
    await button(/^(Erneut lesen|Read again)$/).click();
    await expect.poll(() => app.server.commandsOf(mailCommands.retryUnreadable)).toHaveLength(1);
    await expect.element(button(/^(Wird gelesen …|Reading …)$/)).toHaveAttribute('aria-disabled', 'true');
  });
});
