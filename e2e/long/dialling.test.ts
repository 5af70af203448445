// Covers: phonecall, shell
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_PHONES, openPeer } from '../../server/src/modules/phonecall/testing/office.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD } from '../src/begun.ts';
import { PHONE, findBrowser, openBrowser, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { openSessionAs } from '../src/signed-in.ts';

const TYPED = '0431 55500123';
const BARE = '043155500123';
const WHOLE = '+4943155500123';

/** How Anna's calls are made. The way of `curlPost` is gone in `phone.test.ts`. */
describe.skipIf(findBrowser() === undefined)('a call is made', () => {
  let kontor: Kontor | undefined;
  let peer: Awaited<ReturnType<typeof openPeer>>;
  let annas: BrowserSession | undefined;
  let anna: TestClient;
  let userId: number;
  let line: { readonly lineId: number; readonly address: string };
  const at = () => ({
    page: annas?.page ?? expect.fail('Nothing was opened'),
    address: kontor?.address ?? expect.fail('Nothing was opened'),
  });

  beforeAll(async () => {
    [kontor, peer] = await Promise.all([openKontor({}, { phone: { phonePolicy: LOCAL_PHONES } }), openPeer()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', DEMO_PASSWORD);
    ({ id: userId } = await anna.query<{ id: number }>('session.user'));
    const { listId } = await anna.command<{ listId: number }>('phoneCall.saveList', {
      name: 'Empfang',
      memberIds: [userId],
    });
    const terminals = [{ terminal: 'e0', userId }];
    line = await anna.command('phoneCall.saveLine', { kind: 'cti', title: 'Telefonanlage', listId, terminals });
    annas = await openSessionAs('anna', await openBrowser(), kontor.address);
    await noteLinks(annas.page);
  });
  afterAll(async () => {
    await annas?.close();
    await kontor?.close();
    peer?.close();
  });

  /** Notes where a page wants to go, also where that is none of the browser's. */
  const noteLinks = (page: Page) =>
    page.addInitScript(() => {
      const left: string[] = [];
      Object.assign(window, { left });
      window.navigation.addEventListener('navigate', ({ destination }) => void left.push(destination.url));
    });
  const links = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => (window as unknown as { left: string[] }).left.filter((one) => /^(?:tel|callto):/.test(one)));

  /** Gives Anna a way to make calls, of which the telephone system tells. */
  const give = async (way: string, more: object = {}, user: object = {}): Promise<void> => {
    const about = { title: way, way, lineId: line.lineId, ...more };
    const { locationId } = await anna.command<{ locationId: number }>('phoneCall.saveLocation', about);
    await anna.command('phoneCall.saveDialUser', { userId, isAllowed: true, locationId, terminal: 'e0', ...user });
    peer.requests.length = 0;
  };
  const dial = async (page: Page): Promise<void> => {
    await page.goto(`${at().address}/phoneCalls/all/all/main`);
    await page.locator('.call-dial-input:visible').fill(TYPED);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Wählt ${TYPED}` }).waitFor();
  };
  const hangUp = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Auflegen' }).click();
    await page.getByRole('heading', { name: 'Aufgelegt.' }).waitFor();
  };
  const requested = () => peer.requests.map(({ method, path }) => `${method} ${path}`);

  test('by sipgate, and ended there', async () => {
    const { page } = at();
    peer.answer.body = '{"sessionId":"s1"}';
    const access = { url: `${peer.url}/v2`, tokenId: 'token-A', token: 'geheim' };
    await give('sipgateIO', access, { callerId: '0431 9900' });
    await dial(page);
    await expect.poll(requested).toEqual(['POST /v2/sessions/calls']);
    const [request] = peer.requests;
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('token-A:geheim').toString('base64')}`);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      deviceId: 'e0',
      caller: 'e0',
      callee: WHOLE,
      callerId: '04319900',
    });
    await hangUp(page);
    expect(requested()).toEqual(['POST /v2/sessions/calls', 'DELETE /v2/calls/s1']);
    // What the server signs in with is no business of the browser's.
    expect(await page.content()).not.toContain('geheim');
  });

  test('by TAPImaster where the server reaches it, and ended there', async () => {
    const { page } = at();
    await give('tapimasterExtern', { url: `${peer.url}/tapi` });
    await dial(page);
    await expect.poll(requested).toEqual([`GET /tapi/Makecall_e0_${BARE}`]);
    await hangUp(page);
    expect(requested()).toEqual([`GET /tapi/Makecall_e0_${BARE}`, 'GET /tapi/Drop_e0']);
    expect(peer.requests.map(({ headers }) => headers['sec-fetch-mode'])).toEqual([undefined, undefined]);
  });

  test('by TAPImaster on the person’s own machine, which the browser asks', async () => {
    const { page } = at();
    await give('tapimasterExtern', { url: `${peer.local}/tapi` });
    await dial(page);
    await expect.poll(requested).toEqual([`GET /tapi/Makecall_e0_${BARE}`]);
    await hangUp(page);
    expect(requested()).toEqual([`GET /tapi/Makecall_e0_${BARE}`, 'GET /tapi/Drop_e0']);
    for (const { headers } of peer.requests) {
      expect(headers['sec-fetch-mode']).toBe('no-cors');
      expect([headers.cookie, headers.referer, headers.authorization]).toEqual([undefined, undefined, undefined]);
    }
  });

  test('by a link that the telephone of the machine opens, and leads to the call once that is told of', async () => {
    const { page, address } = at();
    await give('asterisk', {}, { terminal: '' });
    await dial(page);
    await expect.poll(() => links(page)).toEqual([`callto:${BARE}`]);
    expect(requested()).toEqual([]);
    const report = (about: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${address}${line.address}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          callId: 'out1',
          from: '+4943199000',
          to: WHOLE,
          direction: 'out',
          user: 'e0',
          ...about,
        }).toString(),
      });
    await report({ event: 'newCall' });
    await page.waitForURL(/\/phoneCall\//);
    // While it rings its card would lie over what the next one presses.
    await report({ event: 'hangup', cause: 'normalClearing' });
  });

  test('by the telephone in the hand', async () => {
    const { address } = at();
    const phone = await openSessionAs('anna', await openBrowser(), address, PHONE);
    try {
      const { page } = phone;
      await noteLinks(page);
      await give('sipgateIO', { url: `${peer.url}/v2`, tokenId: 'token-A', token: 'geheim' });
      await page.goto(`${address}/phoneCallCreate/0/${encodeURIComponent(TYPED)}`);
      await page.getByRole('button', { name: 'Anrufen', exact: true }).click();
      await expect.poll(() => links(page)).toEqual([`tel:${WHOLE}`]);
      await page.getByRole('heading', { name: 'Der Anruf ist begonnen.' }).waitFor();
      expect(requested()).toEqual([]);
    } finally {
      await phone.close();
    }
  });
});
