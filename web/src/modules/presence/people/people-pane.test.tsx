import { accountEvents } from '@kontor/contract/account';
import { presenceCommands, presenceEvents, presenceQueries } from '@kontor/contract/presence';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, heading, option, textsOf } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { PEOPLE, answerPeople, person } from '../testing.ts';

const { onlineUsers, user } = presenceQueries;
const { presenceChanged, userIsThere } = presenceEvents;
const drawer = page.getByRole('complementary', { name: 'Personen' });
const row = (name: RegExp) => option(name, drawer);
const groups = () => textsOf('.people .group-head').map((text) => text.replace(/\s+/g, ' ').trim());
const names = () => textsOf('.people .virtual-row strong');

async function open(server: (server: FakeServer) => void = answerPeople) {
  const app = await renderAt('/settings/help', { server });
  await expect.element(heading('Hilfe')).toBeVisible();
  await press('o');
  await expect.element(drawer).toBeVisible();
  return app;
}

describe('the people at the right', () => {
  test('stand in groups with their numbers, the person themselves above', async () => {
    const app = await open();
    await expect.poll(groups).toEqual(['Da 3', 'Beschäftigt 1', 'Abwesend 2', 'Gruppen 1']);
    expect(names()).toEqual([
      'Chris Okafor',
      'Dora Ems',
      'Frauke Tietjen',
      'Ben Krüger',
      'Henrike Brookmann',
      'Jens Petersen',
      'Service',
    ]);
    await expect.element(button(/Anna Berger.*\(Sie\).*Im Büro/, drawer)).toBeVisible();
    await expect.element(row(/ist beschäftigt.*Ben Krüger.*Besprechung.*bis/)).toBeVisible();
    await expect.element(row(/ist abwesend.*Jens Petersen.*Zuletzt aktiv vor (39|4\d) Minuten/)).toBeVisible();
    await expect.element(row(/Frauke Tietjen.*an einem Ort.*Im Büro/)).toBeVisible();
    await expectUsable(app);
  });

  test('change their group by what the channel says, without being asked for again', async () => {
    const app = await open();
    await expect.poll(groups).toContain('Da 3');
    await expect.poll(app.isLive).toBe(true);
    const count = app.server.queriesOf(onlineUsers).length;
    app.server.happen(presenceChanged, [], { changed: [[3, 'present', 3, null, null, null]] });
    await expect.poll(groups).toEqual(['Da 2', 'Beschäftigt 2', 'Abwesend 2', 'Gruppen 1']);
    app.server.happen(presenceChanged, [], { changed: [[2, 'absent', null, null, null, null]] });
    await expect.poll(groups).toEqual(['Da 2', 'Beschäftigt 1', 'Abwesend 3', 'Gruppen 1']);
    expect(app.server.queriesOf(onlineUsers)).toHaveLength(count);
  });

  test('are asked for anew where something was missed', async () => {
    const app = await open();
    await expect.poll(groups).toContain('Da 3');
    await expect.poll(app.isLive).toBe(true);
    const next = PEOPLE.map((one) => (one.id === 4 ? person(4, 'Dora Ems', 3) : one));
    answerPeople(app.server, next);
    // A difference that names a state which is not known here.
    app.server.happen(presenceChanged, [], { changed: [[3, 'present', 77, null, null, null]] });
    await expect.poll(groups).toEqual(['Da 2', 'Beschäftigt 2', 'Abwesend 2', 'Gruppen 1']);
  });

  test('follow who comes to the instance', async () => {
    const app = await open();
    await expect.poll(groups).toContain('Da 3');
    answerPeople(app.server, [...PEOPLE, person(8, 'Katja Lindner', 1)]);
    app.server.happen(accountEvents.peopleChanged, ['people']);
    await expect.element(row(/Katja Lindner.*Verfügbar/)).toBeVisible();
  });

  test('are unknown, never away, while the line is down', async () => {
    const app = await open();
    await expect.poll(groups).toEqual(['Da 3', 'Beschäftigt 1', 'Abwesend 2', 'Gruppen 1']);
    app.server.cut(true);
    await expect.poll(groups).toEqual(['Unbekannt 6', 'Gruppen 1']);
    await expect.element(drawer.getByText(/Keine Verbindung\. Stand /)).toBeVisible();
    await expect.element(row(/ob da, ist unbekannt.*Chris Okafor/)).toBeVisible();
    await expectUsable(app);
    app.server.cut(false);
    await expect.poll(groups).toContain('Da 3');
  });

  test('say so where they could not be loaded, and are asked for again', async () => {
    const app = await open((server) => {
      answerPeople(server);
      server.refuse(onlineUsers, 'NOT_FOUND');
    });
    await expect.element(drawer.getByText('Die Personen konnten nicht geladen werden.')).toBeVisible();
    await expect.poll(app.isLive).toBe(true);
    await expectUsable(app);
    answerPeople(app.server);
    await button('Erneut versuchen', drawer).click();
    await expect.element(row(/Dora Ems/)).toBeVisible();
  });

  test('are none where nobody else works here', async () => {
    const app = await open((server) => answerPeople(server, PEOPLE.slice(0, 1), []));
    await expect.element(drawer.getByText('Noch keine Kolleginnen und Kollegen')).toBeVisible();
    await expectUsable(app);
  });

  test('are thousands without the page being so long', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => person(index + 10, `Person ${index}`, null));
    await open((server) => answerPeople(server, [...PEOPLE, ...many]));
    await expect.poll(groups).toContain('Da 5.003');
    await type('person 4999');
    await expect.poll(names).toEqual(['Person 4999']);
    expect(document.querySelectorAll('.people *').length).toBeLessThan(800);
  });
});

