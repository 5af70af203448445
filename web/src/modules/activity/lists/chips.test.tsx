import { activityCommands } from '@kontor/contract/activity';
import { sessionQueries } from '@kontor/contract/account';
import { mailQueries } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { DESKTOP, PHONE, renderAt } from '../../../testing/app.ts';
import { button, radio, rows } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { answerMails, mails } from '../../../testing/mails.ts';

const bar = page.getByRole('toolbar', { name: 'Filter' });
const removals = () => bar.getByRole('button', { name: /“ entfernen$/ });
const boxOf = (one: Locator) => one.element().getBoundingClientRect();
const isIn = (inner: Locator, outer: Locator): boolean => {
  const [a, b] = [boxOf(inner), boxOf(outer)];
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
};
const isApart = (one: Locator, other: Locator): boolean => {
  const [a, b] = [boxOf(one), boxOf(other)];
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
};
const found = (selector: string): Locator => page.elementLocator(document.querySelector(selector) ?? document.body);

/** A list of mails that is cut to eight things. */
const CUT = '/mails/all/thisMonth/main?box=1,2&user=1,2&dir=in&hidden=Rechnung&hide=archived';
function open(address: string, size: { readonly width: number; readonly height: number } = DESKTOP, count = 3) {
  return renderAt(address, {
    size,
    server: (server) => {
      answerMails(server, mails(count));
      const [, anna] = sessionQueries.moduleUsers.example.result;
      if (anna === undefined) throw new Error('The example has nobody');
      const ben = { ...anna, userId: 2, userIds: [2], fullName: 'Ben Carstens', UserDisplayname: 'Ben Carstens' };
      server.answer(sessionQueries.moduleUsers, [anna, ben]);
      const boxes = ['info@nordwerk.example', 'service@nordwerk.example'].map((name, index) => ({
        boxId: index + 1,
        isVirtual: false,
        name,
      }));
      server.answer(mailQueries.boxes, { boxes, users: [anna, ben] });
    },
  });
}

describe('the chips of what a list is cut to', () => {
  test.each([
    ['two lines beside a menu', DESKTOP, 80],
    ['one line on a phone', PHONE, 52],
  ])('take %s, the others stand behind a number, and the way back is in sight', async (_where, size, most) => {
    const app = await open(CUT, size);
    const more = bar.getByRole('button', { name: /weiteren? Filter zeigen$/ });
    await expect.element(more).toBeVisible();
    await expect.poll(() => bar.getByText('…', { exact: true }).elements().length).toBe(0);
    const reset = button('Zurücksetzen', bar);
    expect(boxOf(bar).height).toBeLessThanOrEqual(most);
    for (const one of [...removals().all(), more, reset]) expect(isIn(one, bar)).toBe(true);
    const shown = removals().elements().length;
    expect(shown).toBeGreaterThan(0);
    expect(more.element().textContent).toBe(`+${8 - shown}`);
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
    (more.element() as HTMLElement).focus();
    await press('Enter');
    const less = button('Weniger Filter zeigen', bar);
    await expect.element(less).toHaveAttribute('aria-expanded', 'true');
    await expect.element(less).toHaveFocus();
    expect(removals().elements().length).toBe(8);
    for (const one of [...removals().all(), less, reset]) expect(isIn(one, bar)).toBe(true);
    await expectUsable(app);
    await press('Enter');
    await expect.element(more).toBeVisible();
    expect(removals().elements().length).toBe(shown);
  });

  test('are taken away all at once', async () => {
    await open(CUT);
    await button('Zurücksetzen', bar).click();
    await expect.poll(() => location.search).toBe('');
    expect(bar.getByRole('button', { name: /weitere/ }).elements()).toEqual([]);
  });
});

