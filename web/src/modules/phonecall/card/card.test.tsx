import { phonecallCommands, phonecallEvents, phonecallQueries, type RunningCall } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt, type App } from '../../../testing/app.ts';
import { aCall, answerCalls, callId } from '../../../testing/calls.ts';
import { button, field } from '../../../testing/find.ts';
import { focused, press, type } from '../../../testing/keys.ts';
import { aRow } from '../../../testing/fake-lists.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { note, notForMe } = phonecallCommands;
const { result: example } = phonecallQueries.card.example;
const cards = () => page.getByRole('region', { name: 'Anrufe' });
const reason = () => field('Grund des Anrufs');
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const CALLBACK = aCall(30, 'Pumpe läuft trocken', {
  outcome: 'missed',
  callbackDesired: true,
  callbackUntil: '2026-11-26T10:00:00.000Z',
});

const aRinging = (entryId: number, part: Partial<RunningCall> = {}): RunningCall => ({
  ...example.call,
  aggregateId: callId(entryId),
  startedAt: Date.now(),
  ...part,
});
const happen = (app: App, call: RunningCall): void =>
  app.server.happen(phonecallEvents.ringing, ['runningCalls'], { call });

async function open(given: Omit<NonNullable<Parameters<typeof renderAt>[1]>, 'server'> = {}) {
  const app = await renderAt('/documents/all/all/main', {
    ...given,
    server: (server) => {
      answerCalls(server, []);
      server.answer(phonecallQueries.card, ({ aggregateId }) => ({
        ...example,
        call: aRinging(aggregateId.entryId),
        open: [{ ...CALLBACK, userList: [] }],
        openCount: 3,
      }));
    },
  });
  // The host of calls comes after the first screen.
  await expect.poll(() => app.server.queriesOf(phonecallQueries.running).length).toBeGreaterThan(0);
  await expect.poll(() => app.isLive()).toBe(true);
  return app;
}

/** What the server has going on from now on, and one of it is told. */
function ring(app: App, ...calls: readonly RunningCall[]): void {
  app.server.answer(phonecallQueries.running, [...calls]);
  for (const call of calls) happen(app, call);
}

