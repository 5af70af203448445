import { presenceCommands, presenceEvents, presenceQueries } from '@kontor/contract/presence';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt, type App } from '../../../testing/app.ts';
import { PONG, PONG_PATH } from '../../../testing/fake-channel.ts';
import { button, dialog, field, heading, menu, radio, textsOf } from '../../../testing/find.ts';
import { focused, press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { PEOPLE, STATES, answerPeople } from '../testing.ts';

const { switchState, setPersonalState, hide } = presenceCommands;
const { userStates, user } = presenceQueries;

/** Whoever hears the key comes once the first screen stands. */
const openByKey = () =>
  expect
    .poll(async () => {
      await press('g', 's');
      return document.querySelector('.state-picker') !== null;
    })
    .toBe(true);

async function open(given: Parameters<typeof renderAt>[1] = {}) {
  const app = await renderAt('/settings/help', { server: answerPeople, ...given });
  await expect.element(heading('Hilfe')).toBeVisible();
  await expect.poll(() => ownName()).toContain('Im Büro');
  await openByKey();
  await expect.element(button(/^Verfügbar/, dialog())).toBeVisible();
  return app;
}
const ownName = () => textsOf('.drawer-user').join();
/** What was chosen, without when. */
const chosen = (server: FakeServer) =>
  server.commandsOf(switchState).map(({ userstateId, until }) => ({ userstateId, until }));
const minutesAhead = (server: FakeServer) =>
  Math.round((Date.parse(server.commandsOf(switchState)[0]?.until ?? '') - Date.now()) / 60_000);

describe('a device in the foreground', () => {
  afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));
  const beats = ({ server }: App) => server.commandsOf(presenceCommands.beat).map((beat) => beat.isInForeground);
  const turn = (state: DocumentVisibilityState): void => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
    document.dispatchEvent(new Event('visibilitychange'));
  };

  test('says so where the server does not see its connection, and that it is no longer', async () => {
    const app = await renderAt('/settings/help', {
      server: (server) => {
        answerPeople(server);
        server.at(PONG_PATH, () => Response.json({ ...PONG, isUnseen: true }));
      },
    });
    await expect.poll(() => beats(app)).toEqual([true]);
    turn('hidden');
    await expect.poll(() => beats(app)).toEqual([true, false]);
    turn('visible');
    await expect.poll(() => beats(app)).toEqual([true, false, true]);
  });

  test('says nothing where the server sees it', async () => {
    const app = await renderAt('/settings/help', { server: answerPeople });
    await openByKey();
    turn('hidden');
    turn('visible');
    expect(beats(app)).toEqual([]);
  });
});

