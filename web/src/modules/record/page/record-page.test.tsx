import { recordCommands, recordQueries, type RecordChange } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, heading } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { deleteContactPerson, restoreContactPerson, save, saveContactPerson, restore } = recordCommands;
const { result } = recordQueries.model.example;
const model = result.jsonModel ?? expect.fail('The example has no record');
const [name] = model.model.leftColumn;
const [email] = model.model.rightColumn;
if (name === undefined || email === undefined) throw new Error('The example has no fields');
const city = { ...name, key: 'city', label: 'Ort', isTitle: false, isRequired: false, value: 'Kiel' } as typeof name;
const phone = {
  ...city,
  key: 'phone',
  label: 'Telefon',
  actionIcons: ['phone'],
  value: '+49 431 12345',
} as typeof name;
const paul = model.model.contactPersons[0] ?? expect.fail('The example has no contact person');
const marta = { ...paul, contactPersonId: 5, fields: paul.fields.map((one) => ({ ...one, value: 'Marta Thon' })) };

const recordWith = (part: Partial<typeof model> = {}, persons = [paul]): typeof result => ({
  ...result,
  jsonModel: {
    ...model,
    ...part,
    model: {
      leftColumn: [name, city],
      rightColumn: [email, phone],
      contactPersons: persons,
      tabConfiguration: [
        { tab: 'masterData', title: '' },
        { tab: 'changeLog', title: '' },
      ],
    },
  },
});

async function open(record = recordWith(), given: Omit<NonNullable<Parameters<typeof renderAt>[1]>, 'server'> = {}) {
  const app = await renderAt('/record/1-7/ido/view/masterData', {
    ...given,
    server: (server) => server.answer(recordQueries.model, record),
  });
  await expect.element(heading('Werft Neumann')).toBeVisible();
  return app;
}
const change = (key: string, before: string, value: string) => ({ key, before, value });

describe('a record', () => {
  test.each(['button', 'key'])('has a call noted with its number, by a %s', async (by) => {
    await open();
    await expect.element(button('Anruf festhalten')).toBeVisible();
    if (by === 'button') await button('Anruf festhalten').click();
    else await press('G');
    await expect.element(field('Nummer')).toHaveValue('+49 431 12345');
  });

  test('has the phone numbers of its texts beneath them, to be pressed', async () => {
    const remark = { key: 'remark', label: 'Bemerkung', isTitle: false, kind: 'textarea' };
    const value = 'Pforte 0431 123456, Werkstatt +49 (0)431 654321';
    const record = recordWith();
    await open({
      ...record,
      jsonModel: {
        ...(record.jsonModel ?? model),
        model: {
          ...(record.jsonModel ?? model).model,
          rightColumn: [{ ...city, ...remark, value } as typeof name],
        },
      },
    });
    const numbers = () => [...document.querySelectorAll('.record-numbers li')].map((line) => line.textContent?.trim());
    await expect.poll(numbers).toEqual(['0431 123456', '+49 (0)431 654321']);
    await field('Bemerkung').fill('Niemand');
    await expect.poll(numbers).toEqual([]);
  });

  test('is changed and saved, with what each field was before', async () => {
    const app = await open();
    await expectUsable(app);
    await field('Ort').fill('Flensburg');
    await button('Speichern').click();
    await expect.element(page.getByText('Gespeichert.')).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(save))
      .toMatchObject([{ idoId: 7, jsonPayload: { changes: [change('city', 'Kiel', 'Flensburg')] } }]);
  });

  test('is not saved without a connection, and keeps what was written', async () => {
    const { server } = await open();
    await field('Ort').fill('Flensburg');
    server.cut(true);
    await button('Speichern').click();
    await expect.element(page.getByText(/^Noch nicht gespeichert: Dafür braucht es eine Verbindung/)).toBeVisible();
    await expect.element(field('Ort')).toHaveValue('Flensburg');
    server.cut(false);
    await button('Speichern').click();
    await expect.element(page.getByText('Gespeichert.')).toBeVisible();
  });

  test('shows both values of a field that somebody else has changed, and takes the one that is chosen', async () => {
    const app = await open();
    await field('Ort').fill('Flensburg');
    app.server.refuse(save, 'RECORD_CONFLICT', {
      lastKnownChangeTimestamp: model.lastKnownChangeTimestamp + 1000,
      fields: [{ key: 'city', value: 'Eckernförde' }],
    });
    await button('Speichern').click();
    const conflict = page.getByRole('group', { name: /^Ort: Jemand anders/ });
    await expect.element(conflict.getByText('Eckernförde')).toBeVisible();
    await expectUsable(app);
    app.server.restore(save);
    await button('Meine nehmen: Ort', conflict).click();
    await button('Speichern').click();
    await expect.element(page.getByText('Gespeichert.')).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(save).at(-1))
      .toMatchObject({
        jsonPayload: { changes: [change('city', 'Eckernförde', 'Flensburg')] },
        lastKnownChangeTimestamp: model.lastKnownChangeTimestamp + 1000,
      });
  });

  test('says beside its field what is wrong, and asks before what is not saved is left', async () => {
    const app = await open();
    await press('p');
    app.server.refuse(save, 'RECORD_INVALID', { faults: [{ key: 'email', why: 'address' }] });
    await field('E-Mail').fill('keine Adresse');
    await button('Speichern').click();
    await expect
      .element(page.getByText('Das ist keine E-Mail-Adresse. Prüfen Sie, wie sie geschrieben ist.'))
      .toBeVisible();
    await expect.element(field('E-Mail')).toHaveFocus();
    await expectUsable(app);
    (page.getByRole('tab', { name: /^Werft Neumann/ }).element() as HTMLElement).focus();
    await press('Delete');
    const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
    await expect.element(question.getByText('Datensatz: Werft Neumann')).toBeVisible();
    await button('Verwerfen', question).click();
    await expect.element(heading('Werft Neumann')).not.toBeInTheDocument();
  });

  test('is deleted after a question, and comes back', async () => {
    const { server } = await open();
    await button('Löschen').click();
    await expect.element(dialog().getByText(/„Werft Neumann“ ist dann für alle weg/)).toBeVisible();
    await button('Löschen', dialog()).click();
    await expect.element(page.getByText('„Werft Neumann“ ist gelöscht.')).toBeVisible();
    await expect
      .poll(() => server.commandsOf(recordCommands.delete))
      .toEqual([{ idoId: 7, idoInstanceId: 1, lastKnownChangeTimestamp: model.lastKnownChangeTimestamp }]);
    await button('Rückgängig').click();
    await expect.element(page.getByText('Der Datensatz ist wieder da.')).toBeVisible();
    await expect.poll(() => server.commandsOf(restore)).toEqual([{ idoId: 7, idoInstanceId: 1 }]);
  });

  test('is read alone where one may not write it', async () => {
    const app = await open(recordWith({ allowedActions: { save: false, delete: false } }), {
      rights: { createIdo: false },
    });
    await expect.element(page.getByText('Sie können diesen Datensatz lesen, aber nicht ändern.')).toBeVisible();
    const shown = page.elementLocator(document.querySelector('.record-page') ?? document.body);
    expect(shown.getByRole('textbox').elements()).toEqual([]);
    await expect.element(button('+49 431 12345 anrufen')).toBeVisible();
    expect(button('Löschen').elements()).toEqual([]);
    await expectUsable(app);
  });

  test('is a whole page on a phone', async () => {
    const app = await open(recordWith(), { size: PHONE });
    await expect.element(field('Ort')).toHaveValue('Kiel');
    const { x, width } = (document.querySelector('.record-page') ?? document.body).getBoundingClientRect();
    expect([x, width]).toEqual([0, PHONE.width]);
    await expectUsable(app);
  });
});

