// Covers: mail
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeMailHtml } from '../../server/src/platform/mailparse/sanitize.ts';
import type { Layer, Surface } from '../../web/src/modules/mail/testing/hostile-page.ts';
import { findBrowser, launchBrowser, openContext } from '../src/browser.ts';
import { listen, serveStage, type Listener } from '../src/stage.ts';
import { aimed, hostileVectors, namesLookedUp, watch } from '../src/watch.ts';

const AT_ONCE = 30;
const vectors = hostileVectors();

describe.skipIf(findBrowser() === undefined)('each layer against hostile mail, with the others off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-netlog-'));
  const log = join(folder, 'net.json');
  let browser: Browser;
  let stage: Awaited<ReturnType<typeof serveStage>>;
  let sink: Listener;

  beforeAll(async () => {
    const sinking = listen((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'));
    [stage, sink, browser] = await Promise.all([
      serveStage('modules/mail/testing/hostile-page.ts'),
      sinking,
      launchBrowser([`--log-net-log=${log}`]),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    await sink?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** All vectors through one layer on one surface: what ran, what escaped, and who came to the sink. */
  async function attack(layer: Layer, surface: Surface) {
    [sink.requests.length, sink.connections] = [0, 0];
    const home = `http://localhost:${stage.port}`;
    const context = await openContext(browser);
    // The frame's page asks for our typeface, and for nothing else.
    const isTypeface = (url: string): boolean => url.startsWith(`${home}/`) && /\/inter[^/]*\.woff2$/.test(url);
    const isOurs = (url: string): boolean => url === `${home}/` || stage.files.has(url.slice(home.length));
    const seen = await watch(context, (url) => isOurs(url) || isTypeface(url));
    // What is counted has to happen, not to happen four hundred times.
    const payloads = vectors.slice(0, layer === 'none' ? 220 : undefined).map((payload, index) => {
      const text = aimed(payload, `v${index}.${surface}.${layer}.localhost`, sink.port, index);
      return layer === 'server' ? sanitizeMailHtml(text).html : text;
    });
    let touched = 0;
    const page = await context.newPage();
    for (let from = 0; from < payloads.length; from += AT_ONCE) {
      await page.goto(`${home}/`);
      touched += await act(page, layer, surface, payloads.slice(from, from + AT_ONCE));
    }
    const result = { ran: [...new Set(seen.ran)], escaped: seen.escaped(), requests: [...sink.requests], touched };
    await context.close();
    return { ...result, connections: sink.connections };
  }

  async function act(page: Page, layer: Layer, surface: Surface, payloads: readonly string[]): Promise<number> {
    await page.waitForFunction(() => 'hostile' in window);
    return page.evaluate(
      async ([layer, surface, payloads]) => {
        const { hostile } = window as unknown as {
          hostile: { show: (...args: unknown[]) => Promise<void>; poke: () => number };
        };
        await hostile.show(layer, surface, payloads);
        const count = hostile.poke();
        // What was set off now has begun when this has had its turn.
        await new Promise((resolve) => setTimeout(resolve, 60));
        return count;
      },
      [layer, surface, payloads] as const,
    );
  }

  test('without any layer, scripts run and requests leave: what is counted here happens', async () => {
    const { ran, requests, connections, touched } = await attack('none', 'reader');
    // About half of what happens on a quick machine.
    expect(ran.length).toBeGreaterThan(8);
    expect(new Set(requests).size).toBeGreaterThan(40);
    expect(connections).toBeGreaterThan(10);
    expect(touched).toBeGreaterThan(220);
  });

  test.each<[Layer, Surface]>([
    ['server', 'reader'],
    ['client', 'reader'],
    ['client', 'quote'],
    ['client', 'print'],
    ['frame', 'reader'],
    ['frame', 'print'],
    ['frame', 'text'],
  ])('the layer %s alone lets nothing run and nothing leave: %s', async (layer, surface) => {
    const { touched, ...result } = await attack(layer, surface);
    // The browser connects ahead for a frame inside of a frame, and then asks the policy, which refuses.
    const connections = surface === 'text' ? expect.any(Number) : 0;
    expect(result).toEqual({ ran: [], escaped: [], requests: [], connections });
    expect(touched).toBeGreaterThan(200);
  });

  test('and no name is looked up ahead', async () => {
    await browser.close();
    const names = namesLookedUp(log).filter((name) => name.endsWith('.localhost'));
    const through = (layer: Layer) => names.filter((name) => name.endsWith(`.${layer}.localhost`));
    expect(new Set(through('none')).size).toBeGreaterThan(40);
    expect([through('server'), through('client'), through('frame')]).toEqual([[], [], []]);
  });
});