describe("one's own state", () => {
  test('is chosen by a key and a digit, and ends at midnight', async () => {
    const app = await open();
    await expectUsable(app);
    await press('3');
    await expect.poll(() => chosen(app.server)).toEqual([{ userstateId: 3, until: undefined }]);
    await expect.element(page.getByText('Ihr Zustand: Besprechung.')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => ownName()).toContain('Besprechung');
  });

  test('is shown at once, and put right by the server', async () => {
    const app = await open();
    const answer = app.server.hold(switchState);
    await press('4');
    await expect.poll(() => ownName()).toContain('Homeoffice');
    answer();
    await expect.poll(app.isLive).toBe(true);
    app.server.happen(presenceEvents.presenceChanged, [], {
      changed: [[1, 'absent', 5, null, null, null]],
    });
    await expect.poll(() => ownName()).toContain('Unterwegs');
  });

  test('is opened by the own name, too, and by arrows and Enter', async () => {
    const app = await renderAt('/settings/help', { server: answerPeople });
    await expect.poll(() => ownName()).toContain('Im Büro');
    await button(/Anna Berger/, menu()).click();
    await expect.element(button(/^Verfügbar/, dialog())).toHaveFocus();
    await press('ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter');
    await expect.poll(() => chosen(app.server)).toEqual([{ userstateId: 2, until: undefined }]);
  });

  test.each([
    ['30 min', 30],
    ['1 Std.', 60],
  ])('lasts %s', async (name, minutes) => {
    const app = await open();
    await radio(name, dialog()).click();
    await button(/^Homeoffice/, dialog()).click();
    await expect.poll(() => app.server.commandsOf(switchState)).toHaveLength(1);
    expect(Math.abs(minutesAhead(app.server) - minutes)).toBeLessThan(2);
  });

  test('lasts until another one is chosen', async () => {
    const app = await open();
    await radio('auf Weiteres', dialog()).click();
    await button(/^Homeoffice/, dialog()).click();
    await expect.poll(() => chosen(app.server)).toEqual([{ userstateId: 4, until: 'untilFurtherNotice' }]);
  });

  test('lasts until a time that is typed, which has to be one', async () => {
    const app = await open();
    await radio('Zeit …', dialog()).click();
    await expect.element(field('Bis wann?', dialog())).toHaveFocus();
    await type('gestern');
    await button(/^Homeoffice/, dialog()).click();
    await expect.element(page.getByText('Das ist keine Zeit, die noch kommt.')).toBeVisible();
    await expectUsable(app);
    await field('Bis wann?', dialog()).fill('31.2. 8:00');
    await button(/^Homeoffice/, dialog()).click();
    await expect.element(page.getByText('Den 31.2. gibt es nicht.')).toBeVisible();
    await field('Bis wann?', dialog()).fill('in 2 Stunden');
    await button(/^Homeoffice/, dialog()).click();
    await expect.poll(() => app.server.commandsOf(switchState)).toHaveLength(1);
    expect(Math.abs(minutesAhead(app.server) - 120)).toBeLessThan(2);
  });

  test('has a text of its own, and the last ones are offered again', async () => {
    const app = await open();
    await press('0');
    await type('Auf der  Messe');
    await press('Enter');
    await expect.poll(() => app.server.commandsOf(setPersonalState)).toEqual([{ text: 'Auf der Messe' }]);
    await expect.poll(() => chosen(app.server)).toEqual([{ userstateId: 9, until: undefined }]);
    await expect.poll(() => ownName()).toContain('Auf der Messe');
    await press('g', 's');
    await expect.element(button(/^Auf der Messe/, dialog())).toBeVisible();
    await expectUsable(app);
    await press('6');
    await expect.poll(() => app.server.commandsOf(setPersonalState)).toHaveLength(2);
  });

  test('is given back', async () => {
    const app = await open({
      server: (server) => {
        answerPeople(server);
        server.answer(
          userStates,
          STATES.map((one) =>
            one.id === 4 ? { ...one, selectedState: true, until: '2030-11-23T23:00:00.000Z' } : one,
          ),
        );
      },
    });
    await expect.element(button(/^Homeoffice/, dialog())).toHaveFocus();
    await expect.element(dialog().getByText(/^Homeoffice: bis 23\.11\.2030\./)).toBeVisible();
    await button('Keinen Zustand wählen', dialog()).click();
    await expect.poll(() => chosen(app.server)).toEqual([{ userstateId: 0, until: undefined }]);
  });

  test('says why it was refused, and shows what was before', async () => {
    const app = await open();
    app.server.refuse(switchState, 'STATE_GONE');
    await press('4');
    await expect.element(page.getByText('Diesen Zustand gibt es nicht mehr. Wählen Sie einen anderen.')).toBeVisible();
    await expect.poll(() => ownName()).toContain('Im Büro');
  });

  test('waits where there is no network, and gives way to a later choice elsewhere', async () => {
    const app = await open();
    await expect.poll(app.isLive).toBe(true);
    app.server.cut(true);
    await press('4');
    await expect.element(page.getByText('„Homeoffice“ gilt, sobald wieder eine Verbindung besteht.')).toBeVisible();
    expect(app.server.commandsOf(switchState)).toEqual([]);
    app.server.answer(switchState, { isTaken: false, until: null });
    app.server.cut(false);
    await expect.poll(() => app.server.commandsOf(switchState)[0]?.chosenAt).toBeDefined();
    await expect.element(page.getByText(/auf einem anderen Gerät einen anderen Zustand gewählt/)).toBeVisible();
  });

  test('is hidden where the instance lets people hide', async () => {
    const own = { ...user.example.result, ...PEOPLE[0], mayHide: true };
    const app = await open({
      server: (server) => {
        answerPeople(server);
        server.answer(user, own);
      },
    });
    app.server.answer(hide, ({ isHidden }) => {
      app.server.answer(user, { ...own, isHidden });
      return {};
    });
    const tick = dialog().getByRole('checkbox', { name: /^Unsichtbar sein/ });
    await tick.click();
    await expect.element(tick).toBeChecked();
    await expect.poll(() => app.server.commandsOf(hide)).toEqual([{ isHidden: true }]);
    await expectUsable(app);
  });

  test('leads to the other instances of this device', async () => {
    await open();
    await button('Instanz wechseln …', dialog()).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
  });

  test('says so where the states could not be loaded', async () => {
    const app = await renderAt('/settings/help', {
      server: (server) => {
        answerPeople(server);
        server.refuse(userStates, 'NOT_FOUND');
      },
    });
    await expect.element(heading('Hilfe')).toBeVisible();
    await expect.poll(app.isLive).toBe(true);
    await openByKey();
    await expect.element(dialog().getByText('Die Zustände konnten nicht geladen werden.')).toBeVisible();
    await expectUsable(app);
    answerPeople(app.server);
    await button('Erneut versuchen', dialog()).click();
    await expect.element(button(/^Verfügbar/, dialog())).toBeVisible();
  });

  test('is chosen on a phone', async () => {
    const app = await renderAt('/userOnline', { size: PHONE, server: answerPeople });
    await button(/Anna Berger/).click();
    await expect.element(button(/^Homeoffice/, dialog())).toBeVisible();
    await expectUsable(app);
    await press('Escape');
    await expect.poll(focused).toContain('Anna Berger');
  });
});
