import { sessionQueries } from '@kontor/contract/account';
import { activityEvents, activityQueries } from '@kontor/contract/activity';
import { mailQueries } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { DESKTOP, renderAt, type App } from '../../../testing/app.ts';
import { aRow } from '../../../testing/fake-lists.ts';
import { button, checkbox, field, heading, link, menu, radio, rows, textsOf } from '../../../testing/find.ts';
import { focused, press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { answerMails, mails } from '../../../testing/mails.ts';
import { aTask, dayAhead } from '../../../testing/tasks.ts';

/** Wide enough for a list with columns beside the reader. */
const WIDE = { ...DESKTOP, width: 2100 };
const panel = page.getByRole('region', { name: 'Filter' });
const chips = page.getByRole('toolbar', { name: 'Filter' });
const dialog = page.getByRole('dialog', { name: 'Ansicht der Liste' });
const query = (): string => decodeURIComponent(location.search);

/** Of groups that are the same on whatever day it is looked. */
const LATER = 4_000_000_000;
const older = (count: number) =>
  Array.from({ length: count }, (_, index) => aRow(count - index, { timestamp: 1_700_000_000 - index }));

type Size = { readonly width: number; readonly height: number };

async function open(address: string, listed = mails(3), size: Size = DESKTOP): Promise<App> {
  const app = await renderAt(address, {
    size,
    server: (server) => {
      answerMails(server, listed);
      const [, anna] = sessionQueries.moduleUsers.example.result;
      if (anna === undefined) throw new Error('The example has nobody');
      const ben = { ...anna, userId: 2, userIds: [2], fullName: 'Ben Carstens', UserDisplayname: 'Ben Carstens' };
      server.answer(sessionQueries.moduleUsers, [ben]);
      const boxes = [{ boxId: 1, isVirtual: false, name: 'info@nordwerk.example' }];
      server.answer(mailQueries.boxes, { boxes, users: [ben] });
    },
  });
  return app;
}
const inList = async (address: string, listed = mails(3), size: Size = DESKTOP): Promise<App> => {
  const app = await open(address, listed, size);
  await expect.element(rows().first()).toBeVisible();
  return app;
};

describe('the filter of a list', () => {
  test('is opened by a key; each thing that it cuts to is in the address, a chip, and a step back', async () => {
    const app = await inList('/mails/all/all/main');
    await press('f');
    await expect.poll(focused).toBe('Alle Tage');
    await checkbox('info@nordwerk.example', panel).click();
    await expect.poll(query).toBe('?box=1');
    await checkbox('Ben Carstens', panel).click();
    await radio('Eingehend', panel).click();
    await button('Letzte vier Wochen', panel).click();
    await expect.poll(() => location.pathname).toBe('/mails/all/lastFourWeeks/main');
    expect(query()).toBe('?box=1&user=2&dir=in');
    // Not what was asked last: chips ask for their numbers, too.
    const wanted = {
      boxIds: [1],
      userFilter: [2],
      direction: 'incoming',
      dateFilter: { preset: 'lastFourWeeks', timeZone: 'Europe/Berlin' },
    };
    await expect.poll(() => app.server.queriesOf(mailQueries.items)).toContainEqual(expect.objectContaining(wanted));
    await expectUsable(app);
    await press('Escape');
    await expect.element(panel).not.toBeInTheDocument();
    history.back();
    await expect.poll(() => location.pathname).toBe('/mails/all/all/main');
    history.back();
    await expect.poll(query).toBe('?box=1&user=2');
    history.forward();
    await expect.poll(query).toBe('?box=1&user=2&dir=in');
    await button('„info@nordwerk.example“ entfernen', chips).click();
    await expect.poll(query).toBe('?user=2&dir=in');
    await button('Zurücksetzen', chips).click();
    await expect.poll(query).toBe('');
  });

  test('has days by their ends and in the calendar', async () => {
    const app = await inList('/mails/all/all/main');
    await press('f');
    await field('Von', panel).fill('2026-01-10');
    await field('Bis', panel).fill('2026-01-20');
    await expect.poll(() => location.pathname).toBe('/mails/all/2026-01-10..2026-01-20/main');
    const grid = panel.getByRole('grid', { name: 'Januar 2026' });
    await grid.getByRole('button', { name: /12\. Januar/ }).click();
    await expect.poll(() => location.pathname).toBe('/mails/all/2026-01-12/main');
    answerMails(app.server, []);
    await grid.getByRole('button', { name: / 8\. Januar/ }).click();
    await expect.poll(() => location.pathname).toBe('/mails/all/2026-01-08..2026-01-12/main');
    await expect.element(heading('In diesem Zeitraum ist nichts')).toBeVisible();
    await expectUsable(app);
    await button('Alle Tage zeigen').click();
    await expect.poll(() => location.pathname).toBe('/mails/all/all/main');
    await button('Schließen', panel).click();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('takes what is typed as no step back, and keeps it over a reload', async () => {
    const app = await inList('/mails/all/thisYear/main');
    const steps = history.length;
    await press('/');
    await expect.element(page.getByRole('combobox')).toHaveFocus();
    await press('r');
    await expect.poll(query).toBe('?q=r');
    await press('e');
    await expect.poll(query).toBe('?q=re');
    expect(history.length).toBe(steps);
    await app.reload();
    await expect.element(page.getByRole('combobox')).toHaveValue('re');
  });

  test('is as usual where an address says what there is not', async () => {
    await open('/mails/custom/gestern/main?box=abc&user=999999&dir=up');
    await expect.poll(query).toBe('?user=999999');
    expect(location.pathname).toBe('/mails/open/today/main');
    await expect.element(button('„Unbekannte Person“ entfernen', chips)).toBeVisible();
  });
});

describe('a list', () => {
  test('is sorted otherwise by keys', async () => {
    const app = await inList('/mails/all/all/main');
    await press('v');
    await expect.element(dialog).toBeVisible();
    (radio('Neueste zuerst', dialog).element() as HTMLElement).focus();
    await press('ArrowRight');
    await expectUsable(app);
    await press('Escape');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.sorts(mailQueries.items).at(-1))
      .toEqual([expect.objectContaining({ property: 'timestamp', direction: 'ASC' })]);
  });

  test('has groups that are folded by keys', async () => {
    const app = await inList('/mails/all/all/main', [...older(2), aRow(9, { timestamp: LATER })]);
    const folded = () => document.querySelectorAll('.group-head[data-folded=true]').length;
    await press('j', 'ArrowLeft');
    await expect.poll(folded).toBe(1);
    await expect.poll(() => rows().elements().length).toBe(1);
    await expectUsable(app);
    await press('ArrowRight');
    await expect.poll(folded).toBe(0);
    await expect.poll(() => rows().elements().length).toBe(3);
  });

  test('has groups that are marked as a whole: by their box, from their menu, by a key', async () => {
    const app = await inList('/mails/all/all/main', older(3));
    const head = page.getByRole('listbox').getByText('Älter');
    const box = () => page.elementLocator(document.querySelector('.group-mark') ?? document.body);
    const marked = page
      .getByText('3\u00a0ausgewählt', { exact: true })
      .or(page.getByText('3 ausgewählt', { exact: true }));
    await head.hover();
    await box().click();
    await expect.element(marked.first()).toBeVisible();
    await expect.element(page.getByText(/^Gruppe „.+“: 3\sausgewählt/).first()).toBeInTheDocument();
    await expectUsable(app);
    await box().click();
    await expect.element(marked.first()).not.toBeInTheDocument();
    await head.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Gruppe auswählen' }).click();
    await expect.element(marked.first()).toBeVisible();
    await press('Escape');
    await expect.element(marked.first()).not.toBeInTheDocument();
    await press('End', 'X');
    await expect.element(marked.first()).toBeVisible();
  });

  test('tells by a key what a row has no room for, and has a menu of what can be done with it', async () => {
    const app = await inList('/mails/all/all/main');
    await press('j', 'j', '.');
    await expect.element(page.getByRole('tooltip').getByText(/paul\.neumann@werft\.example/)).toBeVisible();
    await expectUsable(app);
    await press('.');
    await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
    await press('Shift+F10');
    await expect.element(page.getByRole('menuitem', { name: 'Archivieren' })).toBeVisible();
    await press('Escape');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  });

  test('is a table where it has room: its head sorts, columns come and go and stay so', async () => {
    const app = await inList('/mails/all/all/main', mails(3), WIDE);
    const head = page.getByRole('toolbar', { name: 'Sortierung' });
    const last = () => app.server.sorts(mailQueries.items).at(-1);
    await button('Kontakt', head).click();
    await expect.poll(last).toEqual([expect.objectContaining({ property: 'contact', direction: 'ASC' })]);
    await button('Kontakt, aufsteigend', head).click();
    await expect.poll(last).toEqual([expect.objectContaining({ property: 'contact', direction: 'DESC' })]);
    // None of ours: as soft as in a row of two lines.
    expect(document.querySelector('.table-row .avatar')?.getAttribute('data-of')).toBe('guest');
    await press('v');
    await checkbox('Kanal', dialog).click();
    await button('Kanal weiter nach vorn', dialog).click();
    await press('Escape');
    const names = () => textsOf('[role=toolbar][aria-label=Sortierung] button');
    await expect.poll(names).toEqual(['Kontakt', 'Kanal', 'Betreff', 'Zeit']);
    await expectUsable(app);
    await app.reload();
    await expect.poll(names).toEqual(['Kontakt', 'Kanal', 'Betreff', 'Zeit']);
  });

  test('tells in a table what is under the pointer and has no room', async () => {
    const long = aRow(4, { information: 'Störung der Abfüllanlage am zweiten Band. '.repeat(12) });
    await inList('/mails/all/all/main', [long, ...mails(3)], WIDE);
    await rows().first().hover();
    await expect.element(page.getByRole('tooltip').getByText(/paul\.neumann@werft\.example/)).toBeVisible();
  });

  /** Key of the row that is at the top of the list that is shown. */
  const top = (): string => {
    const list = [...document.querySelectorAll('[role=listbox]')].find((one) => one.checkVisibility());
    const { left, top: edge } = (list ?? document.body).getBoundingClientRect();
    return document.elementFromPoint(left + 100, edge + 60)?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '';
  };
  const scrolled = (list: Locator, to: number): Promise<void> => {
    list.element().scrollTop = to;
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
  };

  test('is where it was left: after another list, after another view of it, after a reload', async () => {
    // All of one group: no other heading stands where it is looked.
    const app = await inList('/mails/all/all/main', older(300));
    const first = top();
    await expect.poll(() => Number(rows().first().element().getAttribute('aria-setsize'))).toBeGreaterThan(50);
    // As far as it takes to load more than a page.
    await expect
      .poll(async () => {
        await scrolled(page.getByRole('listbox'), 9000);
        return top();
      })
      .not.toBe(first);
    await expect.poll(top).not.toBe('');
    const left = top();
    await link(/^Eingang/, menu()).click();
    await expect.element(heading('Eingang')).toBeVisible();
    history.back();
    await expect.poll(top).toBe(left);
    await page.getByRole('tab', { name: 'Meine' }).click();
    await expect.poll(() => location.pathname).toBe('/mails/mine/all/main');
    await page.getByRole('tab', { name: 'Alle' }).click();
    await expect.poll(top).toBe(left);
    await app.reload();
    await expect.poll(top).toBe(left);
  });
});

test('the inbox by reason has what is due, what is meant for me, and then by kind what came', async () => {
  const listed = [
    aRow(9, { information: 'Preisliste' }),
    aTask(8, 'Zaun streichen', { due: dayAhead(3) }),
    aRow(7, { information: 'Rückfrage', extras: { sharedWithMe: true } }),
    aTask(6, 'Angebot absenden', { due: dayAhead(0) }),
    aRow(5, { information: 'Wartung', extras: { wokenAt: 1_700_000_000, wokenBy: 'time' } }),
  ];
  const app = await renderAt('/', {
    settings: { grouping: 'reason' },
    server: (server) => server.list(activityQueries.inboxItems, listed),
  });
  await expect.element(rows().first()).toBeVisible();
  const read = () => textsOf('.group-head, [role=option] .row-information');
  await expect
    .poll(read)
    .toEqual([
      expect.stringMatching(/^Fällig/),
      'Angebot absenden',
      'Wartung',
      expect.stringMatching(/^Für Sie/),
      'Rückfrage',
      expect.stringMatching(/^Aufgaben/),
      'Zaun streichen',
      expect.stringMatching(/^E-Mails/),
      'Preisliste',
    ]);
  await expectUsable(app);
});

describe('the end of what is loaded', () => {
  /** At the end of a list whose next page does not come; `meanwhile` happens while it is on its way. */
  async function refusedPage(meanwhile: (app: App) => Promise<unknown>) {
    const listed = mails(250);
    const app = await inList('/mails/all/all/main', listed);
    const { server } = app;
    const end = (): string | null => rows().first().element().getAttribute('aria-setsize');
    const isAtEnd = (): boolean => {
      const list = document.querySelector('.virtual-list') as HTMLElement;
      list.scrollTop = list.scrollHeight;
      return list.scrollHeight - list.scrollTop - list.clientHeight < 2;
    };
    expect(end()).toBe('100');
    // What is asked for only once.
    server.refuse(mailQueries.items, 'PARAMETERS_INVALID');
    const answerNow = server.hold(mailQueries.items);
    const before = server.queriesOf(mailQueries.items).length;
    // Rows that were not measured yet move the end: it is gone to until the next page was asked for.
    await expect.poll(() => isAtEnd() && server.queriesOf(mailQueries.items).length > before).toBe(true);
    await meanwhile(app);
    answerNow();
    // The refusal has come.
    await expect.poll(() => app.isLive()).toBe(true);
    server.list(mailQueries.items, listed);
    return end;
  }

  test('is gone on from by itself where the next page did not come at once', async () => {
    const end = await refusedPage(() => Promise.resolve());
    await expect.poll(end).not.toBe('100');
  });

  test('is gone on from, too, where what its filters offer has come anew meanwhile', async () => {
    const end = await refusedPage(async ({ server }) => {
      const before = server.queriesOf(mailQueries.boxes).length;
      server.happen(activityEvents.activityChanged, ['boxes:email']);
      await expect.poll(() => server.queriesOf(mailQueries.boxes).length).toBeGreaterThan(before);
      // The answer is drawn a moment later.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    await expect.poll(end).not.toBe('100');
  });
});
