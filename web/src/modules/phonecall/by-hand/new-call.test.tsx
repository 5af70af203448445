import { phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { answerCalls } from '../../../testing/calls.ts';
import { button, field, heading } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { newCallHref } from '../addresses.ts';

const { create } = phonecallCommands;

async function open(address = newCallHref('d1', { number: '0431 123456', direction: 1 })) {
  const app = await renderAt(address, {
    server: (server) => {
      answerCalls(server, []);
      server.answer(phonecallQueries.lists, { boxes: [{ boxId: 5, isVirtual: false, name: 'Zentrale' }], users: [] });
    },
  });
  await expect.element(heading('Anruf festhalten')).toBeVisible();
  return app;
}

describe('a call that is noted by hand', () => {
  test('begins with what is known, and is given to the queue', async () => {
    const app = await open();
    await expect.element(field('Nummer')).toHaveValue('0431 123456');
    await expect.element(page.getByText('Bekannt als Werft Neumann')).toBeVisible();
    await expectUsable(app);
    await field('Grund oder Ergebnis').fill('Preise ab Januar');
    await field('Dauer').fill('4:12');
    await field('Anrufliste').selectOptions('5');
    await button('Festhalten').click();
    await expect
      .poll(() => app.server.commandsOf(create))
      .toMatchObject([
        {
          direction: 1,
          callerNumber: '0431 123456',
          reason: 'Preise ab Januar',
          duration: 252,
          phoneCallListId: 5,
          receivedBy: 1,
        },
      ]);
    await expect.element(page.getByText('Anruf festgehalten.')).toBeVisible();
  });

  test('says what is wrong with it', async () => {
    const { server } = await open();
    await field('Nummer').fill('*21#');
    await field('Dauer').fill('lange');
    await button('Festhalten').click();
    await expect.element(page.getByText(/Das ist keine Telefonnummer/)).toBeVisible();
    await expect.element(page.getByText(/Das ist keine Dauer/)).toBeVisible();
    expect(server.commandsOf(create)).toEqual([]);
  });

  test('stays on the device until it is saved, and is sent once there is a connection', async () => {
    const app = await open();
    await field('Grund oder Ergebnis').fill('Im Funkloch');
    app.server.cut(true);
    await button('Festhalten').click();
    await expect.element(page.getByText('Der Anruf wird eingetragen, sobald Sie wieder verbunden sind.')).toBeVisible();
    expect(app.server.commandsOf(create)).toEqual([]);
    app.server.cut(false);
    await expect.poll(() => app.server.commandsOf(create)).toMatchObject([{ reason: 'Im Funkloch' }]);
  });

  test('is found again where the page was left', async () => {
    const app = await open();
    await field('Grund oder Ergebnis').fill('Halb geschrieben');
    await expect.poll(async () => (await (await app.kontor.session.get().client?.drafts())?.list())?.length).toBe(1);
    await app.reload();
    await expect.element(field('Grund oder Ergebnis')).toHaveValue('Halb geschrieben');
    await expect.element(page.getByText(/Entwurf von/)).toBeVisible();
    await press('Control+Enter');
  });

  test('is not lost by closing it: that asks first, unless it is discarded', async () => {
    const { server } = await open();
    await field('Grund oder Ergebnis').fill('Halb geschrieben');
    await button('Schließen').last().click();
    await expect.element(page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' })).toBeVisible();
    await press('Escape');
    await expect.element(field('Grund oder Ergebnis')).toHaveValue('Halb geschrieben');
    await button('Verwerfen').click();
    await expect.element(heading('Anruf festhalten')).not.toBeInTheDocument();
    expect(server.commandsOf(create)).toEqual([]);
  });
});
