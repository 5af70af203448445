// Covers: account
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from './src/browser.ts';
import { elsewhereOn, isFine, startElsewhere, type ElsewhereStage } from './src/passkey-elsewhere.ts';

describe.skipIf(findBrowser() === undefined)('a passkey of an instance at another site', () => {
  let stage: ElsewhereStage | undefined;
  let on: ReturnType<typeof elsewhereOn>;
  let page: Page;
  let here: string;
  let there: string;
  const requests: Request[] = [];

  beforeAll(async () => {
    stage = await startElsewhere();
    on = elsewhereOn(stage);
    ({ here, there } = stage);
    ({ page } = stage.session);
    page.context().on('request', (request) => requests.push(request));
  });
  afterAll(() => stage?.close());

  test('that was made there signs in here when the instance is added, only after a press of the button', async () => {
    await on.makePasskey();
    await on.addThere();
    await isFine(page, 'elsewhere-add');
    await page.getByRole('dialog').getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await on.arriveThere();
    await page.getByText(`in Kontor unter ${here}`).waitFor();
    await isFine(page, 'elsewhere-ask');
    // Nothing happens by itself; a page that is loaded again asks again.
    await page.waitForTimeout(500);
    await page.reload();
    await on.arriveThere();
    // By keys alone: the button has the focus.
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.origin === here);
    await on.showing('Laden am Markt');
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(await page.evaluate(() => sessionStorage.getItem('kontor.passkeyElsewhere'))).toBeNull();
    await page.goto(`${here}/settings/security`);
    await page.getByText('angemeldet jetzt mit Passkey').waitFor();
    // A step back leads to where the person was before, never to the page in between.
    await page.goBack();
    expect(new URL(page.url()).origin).toBe(here);
    await page.goto(here);
    await page.reload();
    await on.showing('Laden am Markt');
  });

  test('left no code and no token in any address that was asked for', () => {
    // What stands behind `#` is not sent.
    const addresses = requests.map((request) => request.url().split('#')[0] ?? '');
    expect(addresses.filter((address) => /code=|state=|code_verifier|[?&]token/.test(address))).toEqual([]);
    const bodies = requests.filter((request) => request.url() === `${there}/auth/exchange`);
    const [body] = bodies;
    if (body === undefined || bodies.length > 1) throw new Error(`${bodies.length} exchanges`);
    const { code_verifier: verifier } = body.postDataJSON() as { code_verifier: string };
    const seen = requests.filter((request) => (request.postData() ?? '').includes(verifier));
    expect(seen).toEqual(bodies);
  });
});
