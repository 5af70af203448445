// Covers: record
import { recordCommands, type Board, type BoardAnswer } from '@kontor/contract/record';
import { randomUUID } from 'node:crypto';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { designer, field, newKind } from '../../server/src/modules/record/kinds/testing/designer.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { manyRecords } from '../../server/src/testing/many-records.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { DESKTOP, findBrowser, openBrowser, PHONE, signIn, openSession, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

/** Until something that was sent is to be seen by others. */
const LATEST = 15_000;
const STAGES = ['Anfrage', 'Angebot', 'Auftrag', 'Lieferung', 'Rechnung', 'Abgeschlossen'];
const TEAMS = ['Nord', 'Süd', 'West'];
const MANY = 10_000;

describe.skipIf(findBrowser() === undefined)('lanes of a board, and ten thousand cards', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let annas: BrowserSession;
  const ids = new Map<string, number>();
  let lanes = '';
  let many = '';

  /** A kind with stages, teams and values, its records, and a board of it. */
  async function begin(kind: string, records: readonly Record<string, string>[], part: Partial<Board>) {
    const choice = (key: string, label: string, choices: readonly string[]) =>
      field(key, { label, kind: 'singleChoiceSelect', choices: [...choices] });
    const fields = [
      choice('stage', 'Stufe', STAGES),
      choice('team', 'Team', TEAMS),
      field('value', { label: 'Wert', isNumber: true }),
    ];
    const idoInstanceId = await designer(anna).save(newKind(kind, fields));
    const made = await manyRecords(
      kontor.databaseUrl,
      kind,
      records.map((values) => ({ values })),
    );
    records.forEach(({ name = '' }, index) => ids.set(name, made[index] ?? 0));
    const id = randomUUID();
    await anna.command('record.saveQuery', {
      ...recordCommands.saveQuery.example.params,
      id,
      name: kind,
      idoInstanceId,
      board: { columnKey: 'stage', laneKey: null, cardKeys: ['value'], sumKeys: ['value'], hidden: [], ...part },
    });
    return id;
  }

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const few = ['Steg', 'Kran', 'Boje', 'Mole'].map((name, index) => ({
      name,
      stage: STAGES[index < 3 ? 0 : 1] ?? '',
      team: 'Nord',
      value: '100',
    }));
    lanes = await begin('Vorhaben', [...few, { name: 'Dock', stage: 'Anfrage', team: 'Süd', value: '50' }], {
      laneKey: 'team',
    });
    const all = Array.from({ length: MANY }, (_, n) => ({
      name: `Posten ${String(n).padStart(5, '0')}`,
      stage: STAGES[n % 2 === 0 ? 0 : n % STAGES.length] ?? '',
      team: TEAMS[n % TEAMS.length] ?? '',
      value: '2',
    }));
    many = await begin('Posten', all, {});
    annas = await openSessionAs('anna', browser, kontor.address, DESKTOP);
  });
  afterAll(async () => {
    await annas?.close();
    await kontor?.close();
  });

  const stack = (page: Page, column: string, lane?: string) =>
    page.getByRole('region', { name: lane === undefined ? `${column}, ` : `${column}, Bahn ${lane}, ` });
  const cards = (page: Page, column: string, lane?: string) =>
    stack(page, column, lane).locator('.board-title').allInnerTexts();
  const card = (page: Page, name: string) => page.locator(`.board-scroll [data-card="${ids.get(name) ?? 0}"]`);
  const stored = async (board: string, column: string, lane: string | null = null) => {
    const { piles } = await anna.query<BoardAnswer>('record.board', { queryId: board });
    return (piles.find((pile) => pile.column === column && pile.lane === lane)?.cards ?? []).map(({ title }) => title);
  };
  const lies = (column: string, lane: string) =>
    expect.poll(() => stored(lanes, column, lane), { timeout: LATEST, message: `${column}, ${lane}` });
  const isFocused = (page: Page, name: string) => card(page, name).evaluate((one) => one === document.activeElement);

  test('a card is dragged into a column of another lane, and Escape leaves it where it lies', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/kanban/${lanes}`);
    await card(page, 'Dock').waitFor();
    // A lane that is empty takes no more room than a card.
    const height = async (lane: string) => (await stack(page, 'Anfrage', lane).boundingBox())?.height ?? 0;
    expect(await height('West')).toBeLessThan(150);
    expect(await height('Nord')).toBeGreaterThan(200);
    await clean(page, 'board-lanes');
    await dragOnto(page, card(page, 'Steg'), stack(page, 'Auftrag', 'West').locator('.board-cards'));
    await expect.poll(() => cards(page, 'Auftrag', 'West')).toEqual(['Steg']);
    await lies('Auftrag', 'West').toEqual(['Steg']);
    expect(await stored(lanes, 'Anfrage', 'Nord')).toEqual(['Kran', 'Boje']);
    expect(page.url()).not.toContain('/record/');

    await dragOnto(page, card(page, 'Kran'), stack(page, 'Angebot', 'Süd').locator('.board-cards'), 'stay');
    await clean(page, 'board-lanes-dragging');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.getByText('Kran liegt wieder, wo sie lag.').waitFor({ state: 'attached' });
    expect(await cards(page, 'Anfrage', 'Nord')).toEqual(['Kran', 'Boje']);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await lies('Anfrage', 'Nord').toEqual(['Steg', 'Kran', 'Boje']);
  });

  test('near an edge the board scrolls to what is beyond it', async () => {
    const { page } = annas;
    await page.setViewportSize({ width: 900, height: 600 });
    const strip = page.locator('.board-scroll');
    const box = await strip.boundingBox();
    if (box === null) throw new Error('There is no board');
    const beyond = (one: Element) =>
      Math.round(
        one.scrollWidth - one.clientWidth - one.scrollLeft + one.scrollHeight - one.clientHeight - one.scrollTop,
      );
    expect(await strip.evaluate(beyond)).toBeGreaterThan(1000);
    await dragOnto(page, card(page, 'Boje'), strip, 'stay', { x: box.width - 10, y: box.height - 10 });
    await expect.poll(() => strip.evaluate(beyond)).toBeLessThanOrEqual(2);
    const last = await stack(page, 'Abgeschlossen', 'West').locator('.board-cards').boundingBox();
    if (last === null) throw new Error('There is no last stack');
    await page.mouse.move(last.x + 60, last.y + 20);
    await page.mouse.up();
    await lies('Abgeschlossen', 'West').toEqual(['Boje']);
    await page.setViewportSize(DESKTOP.viewport);
  });

  test('by keys it is carried through columns and lanes, each step is said, and Escape brings it back', async () => {
    const { page } = annas;
    const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
    const press = async (key: string, text: string): Promise<void> => {
      await page.keyboard.press(key);
      await said(text);
    };
    await card(page, 'Steg').focus();
    // Arrows alone lead from card to card.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await isFocused(page, 'Dock')).toBe(true);
    await press('Space', 'Dock aufgenommen, Platz 1 in Anfrage, Bahn Süd.');
    await press('ArrowRight', 'Dock: Platz 1 in Angebot, Bahn Süd.');
    await press('ArrowUp', 'Dock: Platz 2 in Angebot, Bahn Nord.');
    await press('ArrowUp', 'Dock: Platz 1 in Angebot, Bahn Nord.');
    expect(await isFocused(page, 'Dock')).toBe(true);
    await clean(page, 'board-lanes-keys');
    await press('Escape', 'Dock liegt wieder, wo sie lag.');
    expect(await isFocused(page, 'Dock')).toBe(true);
    expect(page.url()).toContain(lanes);
    await press('Space', 'Dock aufgenommen');
    await press('ArrowRight', 'Angebot, Bahn Süd');
    await press('PageDown', 'Dock: Platz 1 in Angebot, Bahn West.');
    await press('Space', 'Dock abgelegt, Platz 1 in Angebot, Bahn West.');
    await lies('Angebot', 'West').toEqual(['Dock']);
    expect(await isFocused(page, 'Dock')).toBe(true);
  });

  test('by its menu it goes to any column and any lane, and keeps the focus', async () => {
    const { page } = annas;
    const choose = async (name: string): Promise<void> => {
      await card(page, 'Mole').getByRole('button', { name: 'Mehr zu Mole' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await card(page, 'Mole').getByRole('button', { name: 'Mehr zu Mole' }).click();
    await page.getByRole('menuitem', { name: 'In die Bahn Süd' }).waitFor();
    const offered = await page.getByRole('menuitem').allInnerTexts();
    expect(offered).toEqual(
      expect.arrayContaining([
        ...STAGES.filter((stage) => stage !== 'Angebot').map((stage) => `Verschieben nach ${stage}`),
        'In die Bahn Süd',
        'In die Bahn West',
      ]),
    );
    await clean(page, 'board-lanes-menu');
    await page.keyboard.press('Escape');
    await choose('In die Bahn Süd');
    await lies('Angebot', 'Süd').toEqual(['Mole']);
    await expect.poll(() => isFocused(page, 'Mole')).toBe(true);
    await choose('Verschieben nach Rechnung');
    await lies('Rechnung', 'Süd').toEqual(['Mole']);
  });

  test('a lane says what it comes to, is folded by keys, passed by, and still folded after a reload', async () => {
    const { page } = annas;
    const head = (lane: string) => page.getByRole('button', { name: new RegExp(`^${lane} `) });
    await expect.poll(() => head('West').innerText()).toMatch(/^West\s+2\s+Wert: 150$/);
    await head('Süd').press('Enter');
    await card(page, 'Mole').waitFor({ state: 'detached' });
    expect(await head('Süd').getAttribute('aria-expanded')).toBe('false');
    expect(await head('Süd').innerText()).toMatch(/Wert: 100/);
    await clean(page, 'board-lanes-folded');
    // In no lane but that which is folded there is a card beside it.
    await card(page, 'Dock').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    const said = page.getByRole('status').filter({ hasText: 'Dock: Platz 1 in Angebot, Bahn Nord.' });
    await said.waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.reload();
    await card(page, 'Dock').waitFor();
    expect(await card(page, 'Mole').count()).toBe(0);
    await head('Süd').click();
    await card(page, 'Mole').waitFor();
  });

  test('what somebody else moves while it is carried is theirs', async () => {
    const { page } = annas;
    await dragOnto(page, card(page, 'Kran'), stack(page, 'Angebot', 'Süd').locator('.board-cards'), 'stay');
    const { idoInstanceId } = await anna.query<BoardAnswer>('record.board', { queryId: lanes });
    const ben = await new TestClient(kontor.address, 'demo').signIn('ben', PASSWORD);
    await ben.command('record.moveCard', {
      idoId: ids.get('Kran'),
      idoInstanceId,
      key: 'stage',
      from: 'Anfrage',
      to: 'Lieferung',
    });
    await page.getByText('Die Karte steht jetzt in Lieferung, Bahn Nord.').waitFor();
    await page.mouse.up();
    await lies('Lieferung', 'Nord').toEqual(['Kran']);
    expect(await cards(page, 'Lieferung', 'Nord')).toEqual(['Kran']);
  });

  test('on a phone a finger swipes between columns, takes a card after a rest, and carries it over the edge', async () => {
    const phone = await openSession(browser, kontor.address, PHONE);
    const { page } = phone;
    await signIn(page, 'anna', PASSWORD);
    await page.goto(`${kontor.address}/kanban/${lanes}`);
    await card(page, 'Steg').waitFor();
    const finger = await fingerOf(page);
    const tab = (name: string) => page.getByRole('tab', { name, selected: true });
    await tab('Anfrage').waitFor();
    await clean(page, 'board-lanes-phone');

    // Swiped at once, it scrolls and moves nothing.
    const begin = await middleOf(card(page, 'Steg'));
    await finger.down(begin.x + 100, begin.y);
    await finger.glide(begin.x - 160, begin.y);
    await finger.up();
    const left = () => page.locator('.board-scroll').evaluate((one) => one.scrollLeft);
    await expect.poll(left).toBe(PHONE.viewport.width);
    await tab('Angebot').waitFor();
    await page.getByRole('tab', { name: 'Anfrage' }).tap();
    await expect.poll(left).toBe(0);
    expect(await stored(lanes, 'Anfrage', 'Nord')).toEqual(['Steg']);

    const at = await middleOf(card(page, 'Steg'));
    await finger.down(at.x, at.y);
    await page.locator('.board-carried').waitFor();
    await finger.glide(PHONE.viewport.width - 8, at.y);
    await tab('Angebot').waitFor();
    await finger.glide(at.x, at.y);
    await clean(page, 'board-lanes-phone-dragging');
    // It turns again where it is held for long.
    const reached = await page.getByRole('tab', { selected: true }).innerText();
    await finger.up();
    await lies(reached, 'Nord').toContain('Steg');
    expect(page.url()).toContain(lanes);
    // A tap is still a tap.
    await card(page, 'Steg').tap();
    await page.locator('.record-head:visible').getByRole('heading', { name: 'Steg' }).waitFor();
    await phone.close();
  });

  test('ten thousand cards open at once, with their counts and sums, and are scrolled and moved', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/kanban/${many}`);
    await card(page, 'Posten 00000').waitFor();
    await page.getByText('10.000 Karten').waitFor();
    const drawn = () => page.locator('.board-card').count();
    const board = await anna.query<BoardAnswer>('record.board', { queryId: many });
    expect(board.totalCount).toBe(MANY);
    for (const { column, count, sums } of board.piles) {
      const head = stack(page, column).locator('header');
      await head.getByText(count.toLocaleString('de'), { exact: true }).waitFor();
      await head.getByText(`Wert: ${(count * 2).toLocaleString('de')}`).waitFor();
      expect(Number(sums[0])).toBe(count * 2);
    }
    expect(await drawn()).toBeLessThan(150);
    await clean(page, 'board-many');
    const list = stack(page, 'Anfrage').locator('.board-cards');
    await list.evaluate((one) => one.scrollTo(0, one.scrollHeight / 2));
    await card(page, 'Posten 05000').waitFor();
    expect(await drawn()).toBeLessThan(150);

    // From the midst of one column into the midst of another.
    const target = board.piles.find(({ column }) => column === 'Angebot')?.count ?? 0;
    const offers = stack(page, 'Angebot').locator('.board-cards');
    await offers.evaluate((one) => one.scrollTo(0, one.scrollHeight / 2));
    await expect.poll(() => offers.locator('.board-hole').count()).toBe(0);
    await dragOnto(page, card(page, 'Posten 05000'), offers);
    await expect.poll(() => cards(page, 'Angebot')).toContain('Posten 05000');
    expect(await cards(page, 'Anfrage')).not.toContain('Posten 05000');
    const skip = Math.floor(target / 2 / 50) * 50;
    const near = async () => {
      const pages = await Promise.all(
        [-50, 0, 50].map((by) =>
          anna.query<{ cards: { title: string }[] }>('record.boardCards', {
            queryId: many,
            column: 'Angebot',
            lane: null,
            skip: skip + by,
          }),
        ),
      );
      return pages.flatMap(({ cards: some }) => some.map(({ title }) => title));
    };
    await expect.poll(near, { timeout: LATEST }).toContain('Posten 05000');
    await stack(page, 'Angebot')
      .locator('header')
      .getByText((target + 1).toLocaleString('de'), { exact: true })
      .waitFor();
    expect(await cards(page, 'Angebot')).toContain('Posten 05000');
    expect(await cards(page, 'Anfrage')).not.toContain('Posten 05000');
    await clean(page, 'board-many-moved');
  });
});

async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('There is nothing');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags something onto a place of another, its beginning if none is said; `stay`: and holds it there. */
async function dragOnto(
  page: Page,
  what: Locator,
  onto: Locator,
  then: 'drop' | 'stay' = 'drop',
  offset = { x: 60, y: 20 },
): Promise<void> {
  const from = await middleOf(what);
  const box = await onto.boundingBox();
  if (box === null) throw new Error('There is nothing to drag to');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(box.x + offset.x, box.y + offset.y, { steps: 8 });
  if (then === 'drop') await page.mouse.up();
}

/** A finger on the glass, as the browser hears of a real one. */
async function fingerOf(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] });
  return {
    async down(x: number, y: number): Promise<void> {
      at = { x, y };
      await send('touchStart');
    },
    async glide(x: number, y: number): Promise<void> {
      const from = at;
      for (let step = 1; step <= 10; step += 1) {
        at = { x: from.x + ((x - from.x) * step) / 10, y: from.y + ((y - from.y) * step) / 10 };
        await send('touchMove');
      }
    },
    up: () => send('touchEnd'),
  };
}