describe('its contact persons', () => {
  test('are added with the record', async () => {
    const { server } = await open();
    await button('Ansprechpartner hinzufügen').click();
    const added = page.getByRole('region', { name: 'Neuer Ansprechpartner' });
    await field(/^Name/, added).fill('Marta Thon');
    server.answer(saveContactPerson, () => {
      server.answer(recordQueries.model, recordWith({}, [paul, marta]));
      return { contactPersonId: 5 };
    });
    await button('Speichern').click();
    await expect.element(page.getByText('Gespeichert.')).toBeVisible();
    await expect.element(page.getByText('Ansprechpartner (2)')).toBeVisible();
    await expect
      .poll(() => server.commandsOf(saveContactPerson))
      .toMatchObject([{ contactPersonId: null, jsonPayload: { changes: [change('name', '', 'Marta Thon')] } }]);
  });

  test('are removed after a question, and come back at once', async () => {
    const { server } = await open(recordWith({}, [paul, marta]));
    server.answer(deleteContactPerson, () => {
      server.answer(recordQueries.model, recordWith());
      return {};
    });
    server.answer(restoreContactPerson, () => {
      server.answer(recordQueries.model, recordWith({}, [paul, marta]));
      return {};
    });
    await page.getByText('Marta Thon', { exact: true }).click();
    await button('Marta Thon entfernen').click();
    const question = page.getByRole('dialog', { name: 'Ansprechpartner entfernen?' });
    await button('Entfernen', question).click();
    await expect.element(page.getByText('Ansprechpartner (1)')).toBeVisible();
    await expect.element(page.getByText('„Marta Thon“ ist entfernt.')).toBeVisible();
    await button('Rückgängig').click();
    await expect.element(page.getByText('Ansprechpartner (2)')).toBeVisible();
    await expect
      .poll(() => server.commandsOf(restoreContactPerson))
      .toEqual([{ idoId: 7, idoInstanceId: 1, contactPersonId: 5 }]);
  });

  test('come back later from what was changed', async () => {
    const { server } = await open();
    const [example] = recordQueries.changes.example.result as [RecordChange];
    const difference = { ...example.differences[0], personId: 5, key: 'name', label: 'Name' };
    server.answer(recordQueries.changes, [
      { ...example, differences: [{ ...difference, before: 'Marta Thon', after: '' }] },
    ]);
    await page.getByRole('tab', { name: 'Änderungen' }).click();
    await button('Marta Thon zurückholen').click();
    await expect.element(page.getByText('„Marta Thon“ ist wieder da.')).toBeVisible();
    await expect
      .poll(() => server.commandsOf(restoreContactPerson))
      .toEqual([{ idoId: 7, idoInstanceId: 1, contactPersonId: 5 }]);
  });
});
