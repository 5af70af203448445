import { presenceCommands, presenceQueries, type AutomaticUserState } from '@kontor/contract/presence';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field, heading, radio } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { answerPeople } from '../testing.ts';

const { automaticUserStates } = presenceQueries;
const { savePlace, removePlace, subscribe, unsubscribe, setAutomaticState, deleteAutomaticState } = presenceCommands;
const [workshop] = automaticUserStates.example.result as [AutomaticUserState];
const unwatched = { ...workshop, key: null, status: null };
const office: AutomaticUserState = {
  ...unwatched,
  id: 4,
  name: 'Büro Hamburg',
  isOwn: false,
  isChangeable: false,
  latitude: null,
  longitude: null,
  radius: null,
  schedule: '',
};

async function open(all: AutomaticUserState[], given: Parameters<typeof renderAt>[1] = {}) {
  const app = await renderAt('/settings/locations', {
    ...given,
    server: (server) => {
      answerPeople(server);
      server.answer(automaticUserStates, all);
    },
  });
  await expect.element(button('Neuer Ort')).toBeVisible();
  return app;
}

/** The device is at these degrees from now on, or does not say where it is. */
function putDevice(position: { latitude: number; longitude: number } | { code: number }): void {
  const own = Object.getOwnPropertyDescriptor(navigator, 'geolocation');
  const getCurrentPosition = (found: (at: object) => void, failed: (error: object) => void): void =>
    'code' in position ? failed(position) : found({ coords: position });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  onTestFinished(() => {
    if (own === undefined) delete (navigator as { geolocation?: unknown }).geolocation;
    else Object.defineProperty(navigator, 'geolocation', own);
  });
}

describe('the places', () => {
  test('are none at first, and it is said that nobody is followed', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Orte')).toBeVisible();
    await expect.element(page.getByText(/^Es entsteht kein Bewegungsprofil/)).toBeVisible();
    await expectUsable(app);
  });

  test('say what they are, and who has made them', async () => {
    const app = await open([
      { ...workshop, status: 'active' },
      office,
      { ...unwatched, id: 5, name: null, schedule: 'immer mal', isScheduleRead: false, status: 'previous' },
    ]);
    await expect.element(page.getByText('Im Büro · 150 m · Mo-Fr 07:00-18:00')).toBeVisible();
    await expect.element(page.getByText('Sie sind hier')).toBeVisible();
    await expect.element(page.getByText('Für alle')).toBeVisible();
    await expect.element(page.getByText('Zeiten nicht lesbar, gilt immer')).toBeVisible();
    await expect.element(page.getByText('Ort ohne Namen')).toBeVisible();
    await expect.element(button('Büro Hamburg bearbeiten')).not.toBeInTheDocument();
    await expectUsable(app);
  });

  test('are watched by this device, or not any more', async () => {
    const { server } = await open([office]);
    const tick = checkbox('Büro Hamburg: auf diesem Gerät');
    await expect.element(tick).not.toBeChecked();
    server.answer(subscribe, () => {
      server.answer(automaticUserStates, [{ ...office, key: 'geheim', status: 'subscribed' }]);
      return { key: 'geheim' };
    });
    await tick.click();
    await expect.element(tick).toBeChecked();
    await expect.poll(() => server.commandsOf(subscribe)).toEqual([{ automaticUserStateId: 4 }]);
    server.answer(unsubscribe, () => {
      server.answer(automaticUserStates, [office]);
      return {};
    });
    await tick.click();
    await expect.element(tick).not.toBeChecked();
    await expect.poll(() => server.commandsOf(unsubscribe)).toEqual([{ automaticUserStateId: 4 }]);
  });

  test('are entered where the device is there, and left', async () => {
    putDevice({ latitude: 54.3234, longitude: 10.1229 });
    const { server } = await open([workshop]);
    server.answer(setAutomaticState, () => {
      server.answer(automaticUserStates, [{ ...workshop, status: 'active' }]);
      return {};
    });
    await button('Ich bin hier').click();
    await expect.element(page.getByText('Sie sind bei „Werkstatt“.')).toBeVisible();
    await expect
      .poll(() => server.commandsOf(setAutomaticState))
      .toEqual([{ automaticUserStateId: 3, key: workshop.key }]);
    await button('Ich gehe').click();
    await expect
      .poll(() => server.commandsOf(deleteAutomaticState))
      .toEqual([{ automaticUserStateId: 3, key: workshop.key }]);
  });

  test('are not entered from afar', async () => {
    putDevice({ latitude: 54.3333, longitude: 10.1228 });
    const { server } = await open([workshop]);
    await button('Ich bin hier').click();
    await expect.element(page.getByText('Bis „Werkstatt“ sind es noch 1,1 km.')).toBeVisible();
    expect(server.commandsOf(setAutomaticState)).toEqual([]);
  });

  test.each([
    [1, /Die Ortung ist für Kontor nicht erlaubt/],
    [2, /Die Ortung ist ausgeschaltet/],
    [3, /nicht rechtzeitig gefunden/],
  ])('say so where location services are off: %i', async (code, text) => {
    putDevice({ code });
    const app = await open([workshop]);
    await button('Ich bin hier').click();
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    await expectUsable(app);
  });

  test('that have moved meanwhile say so', async () => {
    putDevice({ latitude: 54.3233, longitude: 10.1228 });
    const { server } = await open([workshop]);
    server.refuse(setAutomaticState, 'PLACE_GONE');
    await button('Ich bin hier').click();
    await expect.element(page.getByText('Diesen Ort gibt es nicht mehr, oder er liegt jetzt woanders.')).toBeVisible();
  });

  test('are removed after a question', async () => {
    const { server } = await open([workshop]);
    server.answer(removePlace, () => {
      server.answer(automaticUserStates, []);
      return {};
    });
    await button('Werkstatt entfernen').click();
    await expect.element(dialog()).toBeVisible();
    expect(server.commandsOf(removePlace)).toEqual([]);
    await button('Entfernen', dialog()).click();
    await expect.element(page.getByText('Werkstatt ist entfernt.')).toBeVisible();
    await expect.element(button('Neuer Ort')).toHaveFocus();
  });

  test('say so where they could not be loaded', async () => {
    const app = await renderAt('/settings/locations', {
      server: (server) => {
        answerPeople(server);
        server.refuse(automaticUserStates, 'NOT_FOUND');
      },
    });
    await expect.element(button('Erneut versuchen')).toBeVisible();
    await expect.poll(app.isLive).toBe(true);
    app.server.answer(automaticUserStates, [workshop]);
    await button('Erneut versuchen').click();
    await expect.element(page.getByText('Werkstatt', { exact: true })).toBeVisible();
  });
});

