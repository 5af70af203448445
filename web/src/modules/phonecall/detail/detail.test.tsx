import { activityCommands } from '@kontor/contract/activity';
import { phonecallCommands, phonecallQueries, type Candidate, type PhonecallDetail } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { aCall, answerCalls, callAddress, callId } from '../../../testing/calls.ts';
import { button, dialog, field, heading } from '../../../testing/find.ts';
import { press, whenIdle } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { process: save, setCallback, claim, handOver } = phonecallCommands;
const CALL = aCall(17, 'Rückfrage zum Liefertermin');
const { result: example } = phonecallQueries.details.example;
const [neumann] = example.naming.candidates as [Candidate];
const MAYBE: PhonecallDetail['naming'] = {
  ...example.naming,
  sureness: 'maybe',
  name: '',
  candidates: [
    { ...neumann, reasons: [{ source: 'signature', count: 4, lastAt: '2026-11-20T09:00:00.000Z' }] },
    { ...neumann, ownerId: 8, name: 'Werft Ost', subtitle: 'Lieferanten' },
  ],
};
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
/** A sound of two seconds: a loud tone, then hardly anything. */
const LOUD_THEN_QUIET = (() => {
  const rate = 8000;
  const view = new DataView(new ArrayBuffer(44 + 4 * rate));
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => view.setUint8(at + index, byte));
  write(0, 'RIFF');
  view.setUint32(4, 36 + 4 * rate, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, 4 * rate, true);
  for (let at = 0; at < 2 * rate; at += 1)
    view.setInt16(44 + 2 * at, Math.sin(at / 3) * (at < rate ? 20_000 : 400), true);
  return view.buffer;
})();
const reason = () => field('Grund oder Ergebnis');

async function open(
  part: Parameters<typeof answerCalls>[2] = {},
  given: Omit<NonNullable<Parameters<typeof renderAt>[1]>, 'server'> = {},
) {
  const app = await renderAt(callAddress(17), {
    ...given,
    server: (server) => {
      answerCalls(server, [CALL], part);
      server.answer(phonecallQueries.lists, {
        boxes: [],
        users: [
          {
            userId: 2,
            userIds: [2],
            fullName: 'Ben Kurz',
            groupName: '',
            active: true,
            UserAvatar: null,
            UserDisplayname: 'Ben Kurz',
          },
        ],
      });
    },
  });
  await expect.element(reason()).toBeVisible();
  await whenIdle();
  return app;
}

