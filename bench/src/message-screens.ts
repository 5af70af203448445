import type { Browser, Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser } from '../../e2e/src/browser.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { personalPeer, times } from './fan-out.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const ROUNDS = 25;
/** What a text may take beyond its event: the way into the queue, and the other screen's next frame. */
const MAX_BESIDE_MS = 30;

/** A pair of people, and the message that one has begun with the other. */
export interface Pair {
  readonly port: number;
  readonly instance: string;
  readonly password: string;
  readonly aggregateId: string;
  /** Names to sign in by. */
  readonly writer: string;
  readonly reader: string;
}

/** Signs somebody in at a window of their own, and opens the message. */
async function open(browser: Browser, { port, instance, password, aggregateId }: Pair, name: string): Promise<Page> {
  const page = await (await browser.newContext(DESKTOP)).newPage();
  await page.goto(`http://${instance}.localhost:${port}`);
  await page
    .getByLabel('Instanz')
    .fill(instance, { timeout: 2000 })
    .catch(() => undefined);
  await page.getByLabel('Benutzername').fill(name);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.locator('.row:visible').first().waitFor({ timeout: 60_000 });
  await page.goto(`http://${instance}.localhost:${port}/message/${encodeURIComponent(aggregateId)}/module/view`);
  await page.getByRole('log', { name: 'Texte' }).waitFor();
  return page;
}

/** Resolves with the moment at which a text is drawn, in milliseconds since 1970. It listens once the outer promise has resolved. */
async function drawn(page: Page, words: string): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle((sought) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=log]')?.textContent?.includes(sought)) return;
      observer.disconnect();
      // Behind the frame's own work comes what was put off until after it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return { promise };
  }, words);
  return () => handle.evaluate(({ promise }) => promise);
}

/** Milliseconds from the key that sends a text in one window until the other window shows it, its frame included. */
async function screens(pair: Pair): Promise<number[]> {
  const browser = await openBrowser();
  try {
    const [writing, reading] = [await open(browser, pair, pair.writer), await open(browser, pair, pair.reader)];
    const editor = writing.getByRole('textbox', { name: /^(Ihre Antwort|Antwort an)/ });
    await writing.evaluate(() =>
      document.addEventListener(
        'keydown',
        ({ key, ctrlKey }) => {
          if (key === 'Enter' && ctrlKey)
            (window as unknown as { pressedAt: number }).pressedAt = performance.timeOrigin + performance.now();
        },
        { capture: true },
      ),
    );
    const found: number[] = [];
    for (let round = -3; round < ROUNDS; round += 1) {
      const words = `Text der Runde ${round}.`;
      await editor.click();
      await writing.keyboard.insertText(words);
      const shown = await drawn(reading, words);
      await writing.keyboard.press('Control+Enter');
      const at = await shown();
      const from = await writing.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt);
      // The first rounds warm both sides up.
      if (round >= 0) found.push(at - from);
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** A text from the key to the other's screen, beside its event alone: from the command until the other's connection has heard. */
export async function benchScreens(pair: Pair, say: (text: string) => void): Promise<Line[]> {
  if (findBrowser() === undefined) {
    say('No Chromium is installed: the way from a key to the other screen is left out.');
    return [];
  }
  say('Two windows …');
  const base = `http://127.0.0.1:${pair.port}`;
  const [writer, reader] = await Promise.all(
    [pair.writer, pair.reader].map((name) => new TestClient(base, pair.instance).signIn(name, pair.password)),
  );
  if (writer === undefined || reader === undefined) throw new Error('Nobody has signed in');
  const text = { aggregateId: pair.aggregateId, messageContent: '<p>Ja, passt.</p>' };
  const event = quantile(
    await times(
      1,
      () => personalPeer(reader, pair.port),
      () => writer.command('message.send', text),
    ),
    0.5,
  );
  return [
    {
      name: 'a text from the key to the other’s screen',
      unit: 'ms',
      ours: quantile(await screens(pair), 0.5),
      against: 'its event alone',
      anchor: event,
      aim: { most: (event + MAX_BESIDE_MS) / event },
    },
  ];
}
