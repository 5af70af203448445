import { phonecallQueries, type PhoneBookEntry } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { aCall, answerCalls } from '../../../testing/calls.ts';
import { button, heading, link, menu, rows } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { items, lineFaults, bookItems } = phonecallQueries;
const [ENTRY] = bookItems.example.result as [PhoneBookEntry];
const ANSWERED = aCall(17, 'Rückfrage zum Liefertermin', {
  receivedForCompleteName: 'Ben Kurz',
  receivedForInitial: 'BK',
});
const MISSED = aCall(
  18,
  'Pumpe läuft trocken',
  { outcome: 'missed', duration: 0, tries: 3, callbackDesired: true, callbackUntil: '2026-11-26T10:00:00.000Z' },
  { contact: 'Frauke Petersen' },
);
const FAX = aCall(19, 'Abholschein', { outcome: 'fax', isAFax: true, typeIsCall: false, faxPages: 2, duration: 0 });
const row = (text: string) => rows().filter({ hasText: text });
const dialField = () => page.getByRole('combobox', { name: 'Name oder Nummer wählen' });

const open = (
  calls = [ANSWERED, MISSED, FAX],
  given: Omit<NonNullable<Parameters<typeof renderAt>[1]>, 'server'> = {},
) => renderAt('/phoneCalls/all/all/main', { ...given, server: (server) => answerCalls(server, calls) });

describe('calls', () => {
  test('stand in the menu, and are listed with what became of them, how long, and who took them for whom', async () => {
    const app = await renderAt('/', { server: (server) => answerCalls(server, [ANSWERED, MISSED, FAX]) });
    await link(/^Anrufe/, menu()).click();
    const answered = row('Rückfrage zum Liefertermin');
    await expect.element(answered.getByRole('img', { name: 'Eingegangen' })).toBeVisible();
    await expect.element(answered).toMatchTextContent(/Dauer 4:12/);
    await expect.element(answered.getByRole('img', { name: 'angenommen von Anna Berger, für Ben Kurz' })).toBeVisible();
    const missed = row('Pumpe läuft trocken');
    await expect.element(missed.getByRole('img', { name: 'Verpasst' })).toBeVisible();
    await expect.element(missed).toMatchTextContent(/3 Versuche/);
    await expect.element(missed.getByRole('img', { name: 'Rückruf erbeten' })).toBeVisible();
    await expect.element(row('Abholschein')).toMatchTextContent(/2\s*Seiten/);
    await expectUsable(app);
  });

  test('that a colleague has called back say so', async () => {
    await open([aCall(20, 'Bittet um Rückruf', { outcome: 'missed', calledBackBy: 'Ben Vogt' }, { status: 3 }), FAX]);
    await expect.element(row('Bittet um Rückruf')).toMatchTextContent(/Zurückgerufen von Ben Vogt/);
    await expect.element(row('Abholschein')).not.toMatchTextContent(/Zurückgerufen/);
  });

  test('that want one back stand first', async () => {
    await open([ANSWERED, FAX, MISSED]);
    await expect.element(page.getByRole('listbox')).toMatchTextContent(/^Rückrufe/);
    await expect.element(rows().first()).toMatchTextContent(/Pumpe läuft trocken/);
  });

  test('are cut by chips, which the address and the server are told', async () => {
    const { server } = await open();
    await expect.element(row('Abholschein')).toBeVisible();
    await page.getByRole('tab', { name: 'Auswahl' }).click();
    await expect.poll(() => server.queriesOf(items).at(-1)?.customFilter).toBe('missed');
    await expect.element(row('Abholschein')).not.toBeInTheDocument();
    await expect.element(row('Pumpe läuft trocken')).toBeVisible();
    await button('Faxe', page.getByRole('group', { name: 'Auswahl der Anrufe' })).click();
    await expect.element(row('Abholschein')).toBeVisible();
    expect(location.href).toMatch(/\/phoneCalls\/custom\/all\/main\?custom=fax$/);
  });

  test('are none at first, and say where they come from', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Anrufe')).toBeVisible();
    await expectUsable(app);
    await button('Anruf festhalten').last().click();
    await expect.element(heading('Anruf festhalten')).toBeVisible();
  });

  test('say which telephone system is silent', async () => {
    const app = await renderAt('/phoneCalls/all/all/main', {
      server: (server) => {
        answerCalls(server, [ANSWERED]);
        server.restore(lineFaults);
      },
    });
    await expect.element(page.getByText(/Zentrale antwortet nicht seit/)).toBeVisible();
    await expectUsable(app);
  });

  test('are reached by keys, and listed on a phone', async () => {
    const app = await open([ANSWERED], { size: PHONE });
    await expect.element(row('Rückfrage zum Liefertermin')).toBeVisible();
    await expectUsable(app);
  });

  test('are nobody’s who lacks the right', async () => {
    await renderAt('/', { rights: { phoneCallList: false } });
    await expect.element(link(/^Dokumente/, menu())).toBeVisible();
    expect(link(/^Anrufe/, menu()).elements()).toEqual([]);
  });
});

describe('the field over the calls', () => {
  test('finds people of the phone book, and calls the one that is chosen by keys', async () => {
    const app = await open();
    app.server.answer(bookItems, [
      ENTRY,
      { ...ENTRY, id: 13, name: 'Dirk Sivers', number: '+49 471 95121', dial: '+4947195121' },
    ]);
    await dialField().fill('dirk');
    await expect.element(page.getByRole('option', { name: /Dirk Sivers/ })).toBeVisible();
    await expectUsable(app);
    await press('ArrowDown', 'Enter');
    await expect.poll(() => decodeURIComponent(location.pathname)).toBe('/phoneCallCreate/0/+49 471 95121');
  });

  test('calls a number as it was typed', async () => {
    await open();
    await dialField().fill('0431 123456');
    await press('Enter');
    await expect.poll(() => decodeURIComponent(location.pathname)).toBe('/phoneCallCreate/0/0431 123456');
  });

  test('calls nothing that steers telephones, and says that nobody is called so', async () => {
    const { server } = await open();
    server.answer(bookItems, []);
    await dialField().fill('*21*0900#');
    await press('Enter');
    await expect.element(page.getByText('Niemand mit diesem Namen hat eine Nummer im Telefonbuch.')).toBeVisible();
    expect(location.pathname).toBe('/phoneCalls/all/all/main');
  });
});