describe('the card of a call', () => {
  test('comes over every screen with who it is and what is open, is spoken, and takes no focus', async () => {
    const app = await open();
    const before = document.activeElement;
    ring(app, aRinging(17));
    await expect.element(cards().getByRole('heading', { name: 'Werft Neumann' })).toBeVisible();
    await expect.element(cards().getByText('aus dem Datensatz')).toBeVisible();
    await expect.element(cards().getByText('Rückruf erbeten')).toBeVisible();
    await expect.element(cards().getByText(/und 2\s*weitere Einträge/)).toBeVisible();
    await expect.element(cards().getByText(/^Anruf, Werft Neumann, ein Rückruf offen/)).toBeInTheDocument();
    expect(document.activeElement).toBe(before);
    expect(cards().element().querySelector('.call-card-who img')).toBeNull();
    await expectUsable(app);
  });

  test('has at most three open items beside the last mail, and says how many more there are', async () => {
    const app = await open();
    const four = [30, 31, 32, 33].map((id) => ({ ...aCall(id, `Anliegen ${id}`), userList: [] }));
    const mail = { ...aRow(40, { moduleName: 'email', information: 'Angebot' }), userList: [] };
    const shown = { ...example, call: aRinging(17), open: four, openCount: 6, lastMail: mail };
    app.server.answer(phonecallQueries.card, shown);
    ring(app, aRinging(17));
    await expect.element(cards().getByText('Letzte E-Mail')).toBeVisible();
    expect(
      cards()
        .getByText(/^Anliegen/)
        .elements(),
    ).toHaveLength(3);
    await expect.element(cards().getByText('und 3 weitere Einträge')).toBeVisible();
    app.server.answer(phonecallQueries.card, { ...shown, call: aRinging(18), lastMail: null });
    ring(app, aRinging(18));
    await expect
      .poll(
        () =>
          cards()
            .getByText(/^Anliegen/)
            .elements().length,
      )
      .toBe(4);
    await expect.element(cards().getByText('und 2 weitere Einträge')).toBeVisible();
  });

  test('offers at the number what can be done with it, and the number takes no focus', async () => {
    const app = await open();
    const before = document.activeElement;
    ring(app, aRinging(17));
    const number = cards().getByRole('button', { name: `Telefonnummer ${aRinging(17).number}` });
    await expect.element(number).toBeVisible();
    expect(document.activeElement).toBe(before);
    await number.click();
    for (const name of ['Nummer kopieren', 'Wer ist das?', 'Nummer sperren'])
      await expect.element(page.getByRole('menuitem', { name })).toBeVisible();
    await expectUsable(app);
  });

  test('has the number as its heading where nobody is known by it', async () => {
    const app = await open();
    app.server.answer(phonecallQueries.card, {
      ...example,
      call: aRinging(17),
      naming: { ...example.naming, sureness: 'none', candidates: [] },
    });
    ring(app, aRinging(17));
    const heading = cards()
      .getByRole('heading')
      .getByRole('button', { name: `Telefonnummer ${aRinging(17).number}` });
    await expect.element(heading).toBeVisible();
  });

  test('has the picture of a colleague who calls', async () => {
    const app = await open();
    app.server.answer(phonecallQueries.card, { ...example, call: aRinging(17), contactPicture: PIXEL });
    ring(app, aRinging(17));
    await expect.poll(() => cards().element().querySelector('.call-card-who img')?.getAttribute('src')).toBe(PIXEL);
  });

  test('is on the screen of who comes while it rings already', async () => {
    const app = await renderAt('/documents/all/all/main', {
      server: (server) => {
        answerCalls(server, []);
        server.answer(phonecallQueries.running, [aRinging(17)]);
      },
    });
    await expect.element(cards().getByText('Werft Neumann').first()).toBeVisible();
    expect(app.server.queriesOf(phonecallQueries.card).length).toBeGreaterThan(0);
  });

  test('is reached by F9, left by it, and done by keys', async () => {
    const app = await open();
    await press('/');
    await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
    ring(app, aRinging(17));
    await expect.element(cards().getByText('Werft Neumann').first()).toBeVisible();
    await press('F9');
    await expect.poll(focused).toMatch(/Datensatz|Anruf öffnen/);
    await press('Alt+2');
    await expect.element(reason()).toHaveFocus();
    await press('F9');
    await expect.poll(() => document.activeElement?.closest('.call-cards')).toBeNull();
    await press('F9', 'Alt+4');
    await expect.poll(() => app.server.commandsOf(notForMe).length).toBe(1);
    await expect.element(cards()).not.toBeInTheDocument();
  });

  test('keeps what is written after hanging up, until it is saved', async () => {
    const app = await open();
    const own = { receivedBy: 1, answeredAt: Date.now(), outcome: 'talking' as const };
    ring(app, aRinging(17, own));
    await reason().click();
    await type('Liefertermin Freitag');
    app.server.answer(phonecallQueries.running, []);
    happen(app, aRinging(17, { ...own, outcome: 'answered', endedAt: Date.now() + 5000 }));
    await expect.element(cards().getByText('Beendet')).toBeVisible();
    await expect.element(reason()).toHaveValue('Liefertermin Freitag');
    await press('Control+Enter');
    await expect.poll(() => app.server.commandsOf(note)).toMatchObject([{ reason: 'Liefertermin Freitag' }]);
    await expect.element(cards()).not.toBeInTheDocument();
  });

  test('is folded once a colleague has taken it', async () => {
    const app = await open();
    ring(app, aRinging(17));
    await expect.element(cards().getByText('Werft Neumann').first()).toBeVisible();
    ring(app, aRinging(17, { receivedBy: 2, answeredAt: Date.now(), outcome: 'talking' }));
    await expect.element(cards().getByText(/spricht mit Werft Neumann/)).toBeVisible();
    expect(reason().elements()).toEqual([]);
  });

  test('keeps what is written where a colleague has taken it, and saves that where it is put away', async () => {
    const app = await open();
    ring(app, aRinging(17));
    await reason().click();
    await type('Ruft wegen der Pumpe an');
    ring(app, aRinging(17, { receivedBy: 2, answeredAt: Date.now(), outcome: 'talking' }));
    await expect.element(button('Karte schließen', cards())).toBeVisible();
    await expect.element(reason()).toHaveValue('Ruft wegen der Pumpe an');
    await button('Karte schließen', cards()).click();
    await expect.poll(() => app.server.commandsOf(note)).toMatchObject([{ reason: 'Ruft wegen der Pumpe an' }]);
  });

  test('ends a call that the person began, another time where that failed, and none that is over', async () => {
    const { hangUp } = phonecallCommands;
    const { attempt } = phonecallQueries;
    const app = await open();
    const own = { direction: 'outgoing' as const, receivedBy: 1, answeredAt: Date.now(), outcome: 'talking' as const };
    app.server.answer(phonecallQueries.card, { ...example, call: aRinging(17, own), hangUpId: 5 });
    app.server.answer(attempt, { ...attempt.example.result, end: 'failed' });
    ring(app, aRinging(17, own));
    await button('Auflegen', cards()).click();
    await expect.element(cards().getByText(/Aufgelegt wurde nicht/)).toBeVisible();
    await expectUsable(app);
    app.server.answer(attempt, { ...attempt.example.result, end: 'done' });
    await button('Erneut versuchen', cards()).click();
    await expect.element(cards().getByText('Aufgelegt.')).toBeVisible();
    expect(app.server.commandsOf(hangUp)).toEqual([{ callId: 5 }, { callId: 5 }]);
    happen(app, aRinging(17, { ...own, outcome: 'answered', endedAt: Date.now() + 5000 }));
    await expect.element(cards().getByText('Beendet')).toBeVisible();
    expect(cards().getByText('Aufgelegt.').elements()).toEqual([]);
  });

  test('ends no call that was begun elsewhere', async () => {
    const app = await open();
    ring(app, aRinging(17, { direction: 'outgoing', receivedBy: 1, answeredAt: Date.now(), outcome: 'talking' }));
    await expect.element(cards().getByText('Werft Neumann').first()).toBeVisible();
    expect(button('Auflegen', cards()).elements()).toEqual([]);
  });

  test('has the next ones below, of which one gets the card by a press', async () => {
    const app = await open();
    ring(app, aRinging(17), aRinging(18), aRinging(19), aRinging(20), aRinging(21));
    await expect
      .poll(
        () =>
          cards()
            .getByRole('button', { name: /^Werft Neumann Zentrale/ })
            .elements().length,
      )
      .toBe(3);
    await expect.element(cards().getByText('1 weitere')).toBeVisible();
    await expectUsable(app);
  });

  test('is a sheet on a phone that folds to a bar', async () => {
    const app = await open({ size: PHONE });
    ring(app, aRinging(17));
    await expect.element(cards().getByText('Werft Neumann').first()).toBeVisible();
    await expectUsable(app);
    await button('Einklappen', cards()).click();
    await expect.element(button('Anruf zeigen: Werft Neumann', cards())).toBeVisible();
    await button('Anruf zeigen: Werft Neumann', cards()).click();
    await expect.element(reason()).toBeVisible();
  });
});
