import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPng } from '../server/src/demo/pictures.ts';
import { rawMail } from '../server/src/modules/mail/factory.ts';
import { barriersOf } from './src/barriers.ts';
import { VIEWS, findBrowser, openBrowser, picture, signIn, sitDown, type Seat } from './src/browser.ts';
import { startHere, type KontorHere } from './src/kontor-here.ts';
import { listen, type Listener } from './src/stage.ts';
import { aimed, hostileVectors, watch, type Watch } from './src/watch.ts';

const PASSWORD = 'reading mail password';
const VECTORS_A_MAIL = 80;

const rowOf = (page: Page, subject: string) =>
  page.getByRole('option').filter({ has: page.locator('.row-information', { hasText: new RegExp(`^${subject}$`) }) });
const bodyOf = (page: Page) => page.frameLocator('.mail-sheet iframe').locator('body');

describe.skipIf(findBrowser() === undefined)('reading mail', () => {
  let kontor: KontorHere;
  let browser: Browser;
  let stranger: Listener;
  let anna: Seat;
  let seen: Watch;

  beforeAll(async () => {
    const png = drawPng('trend');
    stranger = await listen((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png));
    [kontor, browser] = await Promise.all([
      startHere({ password: PASSWORD, imagePolicy: { allowPrivateHosts: true, ports: [stranger.port] } }),
      openBrowser(),
    ]);
    const vectors = hostileVectors().map((vector, index) =>
      aimed(vector, `v${index}.mail.localhost`, stranger.port, index),
    );
    const hostile = Array.from({ length: Math.ceil(vectors.length / VECTORS_A_MAIL) }, (_, n) =>
      rawMail({
        subject: `Feindlich ${n}`,
        html: vectors
          .slice(n * VECTORS_A_MAIL, (n + 1) * VECTORS_A_MAIL)
          .map((vector) => `<div>${vector}</div>`)
          .join('\n'),
      }),
    );
    const word = (text: string) => `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`;
    // As name, as subject and as the first words of the text, all of which the list shows.
    const listed = vectors
      .filter((vector) => vector.length < 300)
      .slice(0, 150)
      .map((vector) => rawMail({ from: `${word(vector)} <x@fremd.example>`, subject: word(vector), text: vector }));
    const images = [1, 2, 3]
      .map((n) => `<p>Bild ${n}<br><img alt="" src="http://127.0.0.1:${stranger.port}/bild-${n}.png"></p>`)
      .join('');
    const anbei = 'data:image/png;base64,' + png.toString('base64');
    const pages = '<p>Absatz um Absatz, bis das Blatt voll ist.</p>'.repeat(60);
    await kontor.deliver([
      ...listed,
      ...hostile,
      rawMail({ subject: 'Mit Bildern', html: `${images}<img alt="Anbei" src="${anbei}">` }),
      rawMail({ subject: 'Noch mehr Bilder', html: images.replaceAll('bild-', 'mehr-') }),
      rawMail({
        subject: 'Rechnung',
        from: 'Anna Berger <chef@n0rdwerk.example>',
        headers: 'Reply-To: <konto@ganz-woanders.example>\nX-Weg: eins\n zwei',
        html: '<p>Bitte heute noch überweisen.</p>',
      }),
      rawMail({
        subject: 'Zum Ausdrucken',
        to: 'Info <info@nordwerk.example>, Einkauf <einkauf@nordwerk.example>',
        html: `<p>Guten Tag,</p><table border="1"><tr><th>Teil<th>Stück<tr><td>Ventil<td>12</table><img src="cid:logo.png">${pages}<p>Ende.</p><blockquote>Was ich damals schrieb.</blockquote>`,
        files: { 'logo.png': png, 'Angebot 7.pdf': Buffer.from('%PDF-1.4'), 'Plan.pdf': Buffer.from('%PDF-1.4') },
      }),
    ]);
    stranger.connections = 0;
    anna = await sitDown(browser, 'about:blank');
    seen = await watch(anna.page.context(), (url) => url.startsWith(`${kontor.address}/`));
    await anna.page.goto(kontor.address);
    await signIn(anna.page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await kontor?.close();
    await stranger?.close();
  });

  const nothingHappened = () =>
    expect({ ran: seen.ran, escaped: seen.escaped(), connections: stranger.connections }).toEqual({
      ran: [],
      escaped: [],
      connections: 0,
    });

  /** Looks for a mail and opens it, from the start. */
  const open = async (subject: string): Promise<Page> => {
    const { page } = anna;
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await page.getByRole('button', { name: 'Suchen' }).click();
    await page.getByRole('combobox').fill(subject);
    await rowOf(page, subject).click();
    await page.getByRole('heading', { name: subject, exact: true }).waitFor();
    return page;
  };
  test('the list shows hostile names, subjects and first words as the text that they are', async () => {
    const { page } = anna;
    const list = page.getByRole('listbox');
    await list.focus();
    await page.keyboard.press('Home');
    const shown = new Set<string>();
    for (let step = 0; step < 60 && shown.size < 150; step += 1) {
      for (const text of await page.locator('.row-contact').allTextContents()) shown.add(text);
      await list.evaluate((element) => {
        const scroller = [element, ...element.querySelectorAll('*'), element.parentElement].find(
          (candidate) => candidate && candidate.scrollHeight > candidate.clientHeight + 10,
        );
        scroller?.scrollBy(0, 500);
      });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect([...shown].filter((text) => text.includes('<')).length).toBeGreaterThan(60);
    await picture(page, 'hostile-list');
    nothingHappened();
  });

  test('the reader shows hostile mails, and nothing runs or leaves', async () => {
    const count = Math.ceil(hostileVectors().length / VECTORS_A_MAIL);
    for (let n = 0; n < count; n += 1) {
      const page = await open(`Feindlich ${n}`);
      await page.locator('.mail-sheet iframe').waitFor();
      await expect.poll(() => bodyOf(page).evaluate((body) => body.childElementCount)).toBeGreaterThan(0);
      await bodyOf(page).evaluate((body) => {
        for (const element of body.querySelectorAll<HTMLElement>('*')) {
          element.focus();
          element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
          if (!(element instanceof HTMLAnchorElement)) element.click();
        }
      });
      await picture(page, `hostile-reader-${n}`);
    }
    nothingHappened();
  });

  /** How many of a mail's images have a picture. */
  const shown = (page: Page) =>
    bodyOf(page).evaluate((body) => [...body.querySelectorAll('img')].filter((image) => image.naturalWidth > 1).length);

  test('external images come when they are asked for, through the server, once', async () => {
    const page = await open('Mit Bildern');
    // The one that came along in the text is there at once.
    await expect.poll(() => shown(page)).toBe(1);
    nothingHappened();
    await page.getByRole('button', { name: 'Bilder laden' }).click();
    await expect.poll(() => shown(page)).toBe(4);
    await picture(page, 'reader-images');
    expect(stranger.requests.toSorted()).toEqual(['/bild-1.png', '/bild-2.png', '/bild-3.png']);
    expect(seen.escaped()).toEqual([]);
    // Asked again by the same person in the same hour, they come from here.
    await page.keyboard.press('Escape');
    await rowOf(page, 'Mit Bildern').click();
    await expect.poll(() => shown(page)).toBe(4);
    expect(stranger.requests.length).toBe(3);
  });

  test('a sender is remembered, and can be forgotten', async () => {
    let page = await open('Mit Bildern');
    await page.getByRole('button', { name: 'Immer von diesem Absender' }).click();
    await page.getByText('Bilder von paul.neumann@werft.example werden ohne Nachfrage geladen.').waitFor();
    page = await open('Noch mehr Bilder');
    await expect.poll(() => shown(page)).toBe(3);
    expect(stranger.requests.length).toBe(6);
    await page.getByRole('button', { name: 'Künftig wieder fragen' }).click();
    page = await open('Mit Bildern');
    await page.getByRole('button', { name: 'Bilder laden' }).waitFor();
    expect(await shown(page)).toBe(1);
  });

  test('a sender that pretends is marked in the list and explained in the mail', async () => {
    const page = await open('Rechnung');
    const bar = page.getByRole('alert').filter({ hasText: 'Prüfen Sie, von wem diese E-Mail wirklich ist' });
    for (const sentence of [
      'Sie trägt den Namen Anna Berger aus Ihrem Haus',
      'n0rdwerk.example sieht aus wie nordwerk.example',
      'Antworten gehen nicht an chef@n0rdwerk.example, sondern an konto@ganz-woanders.example',
    ])
      expect((await bar.innerText()).replace(/[\u2068\u2069]/g, '')).toContain(sentence);
    expect(await rowOf(page, 'Rechnung').getByLabel('Auffälliger Absender').count()).toBe(1);
  });

  test('header and source are there on demand, by keyboard', async () => {
    const page = await open('Rechnung');
    const more = page
      .getByRole('toolbar', { name: 'Weitere Aktionen' })
      .getByRole('button', { name: 'Weitere Aktionen' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Kopfzeilen' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Die E-Mail, wie sie ankam' });
    await dialog.getByRole('row', { name: 'X-Weg eins zwei' }).waitFor();
    await picture(page, 'reader-headers');
    await dialog.getByRole('tab', { name: 'Kopfzeilen' }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Bitte heute noch überweisen').waitFor();
    await picture(page, 'reader-source');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Quelltext herunterladen' }).press('Enter');
    expect((await download).suggestedFilename()).toBe('mail.eml');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The reader itself stays.
    await page.getByRole('heading', { name: 'Rechnung', exact: true }).waitFor();
  });

  test.each(['Control+p', 'menu'])('a mail is printed by %s as paper wants it', async (how) => {
    const page = await open('Zum Ausdrucken');
    await page.evaluate(() => {
      // No test has a printer: what would be printed is kept.
      new MutationObserver((changes) => {
        for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (!(added instanceof HTMLIFrameElement)) continue;
          added.addEventListener('load', () => {
            const inside = added.contentWindow;
            if (inside)
              inside.print = () =>
                Object.assign(window, {
                  printed: [added.getAttribute('sandbox'), inside.document.documentElement.outerHTML],
                });
          });
        }
      }).observe(document.body, { childList: true });
    });
    await bodyOf(page).getByText('Guten Tag').waitFor();
    if (how === 'menu') {
      await page
        .getByRole('toolbar', { name: 'Weitere Aktionen' })
        .getByRole('button', { name: 'Weitere Aktionen' })
        .click();
      await page.getByRole('menuitem', { name: /Drucken/ }).click();
    } else {
      // From inside of the mail, where the person has just clicked.
      await bodyOf(page).getByText('Guten Tag').click();
      await page.keyboard.press(how);
    }
    const printed = await page.waitForFunction(() => (window as { printed?: [string, string] }).printed);
    const [sandbox, html] = (await printed.jsonValue()) ?? ['', ''];
    expect(sandbox).toBe('allow-same-origin allow-modals');
    const paper = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await paper.setContent(html);
    await paper.emulateMedia({ media: 'print' });
    const text = await paper.locator('body').innerText();
    for (const part of [
      'Zum Ausdrucken',
      'Paul Neumann <paul.neumann@werft.example>',
      'Info <info@nordwerk.example>, Einkauf <einkauf@nordwerk.example>',
      'info@nordwerk.example',
      'Angebot 7.pdf (8 B), Plan.pdf (8 B)',
      'Ventil',
      'Ende.',
      'Was ich damals schrieb.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Zitierten Text');
    expect(await paper.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(
      drawPng('trend').readUInt32BE(16),
    );
    expect(await paper.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    await picture(paper, 'print');
    await paper.close();
  });

  test.each(VIEWS)('looks right and keeps nobody out: %s', async (view, options) => {
    const { page, complaints, close } = await sitDown(browser, `${kontor.address}/mails/all/all/main`, options);
    const english = options.locale === 'en-US';
    await page.locator('input').nth(1).fill('anna');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: english ? 'Search' : 'Suchen', exact: true })
      .first()
      .click();
    await page.getByRole('combobox').fill('Rechnung');
    await rowOf(page, 'Rechnung').click();
    await page.locator('.mail-sheet iframe').waitFor();
    const check = async (name: string) => {
      await picture(page, `${view}-${name}`);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      expect(isWide, `${name} is too wide`).toBe(true);
      expect(await barriersOf(page), name).toEqual([]);
    };
    await check('warning');
    await page.locator('.reader-bar').getByRole('button').last().press('Tab');
    await page.getByRole('button', { name: english ? 'More actions' : 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: english ? 'Headers' : 'Kopfzeilen' }).click();
    await page.getByRole('row', { name: /X-Weg/ }).waitFor();
    await check('headers');
    expect(complaints).toEqual([]);
    await close();
  });
});