describe('over a list', () => {
  test('the number of hits is in sight while one searches, and nothing moves when it comes', async () => {
    const { server } = await open(CUT);
    await expect.element(rows().first()).toBeVisible();
    await press('/');
    const release = server.hold(mailQueries.items);
    await page.getByRole('combobox').fill('re');
    const hits = () => document.querySelector('.hits')?.textContent;
    await expect.poll(hits).toContain('Suche läuft …');
    const before = boxOf(found('.list-body'));
    release();
    await expect.poll(hits).toMatch(/\d+\s(Eintrag|Einträge)/);
    expect(boxOf(found('.list-body'))).toEqual(before);
    expect(isIn(found('.hits'), found('.listed-main'))).toBe(true);
  });

  test('on a phone the filter says how many there are, and back closes it alone', async () => {
    const { server } = await open('/mails/all/all/main', PHONE);
    await button('Filter', bar).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    const show = sheet.getByRole('button', { name: /zeigen$/ });
    await expect.poll(() => show.element().textContent).toBe('3\u00a0Einträge zeigen');
    const release = server.hold(mailQueries.items);
    server.list(mailQueries.items, mails(1));
    await radio('Ausgehend', sheet).click();
    await expect.poll(() => show.element().textContent).toBe('Einträge zeigen');
    // In sight wherever the filter is scrolled to.
    expect(isIn(show, sheet)).toBe(true);
    release();
    await expect.poll(() => show.element().textContent).toBe('1\u00a0Eintrag zeigen');
    const wanted = { view: 'all', direction: 'outgoing' };
    await expect.poll(() => server.queriesOf(mailQueries.items)).toContainEqual(expect.objectContaining(wanted));
    await show.click();
    await expect.element(sheet).not.toBeInTheDocument();
    const listed = location.href;
    await button('Filter', bar).click();
    await expect.element(sheet).toBeVisible();
    history.back();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(location.href).toBe(listed);
  });

  test.each([
    ['beside a menu', DESKTOP, 'Meine'],
    ['on a phone', PHONE, 'Offen'],
  ])(
    'what takes long is said in the place of the number, over neither rows nor notices: %s',
    async (_where, size, tab) => {
      const { server } = await open('/mails/all/all/main?dir=in', size);
      await expect.element(rows().first()).toBeVisible();
      await press('j', 'a');
      await expect.poll(() => document.querySelector('.notice')).not.toBeNull();
      const release = server.hold(mailQueries.items);
      await page.getByRole('tab', { name: tab }).click();
      await expect.poll(() => document.querySelector('.working')?.checkVisibility()).toBe(true);
      const pill = found('.working');
      expect(isApart(pill, found('.list-body'))).toBe(true);
      expect(isApart(pill, found('.notice'))).toBe(true);
      expect(isIn(pill, found('.toolbar'))).toBe(true);
      release();
      await expect.poll(() => document.querySelector('.working')).toBeNull();
    },
  );

  test('what the server refuses is not said to be done, nor undone', async () => {
    const { server } = await open('/mails/all/all/main');
    await expect.element(rows().first()).toBeVisible();
    const release = server.hold(activityCommands.archive);
    server.refuse(activityCommands.archive, 'PARAMETERS_INVALID');
    await press('j', 'a');
    const notice = page.getByText(/1\sEintrag archiviert\./);
    await expect.element(notice).toBeVisible();
    release();
    await expect.element(page.getByText('Der Server hat eine Änderung abgelehnt.')).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
    await press('z');
    await expect.poll(() => server.commandsOf(activityCommands.archive)).toHaveLength(1);
  });
});

/** Shares of the points along three edges of a row, its round corners apart, that have the colour of its frame, and whether what is within has another. */
async function framed(row: Locator): Promise<readonly number[]> {
  const base64 = await row.screenshot({ save: false });
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas?.drawImage(bitmap, 0, 0);
  const at = (x: number, y: number) => [...(canvas?.getImageData(x, y, 1, 1).data ?? [])].join();
  const frame = at(Math.round(width / 2), 1);
  const share = (points: string[]) => points.filter((point) => point === frame).length / points.length;
  const CORNER = 10;
  const down = Array.from({ length: height - 2 * CORNER }, (_, index) => index + CORNER);
  return [
    share(Array.from({ length: width - 2 * CORNER }, (_, index) => at(index + CORNER, 1))),
    share(down.map((y) => at(width - 2, y))),
    share(down.map((y) => at(1, y))),
    at(Math.round(width / 2), Math.round(height / 2)) === frame ? 0 : 1,
  ];
}

test('the frame of the row that has the focus is whole, also while the pointer is on it', async () => {
  await open('/mails/all/all/main');
  await expect.element(rows().first()).toBeVisible();
  await press('j');
  const active = page.elementLocator(document.querySelector('[role=option][data-active=true]') ?? document.body);
  await active.hover();
  await expect.poll(() => active.element().querySelector('.row-actions')).not.toBeNull();
  const row = active.element().querySelector('.row') ?? document.body;
  expect(await framed(page.elementLocator(row))).toEqual([1, 1, 1, 1]);
});