describe('with the keys alone', () => {
  test('one is found, looked at and left again', async () => {
    await open();
    await expect.poll(groups).toContain('Da 3');
    await type('okafor');
    await expect.poll(names).toEqual(['Chris Okafor']);
    await press('Enter');
    await expect.element(dialog()).toHaveAccessibleName('Chris Okafor');
    await press('Escape');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(drawer.getByRole('searchbox')).toHaveFocus();
    await press('Escape');
    await expect.element(drawer).not.toBeInTheDocument();
  });

  test('the list is walked through, and a letter goes on with the search', async () => {
    await open();
    await expect.poll(groups).toContain('Da 3');
    await press('ArrowDown', 'j', 'j', 'k', 'Enter');
    await expect.element(dialog()).toHaveAccessibleName('Dora Ems');
    await press('Escape');
    await expect.element(dialog()).not.toBeInTheDocument();
    await type('b');
    await expect.poll(names).toEqual(['Ben Krüger', 'Henrike Brookmann']);
    await type('en');
    await expect.poll(names).toEqual(['Ben Krüger']);
  });

  test('a group leads to what concerns its people', async () => {
    await open();
    await type('serv');
    await expect.poll(names).toEqual(['Service']);
    await press('ArrowDown', 'Enter');
    await expect.poll(() => location.pathname + location.search).toBe('/filter/all/all/main?group=4');
  });

  test('the room of the people is changed, and stays so', async () => {
    const app = await open();
    const width = drawer.getByRole('separator');
    const before = Number(width.element().getAttribute('aria-valuenow'));
    (width.element() as HTMLElement).focus();
    await press('ArrowLeft');
    const after = width.element().getAttribute('aria-valuenow');
    expect(Number(after)).toBeGreaterThan(before);
    await app.reload();
    await expect.element(width).toHaveAttribute('aria-valuenow', after);
  });
});

describe('the card of a colleague', () => {
  const { example } = user;
  const jens = PEOPLE.find(({ id }) => id === 6);

  async function openCard(more: object = {}) {
    const app = await open((server) => {
      answerPeople(server);
      server.answer(user, { ...example.result, ...jens, ...more });
    });
    await row(/Jens Petersen/).click();
    await expect.element(dialog()).toHaveAccessibleName('Jens Petersen');
    return app;
  }

  test('says who stands in and when they are free, and leads to what there is with them', async () => {
    const app = await openCard({ substituteId: 2, substituteName: 'Ben Krüger', freeAt: '2030-11-23T10:15:00.000Z' });
    await expect.element(dialog().getByText('Ben Krüger')).toBeVisible();
    await expect.element(dialog().getByText('Wieder frei ab 23.11.2030')).toBeVisible();
    await expect.element(button('Aufgabe', dialog())).toBeVisible();
    await expectUsable(app);
    await dialog().getByRole('link', { name: 'Alles mit Jens Petersen' }).click();
    await expect.poll(() => location.pathname + location.search).toBe('/filter/all/all/main?user=6');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('has one told when they are there, and no more', async () => {
    const { server } = await openCard();
    server.answer(presenceCommands.notifyWhenThere, () => {
      server.answer(user, { ...example.result, ...jens, notifyUntil: '2030-11-23T17:00:00.000Z' });
      return {};
    });
    server.answer(presenceCommands.cancelNotify, () => {
      server.answer(user, { ...example.result, ...jens });
      return {};
    });
    const tick = checkbox(/^Sagen, wenn Jens Petersen da ist/, dialog());
    await tick.click();
    await expect.element(tick).toBeChecked();
    await expect.poll(() => server.commandsOf(presenceCommands.notifyWhenThere)).toHaveLength(1);
    await tick.click();
    await expect.element(tick).not.toBeChecked();
    await expect.poll(() => server.commandsOf(presenceCommands.cancelNotify)).toEqual([{ userId: 6 }]);
  });

  test('says so where that is refused', async () => {
    const { server } = await openCard();
    server.refuse(presenceCommands.notifyWhenThere, 'NOT_FOUND');
    await checkbox(/^Sagen, wenn/, dialog()).click();
    await expect.element(page.getByText('Diese Person gibt es nicht mehr.')).toBeVisible();
  });

  test('stays usable where the rest could not be loaded', async () => {
    const app = await open((server) => {
      answerPeople(server);
      server.refuse(user, 'NOT_FOUND');
    });
    await expect.poll(app.isLive).toBe(true);
    await row(/Jens Petersen/).click();
    await expect.element(dialog().getByText('Mehr konnte nicht geladen werden.')).toBeVisible();
    await expectUsable(app);
    app.server.answer(user, { ...example.result, ...jens });
    await button('Erneut versuchen', dialog()).click();
    await expect.element(checkbox(/^Sagen, wenn/, dialog())).toBeVisible();
  });

  test('opens a mail and a task for them', async () => {
    await openCard();
    await button('E-Mail', dialog()).click();
    await expect.poll(() => location.pathname).toMatch(/^\/mailSend/);
  });

  test('is shown by the notice that they are there', async () => {
    const app = await open();
    await expect.poll(app.isLive).toBe(true);
    // Whoever hears it comes once the first screen stands.
    await expect
      .poll(() => {
        app.server.happen(userIsThere, [], { userId: 6, name: 'Jens Petersen' });
        return document.body.innerText;
      })
      .toContain('Jens Petersen ist da.');
    await button('Zeigen').last().click();
    await expect.element(dialog()).toHaveAccessibleName('Jens Petersen');
  });
});
