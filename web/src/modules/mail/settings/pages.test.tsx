import {
  dkimCommands,
  dkimQueries,
  mailCommands,
  mailQueries,
  ruleCommands,
  ruleQueries,
  writingCommands,
  writingQueries,
  type MailAccount,
  type Rule,
  type SendingAccount,
  type Signature,
} from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field, heading } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

type Options = NonNullable<Parameters<typeof renderAt>[1]>;

const VIEWS = [
  ['in the light', {}],
  ['on a phone, in the dark and in English', { size: PHONE, settings: { theme: 'dark', language: 'en' } as const }],
] as const;

const [MAILBOX] = mailQueries.accountSettings.example.result as [MailAccount];
const [RULE] = ruleQueries.rules.example.result as [Rule];
const KEY = dkimQueries.checkDkimKey.example.result;
const ADDRESS: SendingAccount = {
  email: 'info@nordwerk.example',
  id: 7,
  isTheStandardMailAccount: true,
  name: 'Nordwerk',
  standard: true,
  standardTemplateId: null,
  virtual: false,
  accountId: 1,
  isShared: false,
  canSend: true,
  manages: true,
};
const SHORT: Signature = {
  id: 3,
  isTheStandSignatureForTheAccount: true,
  mailsignature: '<p>Anna Berger</p>',
  name: 'Kurz',
  sendingAccountId: 7,
  signature: '<p>Anna Berger</p>',
  isGlobal: false,
  changeable: true,
  version: 1,
};
const writing = (part: object) => ({ ...writingQueries.accounts.example.result, ...part });
const withSignatures = (...signatures: readonly Signature[]) =>
  writing({ sendingAccounts: [ADDRESS], signatures: [...signatures] });
const ownRule = (part: Partial<Rule> = {}): Rule => ({ ...RULE, accountId: null, ...part });

describe.each(VIEWS)('a page about mail: %s', (_view, view) => {
  test.each([
    ['mail', mailQueries.accountSettings, /^(Die Postfächer konnten nicht geladen|The mailboxes could not be loaded)/],
    ['signatures', writingQueries.accounts, /^(Die Unterschriften konnten nicht|The signatures could not be loaded)/],
    ['rules', ruleQueries.rules, /^(Die Regeln konnten nicht geladen|The rules could not be loaded)/],
    ['dkim', dkimQueries.dkimKeys, /^(Die Schlüssel konnten nicht geladen|The keys could not be loaded)/],
  ])('says that it could not be had, and is asked for again: %s', async (tab, query, failed) => {
    const app = await renderAt(`/settings/${tab}`, { ...view, server: (server) => server.refuse(query, 'NOT_FOUND') });
    await expect.element(heading(failed)).toBeVisible();
    await expectUsable(app);
    app.server.restore(query);
    await button(/^(Erneut versuchen|Try again)$/).click();
    await expect.element(heading(failed)).not.toBeInTheDocument();
  });

  test.each<readonly [string, (server: FakeServer) => void, RegExp]>([
    ['mail', (server) => server.answer(mailQueries.accountSettings, []), /^(Noch kein Postfach|No mailbox yet)$/],
    ['signatures', (server) => server.answer(writingQueries.accounts, writing({})), /^(Noch keine Adresse|No address)/],
    ['rules', (server) => server.answer(ruleQueries.rules, []), /^(Noch keine Regeln|No rules yet)/],
    ['dkim', (server) => server.answer(dkimQueries.dkimKeys, []), /^(Noch kein Schlüssel|No key yet)$/],
  ])('says what to begin with where nothing is: %s', async (tab, server, empty) => {
    const app = await renderAt(`/settings/${tab}`, { ...view, server });
    await expect.element(page.getByText(empty).first()).toBeVisible();
    await expectUsable(app);
  });
});

