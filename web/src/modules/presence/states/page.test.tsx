import { presenceCommands, presenceQueries, type StateDefinition } from '@kontor/contract/presence';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field, radio, textsOf } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { DEFINITIONS, answerPeople } from '../testing.ts';

const { definitions } = presenceQueries;
const { saveState, removeState, orderStates, allowHiding } = presenceCommands;
const names = () => textsOf('.state-about strong');

async function open(states: readonly StateDefinition[] = DEFINITIONS, given: Parameters<typeof renderAt>[1] = {}) {
  const app = await renderAt('/settings/states', {
    ...given,
    server: (server) => {
      answerPeople(server);
      server.answer(definitions, { states: [...states], mayHide: false });
    },
  });
  await expect.element(button('Neuer Zustand')).toBeVisible();
  return app;
}

describe('the states of the instance', () => {
  test('stand in their order, with what they count as', async () => {
    const app = await open();
    await expect.poll(names).toEqual(DEFINITIONS.map(({ textDe }) => textDe));
    await expect.element(page.getByText('je nach Gerät · beschäftigt')).toBeVisible();
    await expect.element(button('Eigener Text entfernen')).not.toBeInTheDocument();
    await expectUsable(app);
  });

  test('are put in another order by keys', async () => {
    const { server } = await open();
    await expect.poll(names).toHaveLength(DEFINITIONS.length);
    (button('Verfügbar verschieben').element() as HTMLElement).focus();
    server.hold(definitions);
    await press('Alt+ArrowDown');
    await expect.poll(() => names().slice(0, 2)).toEqual(['Im Büro', 'Verfügbar']);
    await expect.poll(() => server.commandsOf(orderStates)).toEqual([{ stateIds: [2, 1, 3, 4, 5, 9] }]);
  });

  test('stay as they were where that is refused', async () => {
    const { server } = await open();
    server.refuse(orderStates, 'STATE_GONE');
    await button('Verfügbar nach unten').click();
    await expect.element(page.getByText(/^Diesen Zustand gibt es nicht mehr/)).toBeVisible();
    await expect.poll(() => names()[0]).toBe('Verfügbar');
  });

  test('are removed, unless a place has them', async () => {
    const { server } = await open();
    server.refuse(removeState, 'STATE_OF_PLACE');
    await button('Im Büro entfernen').click();
    await button('Entfernen', dialog()).click();
    await expect.element(dialog().getByText(/^Orte haben diesen Zustand/)).toBeVisible();
    await button('Abbrechen', dialog()).click();
    await expect.element(button('Im Büro entfernen')).toHaveFocus();
    server.answer(removeState, () => {
      server.answer(definitions, { states: DEFINITIONS.filter(({ id }) => id !== 5), mayHide: false });
      return {};
    });
    await button('Unterwegs entfernen').click();
    await button('Entfernen', dialog()).click();
    await expect.element(page.getByText(/^Unterwegs ist entfernt/)).toBeVisible();
    await expect.poll(names).not.toContain('Unterwegs');
    await expect.element(button('Neuer Zustand')).toHaveFocus();
  });

  test('are none at first', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Zustände')).toBeVisible();
    await expectUsable(app);
  });

  test('go with whether people may hide', async () => {
    const { server } = await open();
    server.answer(allowHiding, () => {
      server.answer(definitions, { states: [...DEFINITIONS], mayHide: true });
      return {};
    });
    const tick = checkbox(/^Personen dürfen unsichtbar sein/);
    await tick.click();
    await expect.element(tick).toBeChecked();
    await expect.poll(() => server.commandsOf(allowHiding)).toEqual([{ mayHide: true }]);
  });

  test('fit on a phone', async () => {
    const app = await open(DEFINITIONS, { size: PHONE });
    await expectUsable(app);
  });
});

describe('a state', () => {
  test('is made in both languages', async () => {
    const app = await open();
    await button('Neuer Zustand').click();
    await expect.element(field('Auf Deutsch')).toHaveFocus();
    await press('Enter');
    await expect.element(page.getByText('Höchstens 80 Zeichen, und mindestens eines.').first()).toBeVisible();
    await expectUsable(app);
    await field('Auf Deutsch').fill('Mittagspause');
    await field('Auf Englisch').fill('Lunch');
    await field('Gilt als').selectOptions('Abwesend, auch mit Gerät');
    await radio('Sonne').click({ force: true });
    await button('Anlegen').click();
    await expect.element(page.getByText('Mittagspause ist gespeichert.')).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(saveState))
      .toEqual([
        {
          type: 'global',
          textDe: 'Mittagspause',
          textEn: 'Lunch',
          iconCls: 'sun',
          hexCode: '#2f6f8f',
          counts: 'absent',
          isBusy: false,
        },
      ]);
  });

  test('is changed, and not left unsaved without a question', async () => {
    const { server } = await open();
    await button('Besprechung bearbeiten').click();
    await field('Auf Deutsch').fill('Termin');
    await button('Alle Zustände').click();
    await dialog().getByRole('button', { name: 'Bleiben' }).last().click();
    await button('Speichern').click();
    await expect.poll(() => server.commandsOf(saveState).at(-1)).toMatchObject({ stateId: 3, textDe: 'Termin' });
  });

  test('that is the personal one keeps its kind, and the server may refuse', async () => {
    const { server } = await open();
    server.refuse(saveState, 'STATE_TYPE');
    await button('Eigener Text bearbeiten').click();
    await expect.element(field('Art')).not.toBeInTheDocument();
    await field('Auf Englisch').fill('Own words');
    await button('Speichern').click();
    await expect.element(page.getByRole('alert').getByText(/Ein Zustand muss „verfügbar“ bleiben/)).toBeVisible();
  });
});
