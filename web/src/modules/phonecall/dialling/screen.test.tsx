import { DIAL_FAULTS, phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { aCall, answerCalls, callId } from '../../../testing/calls.ts';
import { button, heading } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { dialTexts } from './texts.ts';

const { start, hangUp } = phonecallCommands;
const { attempt, outgoingConfiguration, nextOutgoingId } = phonecallQueries;
const begun = start.example.result;

async function open(
  address = '/phoneCallCreate/7-1-4/%2B49431123456',
  given: NonNullable<Parameters<typeof renderAt>[1]> = {},
) {
  return renderAt(address, {
    ...given,
    server: (server) => {
      answerCalls(server, [aCall(17, 'Angerufen')]);
      given.server?.(server);
    },
  });
}

describe('a call from here', () => {
  test('is made by who asks for it, never by an address alone, and leads to the call', async () => {
    const app = await open();
    await expect.element(heading('Soll +49431123456 angerufen werden?')).toBeVisible();
    expect(app.server.commandsOf(start)).toEqual([]);
    await expectUsable(app);
    app.server.answer(nextOutgoingId, { number: 17, timestamp: 1, aggregateId: callId(17), error: '' });
    await button('Anrufen').click();
    await expect
      .poll(() => app.server.commandsOf(start))
      .toMatchObject([
        {
          calledNumber: '+49431123456',
          idoLinkings: [{ idoId: 7, idoInstanceId: 1 }],
          contactPersonId: 4,
          byDevice: false,
          confirmed: false,
        },
      ]);
    await expect.poll(() => location.pathname).toMatch(/^\/phoneCall\//);
  });

  test('says that it dials, and is ended from here', async () => {
    const app = await open();
    await button('Anrufen').click();
    await expect.element(heading('Wählt +49431123456')).toBeVisible();
    await expectUsable(app);
    app.server.answer(attempt, { ...attempt.example.result, end: 'done' });
    await button('Auflegen').click();
    await expect.element(heading('Aufgelegt.')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(hangUp)).toEqual([{ callId: 5 }]);
  });

  test('by an address that the page may not reach is made, and ended, in a window that the person opens', async () => {
    // The window itself is the browser's.
    const stay = (event: Event): void => event.preventDefault();
    document.addEventListener('click', stay);
    try {
      const href = 'http://telefon.example:8090/Makecall_e0_0431';
      const app = await open(undefined, {
        server: (server) => server.answer(attempt, { ...attempt.example.result, state: 'localGet', href }),
      });
      await button('Anrufen').click();
      const call = page.getByRole('link', { name: 'In neuem Fenster anrufen' });
      await expect.element(page.getByText(dialTexts.de.windowFor.call)).toBeVisible();
      await expect.element(call).toHaveAttribute('href', href);
      await expect.element(call).toHaveAttribute('target', '_blank');
      await expect.element(call).toHaveAttribute('rel', 'noopener noreferrer');
      await expectUsable(app);
      await call.click();
      await expect.element(call).not.toBeInTheDocument();
      const drop = 'http://telefon.example:8090/Drop_e0';
      app.server.answer(attempt, { ...attempt.example.result, end: 'localGet', href: drop });
      await button('Auflegen').click();
      const end = page.getByRole('link', { name: 'In neuem Fenster auflegen' });
      await expect.element(end).toHaveAttribute('href', drop);
      await expect.element(heading('Wählt +49431123456')).toBeVisible();
      await end.click();
      await expect.element(heading('Aufgelegt.')).toBeVisible();
    } finally {
      document.removeEventListener('click', stay);
    }
  });

  test('that could not be ended is said so, and is ended by another try', async () => {
    const app = await open();
    await button('Anrufen').click();
    app.server.answer(attempt, { ...attempt.example.result, end: 'failed' });
    await button('Auflegen').click();
    await expect.element(page.getByText(dialTexts.de.notHungUp)).toBeVisible();
    app.server.answer(attempt, { ...attempt.example.result, end: 'done' });
    await button('Erneut versuchen').click();
    await expect.element(heading('Aufgelegt.')).toBeVisible();
    expect(app.server.commandsOf(hangUp)).toEqual([{ callId: 5 }, { callId: 5 }]);
  });

  test('asks before it calls what costs more, and calls once that is wanted', async () => {
    const { server } = await open('/phoneCallCreate/0/0900123456');
    server.refuse(start, 'PHONE_NUMBER_CONFIRM', { why: 'premium' });
    await button('Anrufen').click();
    await expect.element(page.getByText(dialTexts.de.confirm.premium.title)).toBeVisible();
    server.restore(start);
    await button('Trotzdem anrufen').click();
    await expect.poll(() => server.commandsOf(start).map(({ confirmed }) => confirmed)).toEqual([false, true]);
  });

  test.each(DIAL_FAULTS)('says in plain words that %s, and what to do', async (fault) => {
    await open(undefined, {
      server: (server) =>
        server.answer(outgoingConfiguration, { ...outgoingConfiguration.example.result, error: fault }),
    });
    await expect.element(page.getByText(dialTexts.de.faults[fault].what)).toBeVisible();
    await expect.element(page.getByText(dialTexts.de.faults[fault].todo)).toBeVisible();
    await expect.element(button('Mit diesem Gerät anrufen')).toBeVisible();
  });

  test('that nobody tells of is noted by hand', async () => {
    const app = await open();
    app.server.answer(start, { ...begun, isTold: false, canHangUp: false });
    await button('Anrufen').click();
    await expect.element(heading('Der Anruf ist begonnen.')).toBeVisible();
    await expectUsable(app);
    await button('Von Hand festhalten').click();
    await expect.element(heading('Anruf festhalten')).toBeVisible();
  });

  test('says why it could not be begun, and tries again', async () => {
    const { server } = await open();
    server.refuse(start, 'PHONE_LIMIT', { max: 200, of: 'user' });
    await button('Anrufen').click();
    await expect.element(page.getByText(/schon 200 Anrufe begonnen/)).toBeVisible();
    server.restore(start);
    await button('Erneut versuchen').click();
    await expect.element(heading('Wählt +49431123456')).toBeVisible();
  });

  test('that the telephone system did not make, or of which nobody knows, is said so, and tried again', async () => {
    const { server } = await open();
    const said = attempt.example.result;
    server.answer(attempt, { ...said, state: 'failed', status: 402 });
    await button('Anrufen').click();
    await expect.element(page.getByText(/hat den Anruf nicht begonnen \(Antwort 402\)/)).toBeVisible();
    server.answer(attempt, { ...said, state: 'unknown' });
    await button('Erneut versuchen').click();
    await expect.element(page.getByText(/nicht bekannt, ob der Anruf begonnen hat/)).toBeVisible();
    server.answer(attempt, { ...said, state: 'calling' });
    await button('Erneut versuchen').click();
    await expect.poll(() => server.queriesOf(attempt).length).toBeGreaterThan(4);
    server.answer(attempt, said);
    await expect.element(heading('Wählt +49431123456')).toBeVisible();
  });

  test('is never one of signs that steer telephones', async () => {
    await open('/phoneCallCreate/0/*21*0900123456%23');
    await expect.element(page.getByText('Diese Nummer kann nicht gewählt werden.')).toBeVisible();
    expect(button('Anrufen').elements()).toEqual([]);
  });

  test('fits a phone', async () => {
    const app = await open(undefined, { size: PHONE });
    await expect.element(heading(/angerufen werden/)).toBeVisible();
    await expectUsable(app);
  });
});
