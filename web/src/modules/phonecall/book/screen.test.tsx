import { phonecallCommands, phonecallQueries, type PhoneBookEntry } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { answerCalls } from '../../../testing/calls.ts';
import { button, checkbox, dialog, field, radio } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { bookItems, similar, merges } = phonecallQueries;
const { updateName, updateNumber, updateCompany, createEntry, removeEntries, merge, undoMerge } = phonecallCommands;
const [SIEVERS] = bookItems.example.result as [PhoneBookEntry];
const PETERSEN: PhoneBookEntry = {
  ...SIEVERS,
  id: 13,
  name: 'Frauke Petersen',
  number: '+49 30 23125 204',
  dial: '+493023125204',
  source: 'system',
};

async function open(
  entries: PhoneBookEntry[] = [SIEVERS, PETERSEN],
  given: Omit<NonNullable<Parameters<typeof renderAt>[1]>, 'server'> = {},
) {
  return renderAt('/PhoneBook', {
    ...given,
    server: (server) => {
      answerCalls(server, []);
      server.answer(bookItems, entries);
    },
  });
}
const search = () => page.getByRole('searchbox', { name: 'Name oder Ziffern ab drei' });

describe('the phone book', () => {
  test('lists names and numbers, searched with marks, and sorted', async () => {
    const app = await open();
    await expect.element(page.getByText('Dirk Sievers')).toBeVisible();
    await expectUsable(app);
    await search().fill('peters 5204');
    await expect.poll(() => app.server.queriesOf(bookItems).at(-1)?.searchString).toBe('peters 5204');
    await expect.element(page.getByRole('table').getByText('Peters', { exact: true })).toBeVisible();
    await button('Verweise').click();
    await expect.poll(() => app.server.sorts(bookItems).at(-1)).toEqual([{ property: 'linkCount', direction: 'ASC' }]);
  });

  test('has the companies of those whom it names, which are written and taken out in their cells', async () => {
    const { server } = await open([SIEVERS, { ...PETERSEN, company: '' }]);
    await button('Firma Hafenlogistik Sievers von Dirk Sievers ändern').click();
    await field('Firma Hafenlogistik Sievers von Dirk Sievers ändern').fill('');
    await press('Enter');
    await button('Firma von Frauke Petersen eintragen').click();
    await field('Firma von Frauke Petersen eintragen').fill('Werft');
    await press('Enter');
    await expect
      .poll(() => server.commandsOf(updateCompany))
      .toEqual([
        { phonebookNumber2NameId: 12, updatedCompany: '' },
        { phonebookNumber2NameId: 13, updatedCompany: 'Werft' },
      ]);
  });

  test('is edited in its cells, by keys', async () => {
    const { server } = await open();
    await expect.element(button('Name Dirk Sievers ändern')).toBeVisible();
    (button('Name Dirk Sievers ändern').element() as HTMLElement).focus();
    await press('F2');
    await field('Name Dirk Sievers ändern').fill('Dirk Sievers sen.');
    await press('Enter');
    await expect
      .poll(() => server.commandsOf(updateName))
      .toEqual([{ phonebookNumber2NameId: 12, updatedName: 'Dirk Sievers sen.' }]);
    server.refuse(updateNumber, 'PHONE_NUMBER_INVALID');
    await button('Nummer +49 471 95120 ändern').click();
    await field('Nummer +49 471 95120 ändern').fill('*21#');
    await press('Enter');
    await expect.element(page.getByText(/Das ist keine Telefonnummer/)).toBeVisible();
    await press('Escape');
    await expect.element(button('Nummer +49 471 95120 ändern')).toHaveFocus();
  });

  test('gets entries, and loses them after a question', async () => {
    const app = await open();
    await button('Eintrag').click();
    await button('Speichern', dialog()).click();
    await expect.element(dialog().getByText('Hier fehlt etwas.')).toBeVisible();
    await field('Name', dialog()).fill('Kay Pedersen');
    await field('Nummer', dialog()).fill('0431 99');
    await expectUsable(app);
    await button('Speichern', dialog()).click();
    await expect
      .poll(() => app.server.commandsOf(createEntry))
      .toEqual([{ name: 'Kay Pedersen', company: '', number: '0431 99' }]);
    await checkbox('Dirk Sievers auswählen').click();
    await button('Löschen').click();
    await button('Löschen', dialog()).click();
    await expect.poll(() => app.server.commandsOf(removeEntries)).toEqual([{ phoneBookEntryIds: [12] }]);
  });

  test('brings together what sounds alike, by keys, and parts it again', async () => {
    const app = await open();
    await button('Ähnliche Namen').click();
    const pane = page.getByRole('complementary', { name: 'Ähnliche Namen' });
    await expect.element(pane.getByText('1 von 1')).toBeVisible();
    await expectUsable(app);
    await radio('Dirk Sivers, +49 471 95120 bleibt', pane).click();
    await radio('Dirk Sievers, +49 471 95120 bleibt', pane).click();
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(merge))
      .toEqual([{ primaryPhoneBookEntryId: 12, replacedPhoneBookEntryIds: [40], ignoredPhoneBookEntryIds: [] }]);
    await button('Rückgängig').click();
    await expect.poll(() => app.server.commandsOf(undoMerge)).toEqual([{ mergeId: 2 }]);
  });

  test('never again suggests what is all different', async () => {
    const { server } = await open();
    await button('Ähnliche Namen').click();
    await button('Alle verschieden').click();
    await expect
      .poll(() => server.commandsOf(merge))
      .toEqual([{ primaryPhoneBookEntryId: 12, replacedPhoneBookEntryIds: [], ignoredPhoneBookEntryIds: [40] }]);
  });

  test('lists what was brought together, to be parted', async () => {
    const app = await open();
    await button('Zusammengeführtes').click();
    await expect.element(dialog().getByText(/aus Dirk Sivers/)).toBeVisible();
    await expectUsable(app);
    app.server.refuse(undoMerge, 'PHONE_BOOK_MERGE_GONE');
    await button('Rückgängig: Dirk Sievers', dialog()).click();
    await expect.element(page.getByText(/lässt sich nicht mehr rückgängig machen/)).toBeVisible();
    expect(app.server.queriesOf(merges).length).toBeGreaterThan(0);
  });

  test('finds whose a number is', async () => {
    await open();
    await button('Wem gehört eine Nummer?').click();
    await field('Nummer', dialog()).fill('abc');
    await press('Enter');
    await expect.element(dialog().getByText(/Das ist keine Telefonnummer/)).toBeVisible();
    await field('Nummer', dialog()).fill('0431 123456');
    await press('Enter');
    await expect.element(page.getByRole('dialog', { name: 'Wer ist 0431 123456?' })).toBeVisible();
    await expect.element(dialog().getByText('Werft Neumann')).toBeVisible();
  });

  test('is empty at first, and fits a phone', async () => {
    const app = await open([], { size: PHONE });
    await expect.element(page.getByText('Das Telefonbuch ist leer')).toBeVisible();
    await expectUsable(app);
    expect(app.server.queriesOf(similar)).toEqual([]);
  });
});
