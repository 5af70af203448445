import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser } from '../../e2e/src/browser.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { personalPeer, times } from './fan-out.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const ROUNDS = 25;
/** What a text may take beyond its event: the way into the queue, and the other screen's next frame. */
const MAX_BESIDE_MS = 30;
/** What a text leads to beside being shown is over by then, in milliseconds. */
const REST_MS = 1500;

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
  await noteMoments(page);
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

/** Notes, in milliseconds since 1970, when the key that sends was pressed, when that is on its way, and when a text is heard of. */
const noteMoments = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const moments: Record<string, number> = {};
    Object.assign(window, { moments });
    const note = (name: string): void => void (moments[name] = performance.timeOrigin + performance.now());
    const capture = { capture: true };
    document.addEventListener('keydown', ({ key, ctrlKey }) => key === 'Enter' && ctrlKey && note('pressed'), capture);
    const send = window.fetch;
    window.fetch = (address, init) => {
      if (init?.body instanceof FormData && init.body.get('command') === 'message.send') note('sent');
      return send(address, init);
    };
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols);
        this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const text = data instanceof ArrayBuffer ? new TextDecoder().decode(data) : String(data);
          if (text.includes('"message.texted"')) note('heard');
        });
      }
    };
  });

const momentOf = (page: Page, name: string): Promise<number> =>
  page.evaluate((wanted) => (window as unknown as { moments: Record<string, number> }).moments[wanted] ?? 0, name);

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

/** Milliseconds from the key that sends a text in one window until it is on its way, until the other window hears of it, and until that shows it. */
interface Way {
  readonly sent: number;
  readonly heard: number;
  readonly shown: number;
}

/**
 * The way of each of some texts, its last frame included. A text is said when what the one before has led to is over, as are lists that are asked for
 * anew: people think between two texts, and else each would be measured with the wake of the one before.
 */
async function ways(pair: Pair): Promise<readonly Way[]> {
  const browser = await openBrowser();
  try {
    const [writing, reading] = [await open(browser, pair, pair.writer), await open(browser, pair, pair.reader)];
    const editor = writing.getByRole('textbox', { name: /^(Ihre Antwort|Antwort an)/ });
    const found: Way[] = [];
    for (let round = -3; round < ROUNDS; round += 1) {
      const words = `Text der Runde ${round}.`;
      await editor.click();
      await writing.keyboard.insertText(words);
      const shown = await drawn(reading, words);
      await sleep(REST_MS);
      await writing.keyboard.press('Control+Enter');
      const at = await shown();
      const from = await momentOf(writing, 'pressed');
      const [sent, heard] = [await momentOf(writing, 'sent'), await momentOf(reading, 'heard')];
      // The first rounds warm both sides up.
      if (round >= 0) found.push({ sent: sent - from, heard: heard - from, shown: at - from });
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
  const all = await ways(pair);
  const line = (name: string, part: keyof Way): Line => ({
    name,
    unit: 'ms',
    ours: quantile(
      all.map((way) => way[part]),
      0.5,
    ),
    against: 'its event alone',
    anchor: event,
  });
  return [
    {
      ...line('a text from the key to the other’s screen', 'shown'),
      aim: { most: (event + MAX_BESIDE_MS) / event },
    },
    line('of that, until it is on its way', 'sent'),
    line('of that, until the other window hears of it', 'heard'),
  ];
}