describe('a place', () => {
  test('is made where the device is right now', async () => {
    putDevice({ latitude: 53.551_086_4, longitude: 9.993_682 });
    const app = await open([]);
    await button('Neuer Ort').click();
    await expect.element(field('Name')).toHaveFocus();
    await press('Enter');
    await expect.element(page.getByText('Geben Sie dem Ort einen Namen mit höchstens 80 Zeichen.')).toBeVisible();
    await expect.element(page.getByText('Der Breitengrad liegt zwischen -90 und 90 Grad.')).toBeVisible();
    await expectUsable(app);
    await field('Name').fill('Baustelle');
    await button('Hier').click();
    await expect.element(field('Breitengrad')).toHaveValue('53,551086');
    await field('Zustand').selectOptions('Unterwegs');
    (field('Umkreis').element() as HTMLElement).focus();
    await press('ArrowRight', 'ArrowRight');
    await radio('Nach draußen').click({ force: true });
    await checkbox(/^Ort für alle/).click();
    await field('Zeiten').fill('Mo-Fr 07:00-18:00');
    await button('Anlegen').click();
    await expect.element(page.getByText('Baustelle ist gespeichert.')).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(savePlace))
      .toEqual([
        {
          name: 'Baustelle',
          iconCls: 'arrow-square-out',
          latitude: 53.551_086,
          longitude: 9.993_682,
          radius: 250,
          schedule: 'Mo-Fr 07:00-18:00',
          stateId: 5,
          isForAll: true,
        },
      ]);
    await expect.element(heading('Orte')).toBeVisible();
  });

  test('is changed; for all it is made by administrators alone', async () => {
    const { server } = await open([workshop], { isAdministrator: false });
    await button('Werkstatt bearbeiten').click();
    await field('Breitengrad').fill('54,5');
    await button('Speichern').click();
    await expect
      .poll(() => server.commandsOf(savePlace).at(-1))
      .toMatchObject({ automaticUserStateId: 3, latitude: 54.5, isForAll: false });
    await button('Neuer Ort').click();
    await expect.element(checkbox(/^Ort für alle/)).not.toBeInTheDocument();
  });

  test('says what the server has against it', async () => {
    const { server } = await open([workshop]);
    server.refuse(savePlace, 'TOO_MANY_PLACES');
    await button('Werkstatt bearbeiten').click();
    await field('Name').fill('Werk');
    await button('Speichern').click();
    await expect.element(page.getByRole('alert').getByText(/Mehr als 20 Orte sind nicht möglich/)).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Werk');
  });

  test('is made on a phone, and says there that the position is not to be had', async () => {
    putDevice({ code: 1 });
    const app = await open([workshop], { size: PHONE });
    await expectUsable(app);
    await button('Neuer Ort').click();
    await button('Hier').click();
    await expect.element(page.getByRole('alert').getByText(/nicht erlaubt/)).toBeVisible();
    await expectUsable(app);
  });
});