describe('a call', () => {
  test('says who it was and why that is known, what is known of it, and what it was about', async () => {
    const app = await open({
      contactCallList: [
        {
          aggregateId: callId(12),
          callTimestamp: example.callTimestamp - 86_400,
          direction: 'outgoing',
          outcome: 'answered',
          duration: 180,
          callReason: 'Angebot besprochen',
          callReceivedBy: 1,
        },
      ],
    });
    await expect.element(heading('Werft Neumann')).toBeVisible();
    await expect.element(page.getByText('aus dem Datensatz')).toBeVisible();
    await expect.element(page.getByText('Eingegangen, angenommen')).toBeVisible();
    await expect.element(page.getByText('4:12').first()).toBeVisible();
    await expect.element(page.getByText(/Rückruf erbeten, bis/)).toBeVisible();
    await expect.element(button(/Angebot besprochen/)).toBeVisible();
    await expect.element(reason()).toHaveValue('Rückfrage zum Liefertermin');
    await expectUsable(app);
  });

  test('has no picture of who is no colleague', async () => {
    await open();
    await expect.element(heading('Werft Neumann')).toBeVisible();
    expect(document.querySelector('.call-face img')).toBeNull();
    expect(document.querySelector('.call-face .avatar:not(.call-tile)')?.textContent).toBe('WN');
  });

  test('has the direction alone where nobody knows who it was', async () => {
    await open({ naming: { ...example.naming, sureness: 'none', name: '', candidates: [] } });
    await expect.poll(() => document.querySelector('.call-face .call-tile-l')).not.toBeNull();
    expect(document.querySelectorAll('.call-face .avatar')).toHaveLength(1);
  });

  test('has the picture of a colleague beside the direction', async () => {
    const app = await open({ contactPicture: PIXEL });
    await expect.poll(() => document.querySelector('.call-face img')?.getAttribute('src')).toBe(PIXEL);
    expect(document.querySelectorAll('.call-face .call-tile')).toHaveLength(1);
    await expectUsable(app);
  });

  test('is written in its place, and saved with the version that it began from', async () => {
    const { server } = await open();
    await reason().fill('Liefertermin Freitag zugesagt');
    await expect
      .poll(() => server.commandsOf(save).at(-1))
      .toMatchObject({ aggregateVersion: 2, reason: 'Liefertermin Freitag zugesagt', receivedFor: 2 });
  });

  test('is saved once there is a connection again', async () => {
    const { server } = await open();
    server.cut(true);
    await reason().fill('Ohne Netz geschrieben');
    await expect.element(reason()).toHaveValue('Ohne Netz geschrieben');
    expect(server.commandsOf(save)).toEqual([]);
    server.cut(false);
    await expect.poll(() => server.commandsOf(save).at(-1)?.reason).toBe('Ohne Netz geschrieben');
  });

  test('shows both where two have changed the same, and nothing is lost', async () => {
    const { server } = await open();
    const standing = { reason: 'Ben war schneller', receivedBy: 1, receivedFor: 2, phoneCallListId: 5 };
    server.answer(save, ({ aggregateVersion }) =>
      aggregateVersion > 2
        ? { aggregateVersion: aggregateVersion + 1 }
        : Response.json(
            {
              type: 'about:blank',
              title: 'no',
              status: 409,
              code: 'PHONECALL_CONFLICT',
              data: { ...standing, aggregateVersion: 7 },
            },
            { status: 409 },
          ),
    );
    await reason().fill('Anna schreibt anderes');
    await expect.element(page.getByText('Ben war schneller').first()).toBeVisible();
    await expect.poll(() => server.commandsOf(save).at(-1)?.aggregateVersion).toBe(7);
  });

  test('names several where it is not sure, and is told who it is, with a way back', async () => {
    const app = await open({ naming: MAYBE });
    await expect.element(heading('Vielleicht Werft Neumann oder Werft Ost')).toBeVisible();
    await expect.element(page.getByText(/Signatur in 4\s*E-Mails/)).toBeVisible();
    await expectUsable(app);
    await button('Werft Ost ist richtig').click();
    await expect
      .poll(() => app.server.commandsOf(claim))
      .toEqual([{ number: '+49 431 123456', ownerKind: 'record', ownerId: 8, isRight: true }]);
    await button('Rückgängig').click();
    await expect.poll(() => app.server.commandsOf(phonecallCommands.revokeClaim)).toEqual([{ claimId: 3 }]);
  });

  test('says what the caller calls itself as that, and is told that it is so', async () => {
    const reasons = [{ source: 'system', count: 2, lastAt: '2026-11-26T09:41:00.000Z' }] as const;
    const caller = { ownerKind: 'caller', ownerId: 4, name: 'Praxis Holm', subtitle: '', record: null } as const;
    const app = await open({
      naming: {
        ...example.naming,
        sureness: 'theirs',
        name: 'Praxis Holm',
        candidates: [{ ...caller, reasons: [...reasons] }],
      },
    });
    await expect.element(heading('Praxis Holm')).toBeVisible();
    await expect.element(page.getByText('so nennt sich der Anrufer')).toBeVisible();
    await button('Praxis Holm ist richtig').click();
    await expect
      .poll(() => app.server.commandsOf(claim))
      .toEqual([{ number: '+49 431 123456', ownerKind: 'caller', ownerId: 4, isRight: true }]);
  });

  test('of nobody that is known asks who it is, and takes a name for the phone book', async () => {
    const { server } = await open({
      naming: { ...example.naming, sureness: 'none', name: '', candidates: [] },
    });
    await expect.element(heading('+49 431 123456')).toBeVisible();
    await button('Wer ist das?').click();
    await page.getByRole('menuitem', { name: 'Namen schreiben …' }).click();
    await button('Übernehmen', dialog()).click();
    await expect.element(dialog().getByText('Der Name fehlt.')).toBeVisible();
    await field('Name', dialog()).fill('Dirk Sievers');
    await button('Übernehmen', dialog()).click();
    await expect
      .poll(() => server.commandsOf(phonecallCommands.createEntry))
      .toEqual([{ name: 'Dirk Sievers', number: '+49 431 123456', company: '' }]);
  });

  test('is called back, marked for a callback, and its reason reached, by keys', async () => {
    const { server } = await open({ callbackDesired: false, callbackUntil: null, callbackBy: 0 });
    await press('Shift+B');
    await expect.element(dialog()).toBeVisible();
    await button('Rückruf vormerken', dialog()).click();
    await expect.poll(() => server.commandsOf(setCallback)).toMatchObject([{ isDesired: true, until: null, by: 0 }]);
    await expect.element(dialog()).not.toBeInTheDocument();
    await press('Shift+N');
    await expect.element(reason()).toHaveFocus();
    (heading('Werft Neumann').element() as HTMLElement).focus();
    await press('Control+r');
    await expect.poll(() => location.pathname).toMatch(/^\/phoneCallCreate\/7-1-0\//);
  });

  test('is done with its reason by Ctrl+Enter', async () => {
    const { server } = await open();
    await reason().fill('Rückfrage zum Liefertermin geklärt');
    await press('Control+Enter');
    await expect.poll(() => server.commandsOf(activityCommands.setState).at(-1)?.state).toBe('ready');
    expect(server.commandsOf(save).at(-1)?.reason).toBe('Rückfrage zum Liefertermin geklärt');
  });

  test('is handed to a colleague', async () => {
    const { server } = await open();
    await button('Weitere Aktionen').last().click();
    await page.getByRole('menuitem', { name: 'Weitergeben' }).click();
    await button('An Ben Kurz', dialog()).click();
    await expect.poll(() => server.commandsOf(handOver)).toMatchObject([{ userId: 2 }]);
    await expect.element(page.getByText('Anruf an Ben Kurz weitergegeben.')).toBeVisible();
  });

  test('that was noted by hand has its facts corrected', async () => {
    const app = await open({ isManual: true });
    await button('Weitere Aktionen').last().click();
    await page.getByRole('menuitem', { name: 'Zeit, Nummer und Dauer ändern' }).click();
    await field('Nummer', dialog()).fill('*21#');
    await field('Dauer', dialog()).fill('lange');
    await button('Speichern', dialog()).click();
    await expect.element(dialog().getByText(/Das ist keine Telefonnummer/)).toBeVisible();
    await expect.element(dialog().getByText(/Das ist keine Dauer/)).toBeVisible();
    await expectUsable(app);
    await field('Nummer', dialog()).fill('0431 99');
    await field('Dauer', dialog()).fill('5:00');
    await button('Speichern', dialog()).click();
    await expect
      .poll(() => app.server.commandsOf(save))
      .toMatchObject([{ callerNumber: '0431 99', duration: 300, direction: 0 }]);
  });

  test('that left a voice message plays it, faster where that is wanted', async () => {
    const app = await open({
      outcome: 'voice',
      duration: 48,
      file: { name: 'nachricht.wav', type: 'audio/wav', size: 900 },
    });
    const player = page.getByRole('region', { name: 'Sprachnachricht' });
    await expect.element(button('Abspielen', player)).toBeVisible();
    await expect.element(player.getByText('0:00 / 0:48')).toBeVisible();
    await button('Tempo 1×', player).click();
    await expect.element(button('Tempo 1,25×', player)).toBeVisible();
    await expectUsable(app);
  });

  test('that left a voice message shows its wave, once it is heard, beneath the slider', async () => {
    const app = await open({
      outcome: 'voice',
      duration: 2,
      file: { name: 'nachricht.wav', type: 'audio/wav', size: 16_044 },
    });
    const bars = () => [...document.querySelectorAll<SVGRectElement>('.call-wave rect')];
    const height = (bar: number) => Number(bars()[bar]?.getAttribute('height'));
    app.server.answer(
      phonecallQueries.file,
      () => new Response(LOUD_THEN_QUIET, { headers: { 'Content-Type': 'audio/wav' } }),
    );
    expect(bars()).toEqual([]);
    await button('Abspielen', page.getByRole('region', { name: 'Sprachnachricht' })).click();
    await expect.poll(() => bars().length).toBe(84);
    expect(height(10)).toBeGreaterThan(4 * height(70));
    await expect.element(page.getByRole('slider', { name: 'Stelle' })).toBeEnabled();
    await expectUsable(app);
  });

  test('that left something that cannot be taken apart is heard without a wave', async () => {
    const app = await open({
      outcome: 'voice',
      duration: 2,
      file: { name: 'nachricht.ogg', type: 'audio/ogg', size: 3 },
    });
    app.server.answer(phonecallQueries.file, () => new Response('nix', { headers: { 'Content-Type': 'audio/ogg' } }));
    await button('Abspielen', page.getByRole('region', { name: 'Sprachnachricht' })).click();
    await expect.element(page.getByText('Die Sprachnachricht konnte nicht geladen werden.')).toBeVisible();
    expect(document.querySelector('.call-wave')).toBeNull();
  });

  test('that is a fax is read in its place', async () => {
    const app = await renderAt(callAddress(17), {
      server: (server) => {
        answerCalls(server, [CALL], {
          outcome: 'fax',
          isAFax: true,
          typeIsCall: false,
          faxPages: 1,
          file: { name: 'fax.tiff', type: 'image/tiff', size: 12 },
        });
        server.answer(
          phonecallQueries.preview,
          () => new Response('Abholschein 4711', { headers: { 'Content-Type': 'text/plain' } }),
        );
      },
    });
    await expect.element(page.getByText('Abholschein 4711')).toBeVisible();
    await expectUsable(app);
  });

  test('that the person began is ended by its detail, another time where that failed', async () => {
    const { hangUp } = phonecallCommands;
    const { attempt } = phonecallQueries;
    const app = await open({ direction: 'outgoing', outcome: 'talking', hangUpId: 5 });
    app.server.answer(attempt, { ...attempt.example.result, end: 'failed' });
    await button('Auflegen').click();
    await expect.element(page.getByText(/Aufgelegt wurde nicht/)).toBeVisible();
    await expectUsable(app);
    app.server.answer(attempt, { ...attempt.example.result, end: 'done' });
    await button('Erneut versuchen').click();
    await expect.element(page.getByText('Aufgelegt.')).toBeVisible();
    expect(button('Auflegen').elements()).toEqual([]);
    expect(app.server.commandsOf(hangUp)).toEqual([{ callId: 5 }, { callId: 5 }]);
  });

  test('that was begun elsewhere is not ended from here', async () => {
    await open({ direction: 'outgoing', outcome: 'talking' });
    expect(button('Auflegen').elements()).toEqual([]);
  });

  test('that was missed and called back says by whom, leads there, and is opened again', async () => {
    const doneByCall = { aggregateId: callId(18), name: 'Ben Kurz', at: example.callTimestamp };
    const app = await renderAt(callAddress(17), {
      server: (server) =>
        answerCalls(server, [aCall(17, '', {}, { status: 3 }), aCall(18, 'Zurückgerufen')], {
          outcome: 'missed',
          doneByCall,
        }),
    });
    const line = button(/^Zurückgerufen von Ben Kurz, /);
    await expect.element(line).toBeVisible();
    await expectUsable(app);
    await button('Wieder öffnen').click();
    await expect
      .poll(() => app.server.commandsOf(activityCommands.setState).at(-1))
      .toMatchObject({ state: 'unseen', aggregateIds: [{ entryId: 17 }] });
    await line.click();
    await expect.poll(() => location.pathname).toContain(encodeURIComponent(callId(18)));
  });

  test('that was called back by a call that the person does not see leads nowhere', async () => {
    await open({ outcome: 'missed', doneByCall: { aggregateId: '', name: '', at: example.callTimestamp } });
    await expect.element(page.getByText(/^Zurückgerufen, /)).toBeVisible();
    expect(button(/^Zurückgerufen/).elements().length).toBe(0);
  });

  test('is read alone where one may not write it', async () => {
    await open({ changeable: false });
    await expect.element(page.getByText('Sie können diesen Anruf lesen, aber nicht ändern.')).toBeVisible();
    await expect.element(reason()).toHaveAttribute('readonly');
    expect(button('Löschen').elements()).toEqual([]);
  });

  test('is a whole page on a phone, in English, too', async () => {
    const app = await renderAt(callAddress(17), {
      size: PHONE,
      settings: { language: 'en' },
      server: (server) => answerCalls(server, [CALL]),
    });
    await expect.element(field('Reason or result')).toBeVisible();
    await expectUsable(app);
  });
});