describe('mailboxes', () => {
  test('go after a question, and the focus does not go with them', async () => {
    const { server } = await renderAt('/settings/mail', {
      server: (fake) => fake.answer(mailQueries.accountSettings, [MAILBOX]),
    });
    server.answer(mailCommands.removeAccount, () => {
      server.answer(mailQueries.accountSettings, []);
      return {};
    });
    await button('Entfernen').click();
    await button('Entfernen', dialog()).click();
    await expect.element(page.getByText('Noch kein Postfach')).toBeVisible();
    await expect.element(button('Postfach hinzufügen')).toHaveFocus();
    expect(server.commandsOf(mailCommands.removeAccount)).toEqual([{ accountId: MAILBOX.id }]);
  });

  test('are edited in a dialog, from which the focus comes back', async () => {
    await renderAt('/settings/mail', { server: (fake) => fake.answer(mailQueries.accountSettings, [MAILBOX]) });
    const edit = () => button('Bearbeiten').first();
    (edit().element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(field('Mailserver (IMAP)', dialog())).toBeVisible();
    await button('Abbrechen', dialog()).click();
    await expect.element(edit()).toHaveFocus();
  });
});

describe('signatures', () => {
  const open = (...signatures: readonly Signature[]) =>
    renderAt('/settings/signatures', {
      server: (server) => server.answer(writingQueries.accounts, withSignatures(...signatures)),
    });

  test('go at once, come back on demand, and the focus stays on the page', async () => {
    const { server } = await open(SHORT);
    server.answer(writingCommands.deleteSignature, () => {
      server.answer(writingQueries.accounts, withSignatures());
      return {};
    });
    await button('Kurz löschen').click();
    await expect.element(page.getByText('Noch keine Unterschrift.')).toBeVisible();
    await expect.element(button('Unterschrift hinzufügen für info@nordwerk.example')).toHaveFocus();
    await button('Rückgängig').click();
    await expect
      .poll(() => server.commandsOf(writingCommands.saveSignature))
      .toMatchObject([{ signatureId: null, name: 'Kurz', isStandard: true }]);
  });

  test('are opened with the keys, and have the focus once the list is back', async () => {
    const app = await open(SHORT);
    (button('Kurz bearbeiten').element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(heading('Unterschrift „Kurz“')).toBeVisible();
    await expectUsable(app);
    await button('Alle Unterschriften').click();
    await expect.element(button('Kurz bearbeiten')).toHaveFocus();
  });

  test('are saved, and what began a new one has the focus', async () => {
    const { server } = await open();
    const add = () => button('Unterschrift hinzufügen für info@nordwerk.example');
    await add().click();
    await button('Speichern').click();
    await expect.element(page.getByText('Geben Sie der Unterschrift einen Namen.')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    await field('Name').fill('Lang');
    await button('Speichern').click();
    await expect.poll(() => server.commandsOf(writingCommands.saveSignature)).toMatchObject([{ name: 'Lang' }]);
    await expect.element(add()).toHaveFocus();
  });

  test('say that somebody else was quicker, and are saved over that on demand', async () => {
    const { server } = await open(SHORT);
    await button('Kurz bearbeiten').click();
    await expect.element(button('Speichern')).toBeDisabled();
    await field('Name').fill('Kürzer');
    server.refuse(writingCommands.saveSignature, 'VERSION_CONFLICT', { version: 4, name: 'Am kürzesten' });
    await button('Speichern').click();
    await expect.element(page.getByText(/^Die Unterschrift „Am kürzesten“ wurde inzwischen/)).toBeVisible();
    server.restore(writingCommands.saveSignature);
    await button('Speichern').click();
    await expect.poll(() => server.commandsOf(writingCommands.saveSignature).at(-1)?.aggregateVersion).toBe(4);
    await expect.element(button('Kurz bearbeiten')).toHaveFocus();
  });
});

describe('rules', () => {
  const open = (rules: readonly Rule[], options: Options = {}) =>
    renderAt('/settings/rules', { ...options, server: (server) => server.answer(ruleQueries.rules, [...rules]) });

  test('go at once, and the focus stays on the page', async () => {
    const { server } = await open([ownRule()]);
    server.answer(ruleCommands.deleteRule, () => {
      server.answer(ruleQueries.rules, []);
      return {};
    });
    await button('Mehr zu Rechnungen zu Ben').click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await expect.element(page.getByText('Noch keine Regeln.')).toBeVisible();
    await expect.element(button('Neue Regel')).toHaveFocus();
  });

  test('are opened with the keys, and have the focus once the list is back', async () => {
    const app = await open([ownRule(), ownRule({ ruleId: '01890000-0000-7000-8000-0000000000a2', name: 'Ablage' })]);
    (button('Ablage').element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(field('Name')).toHaveFocus();
    await expectUsable(app);
    await button('Zurück zu den Regeln').click();
    await expect.element(button('Ablage')).toHaveFocus();
  });

  test('are begun with a template or with nothing, and given up without losing the focus', async () => {
    await open([]);
    await button('Damit beginnen: Rundschreiben ins Archiv').click();
    await expect.element(field('Name')).toHaveValue('Rundschreiben ins Archiv');
    await button('Abbrechen').click();
    await expect.element(button('Neue Regel')).toHaveFocus();
    await press('Enter');
    await expect.element(field('Name')).toHaveValue('');
    await press('Escape');
    await button('Abbrechen').click();
    await expect.element(button('Neue Regel')).toHaveFocus();
  });

  test('of a mailbox that others manage are shown alone', async () => {
    const app = await renderAt('/settings/rules', {
      server: (server) => {
        server.answer(mailQueries.accountSettings, [{ ...MAILBOX, changeable: false }]);
        server.answer(ruleQueries.rules, ({ accountId }) =>
          accountId === null ? [] : [{ ...RULE, changeable: false }],
        );
      },
    });
    await expect.element(button('Neue Regel')).toBeEnabled();
    await field('Regeln für').selectOptions(String(MAILBOX.id));
    await expect.element(page.getByText('Diese Regeln ändert, wer das Postfach verwaltet.')).toBeVisible();
    await expect.element(page.getByText('Rechnungen zu Ben')).toBeVisible();
    expect(button('Neue Regel').elements()).toEqual([]);
    expect(button('Protokoll').elements()).toEqual([]);
    await expectUsable(app);
  });
});

describe('keys that mails are signed with', () => {
  const open = () => renderAt('/settings/dkim', { server: (server) => server.answer(dkimQueries.dkimKeys, [KEY]) });

  test('go after a question, which says where that fails, and the focus does not go with them', async () => {
    const { server } = await open();
    server.refuse(dkimCommands.removeDkimKey, 'RIGHT_MISSING');
    await button('Entfernen').click();
    await button('Entfernen', dialog()).click();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    server.answer(dkimCommands.removeDkimKey, () => {
      server.answer(dkimQueries.dkimKeys, []);
      return {};
    });
    await button('Entfernen', dialog()).click();
    await expect.element(page.getByText('Noch kein Schlüssel')).toBeVisible();
    await expect.element(button('Schlüssel anlegen')).toHaveFocus();
  });

  test('are made once their fields are right, and the focus comes back', async () => {
    const { server } = await open();
    await button('Schlüssel anlegen').click();
    await field('Domain', dialog()).fill('nordwerk');
    await button('Anlegen', dialog()).click();
    await expect.element(dialog().getByText('Das ist keine Domain.')).toBeVisible();
    await expect.element(field('Domain', dialog())).toHaveFocus();
    await field('Domain', dialog()).fill('werft.example');
    server.refuse(dkimCommands.addDkimKey, 'DKIM_EXISTS');
    await button('Anlegen', dialog()).click();
    await expect.element(dialog().getByText(/^Diesen Schlüssel gibt es schon/)).toBeVisible();
    server.restore(dkimCommands.addDkimKey);
    await button('Anlegen', dialog()).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Schlüssel anlegen')).toHaveFocus();
    expect(server.commandsOf(dkimCommands.addDkimKey).at(-1)).toEqual({ domain: 'werft.example', selector: 'kontor' });
  });

  test('are looked for and switched on, and what that is done with keeps the focus', async () => {
    const { server } = await open();
    const turn = () => button('Einschalten');
    await expect.element(turn()).toHaveAttribute('aria-disabled', 'true');
    await turn().click({ force: true });
    server.answer(dkimQueries.checkDkimKey, () => {
      const found = { ...KEY, checkedAt: new Date().toISOString() };
      server.answer(dkimQueries.dkimKeys, [found]);
      return found;
    });
    await button('Eintrag prüfen').click();
    await expect.element(page.getByText('Der Eintrag ist veröffentlicht.')).toBeVisible();
    await expect.element(button('Eintrag prüfen')).toHaveFocus();
    expect(server.commandsOf(dkimCommands.switchDkimKey)).toEqual([]);
    await turn().click();
    await expect.poll(() => server.commandsOf(dkimCommands.switchDkimKey)).toMatchObject([{ isOn: true }]);
  });
});
