import type { Page } from 'playwright-core';
import { drawPng } from '../../server/src/demo/pictures.ts';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { openBrowser, signIn, openSession, type BrowserSession } from './browser.ts';
import { startHere } from './kontor-here.ts';
import { listen, type Listener } from './stage.ts';
import { watch, type Watch } from './watch.ts';

const READING_PASSWORD = 'reading mail password';

/** Anna at her desk with mails that may load pictures of a stranger's server, and who watches that nothing else leaves. */
export interface ReadingStage {
  readonly stranger: Listener;
  readonly page: Page;
  readonly seen: Watch;
  /** Looks for a mail and opens it, from the start. */
  open(subject: string): Promise<void>;
  close(): Promise<void>;
}

/** What a request looks for in a list; undefined for any other. */
const termOf = (url: string): string | undefined => {
  const parameters = new URL(url).searchParams.get('parameters') ?? '{}';
  return (JSON.parse(parameters) as { readonly searchTerm?: string }).searchTerm;
};
export const rowOf = (page: Page, subject: string) =>
  page.getByRole('option').filter({ has: page.locator('.row-information', { hasText: new RegExp(`^${subject}$`) }) });
export const bodyOf = (page: Page) => page.frameLocator('.mail-sheet iframe').locator('body');
/** How many of the images of the mail that is read have a picture. */
export const imagesShown = (page: Page) =>
  bodyOf(page).evaluate((body) => [...body.querySelectorAll('img')].filter((image) => image.naturalWidth > 1).length);

const png = drawPng('trend');

/** A mail with three pictures of a stranger, and one that came along in its text. */
function withPictures(port: number): string {
  const images = [1, 2, 3]
    .map((n) => `<p>Bild ${n}<br><img alt="" src="http://127.0.0.1:${port}/bild-${n}.png"></p>`)
    .join('');
  return rawMail({
    subject: 'Mit Bildern',
    html: `${images}<img alt="Anbei" src="data:image/png;base64,${png.toString('base64')}">`,
  });
}

/** `more` are further mails, which may name the port of the stranger's server. */
export async function openReading(more: (port: number) => readonly string[] = () => []): Promise<ReadingStage> {
  const stranger = await listen((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  );
  const [kontor, browser] = await Promise.all([
    startHere({ password: READING_PASSWORD, imagePolicy: { allowPrivateHosts: true, ports: [stranger.port] } }),
    openBrowser(),
  ]);
  await kontor.deliver([...more(stranger.port), withPictures(stranger.port)]);
  stranger.connections = 0;
  const anna: BrowserSession = await openSession(browser, 'about:blank');
  const { page } = anna;
  const seen = await watch(page.context(), (url) => url.startsWith(`${kontor.address}/`));
  await page.goto(kontor.address);
  await signIn(page, 'anna', READING_PASSWORD);
  return {
    stranger,
    page,
    seen,
    open: async (subject) => {
      await page.goto(`${kontor.address}/mails/all/all/main`);
      await page.getByRole('button', { name: 'Suchen', exact: true }).click();
      // A click on a row that what is found moves away is none.
      const found = page.waitForResponse((response) => termOf(response.url()) === subject);
      await page.getByRole('combobox').fill(subject);
      await found;
      await rowOf(page, subject).click();
      await page.getByRole('heading', { name: subject, exact: true }).waitFor();
    },
    close: async () => {
      await kontor.close();
      await stranger.close();
    },
  };
}
