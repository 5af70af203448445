import { phonecallCommands } from '@kontor/contract/phonecall';
import { recordQueries } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { answerCalls } from '../../../testing/calls.ts';
import { button, heading, link } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { result } = recordQueries.model.example;
const model = result.jsonModel ?? expect.fail('The example has no record');
const [name] = model.model.leftColumn;
if (name === undefined) throw new Error('The example has no fields');
const phone = {
  ...name,
  key: 'phone',
  label: 'Telefon',
  isTitle: false,
  isRequired: false,
  actionIcons: ['phone'],
  value: '+49 431 12345',
} as typeof name;
const record: typeof result = {
  ...result,
  jsonModel: {
    ...model,
    model: { ...model.model, leftColumn: [name], rightColumn: [phone], contactPersons: [] },
  },
};

async function open(rights = {}) {
  const app = await renderAt('/record/1-7/ido/view/masterData', {
    rights,
    server: (server) => {
      answerCalls(server, []);
      server.answer(recordQueries.model, record);
    },
  });
  await expect.element(heading('Werft Neumann')).toBeVisible();
  return app;
}
const item = (text: string) => page.getByRole('menuitem', { name: text });

describe('a phone number', () => {
  test('offers what can be done with it, with who it is above', async () => {
    const app = await open();
    await button('+49 431 12345 anrufen').click();
    const menu = page.getByRole('menu', { name: 'Was mit +49 431 12345 geschieht' });
    await expect.element(menu.getByText('Werft Neumann')).toBeVisible();
    await expectUsable(app);
    await item('Anrufen').click();
    await expect.poll(() => decodeURIComponent(location.pathname)).toBe('/phoneCallCreate/7-1-0/+49 431 12345');
    await expect
      .poll(() => app.server.commandsOf(phonecallCommands.start))
      .toMatchObject([{ confirmed: false, idoLinkings: [{ idoId: 7, idoInstanceId: 1 }] }]);
  });

  test('is blocked, with a way back', async () => {
    const { server } = await open();
    await button('+49 431 12345 anrufen').click();
    await item('Nummer sperren').click();
    await expect
      .poll(() => server.commandsOf(phonecallCommands.block))
      .toEqual([{ number: '+4943112345', isBlocked: true }]);
    await button('Rückgängig').click();
    await expect.poll(() => server.commandsOf(phonecallCommands.block).at(-1)?.isBlocked).toBe(false);
  });

  test('says who it is, and is noted by hand', async () => {
    const app = await open();
    await button('+49 431 12345 anrufen').click();
    await item('Wer ist das?').click();
    await expect.element(page.getByRole('dialog', { name: 'Wer ist +4943112345?' })).toBeVisible();
    await expectUsable(app);
    await press('Escape');
    await button('+49 431 12345 anrufen').click();
    await item('Anruf festhalten').click();
    await expect.element(heading('Anruf festhalten')).toBeVisible();
  });

  test('is a link for the device without the right to calls', async () => {
    await open({ phoneCallList: false });
    await expect.element(link('+49 431 12345 anrufen')).toHaveAttribute('href', 'tel:+4943112345');
  });

  test('is nothing to be called where it steers telephones', async () => {
    await renderAt('/record/1-7/ido/view/masterData', {
      server: (server) =>
        server.answer(recordQueries.model, {
          ...record,
          jsonModel: {
            ...model,
            model: {
              ...model.model,
              leftColumn: [name],
              rightColumn: [{ ...phone, value: '*21*0900123456#' }],
              contactPersons: [],
            },
          },
        }),
    });
    await expect.element(heading('Werft Neumann')).toBeVisible();
    expect(button(/anrufen$/).elements()).toEqual([]);
  });
});
