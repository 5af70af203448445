import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, heading, link, menu, option, textsOf } from '../../../testing/find.ts';
import { focused, press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { PEOPLE, answerPeople, person } from '../testing.ts';

const names = () => textsOf('.people-screen .virtual-row strong');
const tiles = () => textsOf('.person-tile strong');

async function open(given: Parameters<typeof renderAt>[1] = {}) {
  const app = await renderAt('/userOnline', { server: answerPeople, ...given });
  await expect.element(heading(/^Personen/)).toBeVisible();
  return app;
}

describe('the screen of the people', () => {
  test('is an entry of the menu behind what is begun, and has a key', async () => {
    await renderAt('/settings/help', { server: answerPeople });
    await expect.element(link('Personen', menu())).toBeVisible();
    await press('g', 'u');
    await expect.poll(() => location.pathname).toBe('/userOnline');
    await expect.element(link('Personen', menu())).toHaveAttribute('aria-current', 'page');
  });

  test('is a list, or tiles, as the person likes it', async () => {
    const app = await open();
    await expect.poll(names).toContain('Ben Krüger');
    await expectUsable(app);
    await button('Als Kacheln zeigen').click();
    await expect
      .poll(tiles)
      .toEqual([
        'Chris Okafor',
        'Dora Ems',
        'Frauke Tietjen',
        'Ben Krüger',
        'Henrike Brookmann',
        'Jens Petersen',
        'Service',
      ]);
    await expectUsable(app);
    await button(/Chris Okafor/).click();
    await expect.element(dialog()).toHaveAccessibleName('Chris Okafor');
    await press('Escape');
    await press('ArrowRight');
    expect(focused()).toContain('Dora Ems');
    await app.reload();
    await expect.poll(tiles).toContain('Dora Ems');
    await button('Als Liste zeigen').click();
    await expect.poll(names).toContain('Dora Ems');
  });

  test('leaves out who is not there, and says so where nobody is', async () => {
    const app = await open({
      server: (server) =>
        answerPeople(
          server,
          [PEOPLE[0], PEOPLE[5]].filter((one) => one !== undefined),
          [],
        ),
    });
    await expect.poll(names).toEqual(['Jens Petersen']);
    await button('Auch zeigen, wer nicht da ist').click();
    await expect.element(page.getByText('Gerade ist niemand da')).toBeVisible();
    await expectUsable(app);
    await button('Alle zeigen').click();
    await expect.poll(names).toEqual(['Jens Petersen']);
  });

  test('finds whom one looks for, and says so where nobody is called that', async () => {
    const app = await open();
    await field('Person oder Gruppe suchen').fill('xyz');
    await expect.element(page.getByText('Niemand heißt so')).toBeVisible();
    await expectUsable(app);
    await button('Suche leeren').click();
    await expect.poll(names).toContain('Ben Krüger');
  });

  test('has letters from many people on, and tiles for thousands that come as one scrolls', async () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      person(index + 10, `${String.fromCodePoint(65 + (index % 26))}person ${index}`, null),
    );
    const app = await open({ server: (server) => answerPeople(server, [...PEOPLE, ...many]) });
    const letters = page.getByRole('navigation', { name: 'Anfangsbuchstaben' });
    await expect.element(letters).toBeVisible();
    await button('Z', letters).click();
    await expect.poll(() => names().some((name) => name.startsWith('Zperson'))).toBe(true);
    await expectUsable(app);
    await button('Als Kacheln zeigen').click();
    await expect.poll(() => tiles().length).toBeGreaterThan(100);
    expect(tiles().length).toBeLessThan(1000);
  });

  test('is where people are on a phone', async () => {
    const app = await renderAt('/', { size: PHONE, server: answerPeople });
    await button('Personen').click();
    await expect.poll(() => location.pathname).toBe('/userOnline');
    await expect.element(option(/Ben Krüger/)).toBeVisible();
    await expectUsable(app);
    await option(/Ben Krüger/).click();
    await expect.element(dialog()).toHaveAccessibleName('Ben Krüger');
    await expectUsable(app);
  });
});

describe('where people stand', () => {
  test('below the menu, as they once did', async () => {
    const app = await open({ settings: { peoplePlace: 'menu' } });
    const below = page.getByRole('region', { name: 'Personen' });
    await expect.element(button(/Ben Krüger.*Besprechung/, below)).toBeVisible();
    await expect.element(below.getByText('Jens Petersen')).not.toBeInTheDocument();
    await expectUsable(app);
    await button(/Ben Krüger/, below).click();
    await expect.element(dialog()).toHaveAccessibleName('Ben Krüger');
  });

  test('on their screen alone: the key leads there', async () => {
    await renderAt('/settings/help', { settings: { peoplePlace: 'none' }, server: answerPeople });
    await expect.element(heading('Hilfe')).toBeVisible();
    await press('o');
    await expect.poll(() => location.pathname).toBe('/userOnline');
    await expect.element(page.getByRole('complementary', { name: 'Personen' })).not.toBeInTheDocument();
  });
});
