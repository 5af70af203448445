// Covers: phonecall, shell
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { long } from '../server/src/testing/long.ts';
import { findBrowser } from './src/browser.ts';
import { callRow, cardOn, openCalls, type CallStage } from './src/calls.ts';
import { clean } from './src/records.ts';

const CALLER = '+4943155500123';
const SHOWN = /431\s*55500123|431 5550 0123|\+49 431/;

describe.skipIf(findBrowser() === undefined)('calls', () => {
  let stage: CallStage | undefined;
  const at = (): CallStage => stage ?? expect.fail('Nothing was opened');

  beforeAll(async () => {
    stage = await openCalls();
  });
  afterAll(() => stage?.close());

  const call = (callId: string, part: object = {}) => ({
    callId,
    from: CALLER,
    to: '+4943199000',
    direction: 'in' as const,
    ...part,
  });

  test('rings at both, is folded where a colleague takes it, and keeps what is written at the card', async () => {
    const { annas, bens, post, address } = at();
    for (const { page } of [annas, bens]) await page.goto(`${address}/phoneCalls/all/all/main`);
    await annas.page.locator('.call-line').waitFor();
    expect((await post({ event: 'newCall', ...call('c1'), user: 'anna' })).status).toBe(200);
    await post({ event: 'newCall', ...call('c1'), user: 'ben' });
    await cardOn(annas.page).getByText(SHOWN).first().waitFor();
    await cardOn(bens.page).getByText(SHOWN).first().waitFor();
    await clean(annas.page, 'phone-card');
    await post({ event: 'answer', ...call('c1'), user: 'ben', answeringNumber: 'ben' });
    await cardOn(annas.page)
      .getByText(/spricht mit/)
      .waitFor();
    await bens.page.keyboard.press('F9');
    await bens.page.keyboard.press('Alt+2');
    await bens.page.keyboard.type('Liefertermin Freitag');
    await post({ event: 'hangup', ...call('c1'), user: 'ben', cause: 'normalClearing' });
    await cardOn(bens.page).getByText('Beendet').waitFor();
    await bens.page.keyboard.press('Control+Enter');
    await callRow(annas.page, 'Liefertermin Freitag').waitFor();
  });

  test('nobody has taken is open for both, and done once somebody has called back', async () => {
    const { annas, anna, post, found, address } = at();
    await post({ event: 'newCall', ...call('c2'), user: 'anna' });
    await post({ event: 'hangup', ...call('c2'), cause: 'cancel' });
    await annas.page.goto(`${address}/phoneCalls/custom/all/main?custom=missed`);
    await annas.page.getByRole('img', { name: 'Verpasst' }).first().waitFor();
    const missed = await found(anna, ({ extras }) => extras['outcome'] === 'missed');
    expect(missed.status).toBe(1);
    const back = call('c3', { direction: 'out', from: '+4943199000', to: CALLER });
    await post({ event: 'newCall', ...back, user: 'anna' });
    await post({ event: 'answer', ...back, user: 'anna' });
    // The telephone system says how long: ten seconds count as having spoken.
    await new Promise((resolve) => setTimeout(resolve, 10_500));
    await post({ event: 'hangup', ...back, cause: 'normalClearing' });
    await expect
      .poll(async () => (await found(anna, ({ aggregateId }) => aggregateId === missed.aggregateId)).status)
      .toBe(3);
  });

  test('is made by a small program, looked for, and ended', long, async () => {
    const { annas, anna, dialler, lineId, address } = at();
    const { page } = annas;
    const { id: userId } = await anna.query<{ id: number }>('session.user');
    const { locationId } = await anna.command<{ locationId: number }>('phoneCall.saveLocation', {
      title: 'Wählprogramm',
      way: 'curlPost',
      url: `${dialler.url}/dial?to={number}&phone={terminal}`,
      urlHangup: `${dialler.url}/hangup?phone={terminal}`,
      lineId,
    });
    await anna.command('phoneCall.saveDialUser', { userId, isAllowed: true, locationId, terminal: 'anna' });
    await page.goto(`${address}/phoneCalls/all/all/main`);
    await page.locator('.call-dial-input:visible').fill('0431 55500123');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wählt 0431 55500123' }).waitFor();
    await expect.poll(() => dialler.requests.join(' ')).toContain('anna');
    await page.getByRole('button', { name: 'Auflegen' }).click();
    await page.getByRole('heading', { name: 'Aufgelegt.' }).waitFor();
    expect(dialler.requests.some((request) => request.startsWith('/hangup'))).toBe(true);
  });

  test('has names of the phone book, which are brought together and parted again', long, async () => {
    const { annas, anna, address } = at();
    const { page } = annas;
    for (const [name, number] of [
      // More of them than of any sound in the demo: they stand first.
      ['Zita Fahl', '0471 95120'],
      ['Zita Vahl', '0471 95120'],
      ['Zita Wahl', '0471 95120'],
    ])
      await anna.command('phoneBook.create', { name, number });
    await page.goto(`${address}/PhoneBook`);
    await page.getByRole('button', { name: 'Ähnliche Namen' }).click();
    const pane = page.getByRole('complementary', { name: 'Ähnliche Namen' });
    await pane.getByText('Zita Vahl').first().waitFor();
    await clean(page, 'phone-book');
    await pane.getByRole('radio').first().focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Zusammengeführt zu/).waitFor();
    const names = async (): Promise<number> =>
      (await anna.query<unknown[]>('phoneBook.items', { searchString: 'zita' })).length;
    await expect.poll(names).toBe(1);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(names).toBe(3);
  });

  test('is noted by hand without a network, and entered once there is one', async () => {
    const { annas, anna, found, address } = at();
    const { page } = annas;
    await page.goto(`${address}/phoneCalls/all/all/main`);
    await page.getByRole('button', { name: 'Anruf festhalten' }).first().click();
    await page.getByLabel('Grund oder Ergebnis').fill('Im Funkloch notiert');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Festhalten', exact: true }).click();
    await page.getByText('Der Anruf wird eingetragen, sobald Sie wieder verbunden sind.').waitFor();
    await page.context().setOffline(false);
    await expect
      .poll(
        async () => (await found(anna, ({ information }) => information === 'Im Funkloch notiert')).extras['isManual'],
      )
      .toBe(true);
  });
});
