// Covers: client
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBox, seedItem } from '../../server/src/modules/activity/factory.ts';
import { startBalancer, type Balancer } from '../../server/src/testing/balancer.ts';
import { hasRabbit } from '../../server/src/testing/rabbit.ts';
import type { ForkedServer } from '../../server/src/testing/server-fork.ts';
import { TEST_PASSWORD } from '../../server/src/testing/server.ts';
import { pongOf } from '../../server/src/testing/stomp.ts';
import setupScale from '../../server/src/testing/scale/global-setup.ts';
import { startFixture, type Fixture } from '../../server/src/testing/scale/fixture.ts';
import { findBrowser, openBrowser, picture, signIn, openSession, type BrowserSession } from '../src/browser.ts';

const ITEMS = 6;
/** The process that hands events to the broker may be the one that is killed: another one does so after up to 18 seconds. */
const HEARD_MS = 40_000;
const rowOf = (page: Page, subject: string) => page.getByRole('option').filter({ hasText: subject });

/** Two people whose browsers are each at another of three server processes; real time is carried by RabbitMQ's Web STOMP. */
describe.skipIf(findBrowser() === undefined || !hasRabbit())(
  'a browser on several server processes (left out without RabbitMQ)',
  () => {
    let stopServices: () => Promise<void>;
    let fixture: Fixture;
    let browser: Browser;
    const fronts: Balancer[] = [];
    const sessions: BrowserSession[] = [];
    /** The ports of the web sockets that each browser has opened. */
    const sockets: string[][] = [[], []];
    const server = (index: number) => fixture.servers[index] as ForkedServer;
    const page = (index: number) => (sessions[index] as BrowserSession).page;
    const seesBoth = (subject: string, state: 'visible' | 'detached') =>
      Promise.all(sessions.map((session) => rowOf(session.page, subject).waitFor({ state, timeout: HEARD_MS })));

    beforeAll(async () => {
      stopServices = await setupScale();
      fronts.push(await startBalancer(), await startBalancer());
      const addresses = fronts.map(({ port }) => `localhost:${port}`);
      fixture = await startFixture({ ownRealtime: false, settings: { KONTOR_DOMAINS: addresses.join(',') } });
      const userIds = [await fixture.person('anna'), await fixture.person('ben')];
      const boxId = await seedBox(fixture.change, fixture.instance, userIds);
      for (let n = 0; n < ITEMS; n += 1)
        await seedItem(fixture.change, fixture.instance, { userIds, boxId, information: `Vorgang ${n}` });
      browser = await openBrowser();
      for (const [index, name] of ['anna', 'ben'].entries()) {
        fronts[index]?.use([server(index).port]);
        const session = await openSession(browser, `http://${addresses[index]}`);
        sessions.push(session);
        session.page.on('websocket', (socket) => sockets[index]?.push(new URL(socket.url()).port));
        await signIn(session.page, name, TEST_PASSWORD);
        await rowOf(session.page, 'Vorgang 0').waitFor();
        await session.page.getByRole('listbox').focus();
      }
    });
    afterAll(async () => {
      for (const session of sessions) await session.close();
      await fixture?.close();
      for (const front of fronts) await front.close();
      await stopServices?.();
    });

    const setDone = async (index: number, subject: string): Promise<void> => {
      await rowOf(page(index), subject).click();
      await page(index).keyboard.press('e');
    };

    test('each sees what the other does, told by the broker', async () => {
      await expect.poll(() => sockets.map((ports) => ports.length > 0)).toEqual([true, true]);
      const { port } = await pongOf(await fixture.client(server(0), 'anna'));
      expect([...new Set(sockets.flat())]).toEqual([String(port)]);
      await setDone(0, 'Vorgang 0');
      await seesBoth('Vorgang 0', 'detached');
      await setDone(1, 'Vorgang 1');
      await seesBoth('Vorgang 1', 'detached');
    });

    test('goes on when the process that it is at is killed', async () => {
      const [victim, other] = [server(0), server(2)];
      await victim.kill();
      fixture.servers.splice(0, 1);
      // Done while nobody answers; a balancer needs a moment to notice.
      await setDone(0, 'Vorgang 2');
      await rowOf(page(0), 'Vorgang 2').waitFor({ state: 'detached' });
      await sleep(1500);
      fronts[0]?.use([other.port]);
      await seesBoth('Vorgang 2', 'detached');
      await setDone(1, 'Vorgang 3');
      await seesBoth('Vorgang 3', 'detached');
      await setDone(0, 'Vorgang 4');
      await seesBoth('Vorgang 4', 'detached');
      await seesBoth('Vorgang 5', 'visible');
      await picture(page(0), 'many-servers');
      expect(sessions.flatMap(({ complaints }) => complaints)).toEqual([]);
    });
  },
);
