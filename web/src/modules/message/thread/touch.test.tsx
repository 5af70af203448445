import { messageCommands } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { press, type } from '../../../testing/keys.ts';
import { answerMessage, messageDetails } from '../../../testing/messages.ts';
import { ROW, TEXTS, address, editor, openMessage, said } from '../testing.ts';

const bubble = (no: number) => document.querySelector(`[data-no="${no}"] .message-said`) as HTMLElement;

/** A finger on a text, which goes that far and leaves it. */
function finger(no: number, ...ways: readonly (readonly [x: number, y: number])[]): void {
  const at = bubble(no);
  const say = (name: string, x: number, y: number): void => {
    const about = { pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true };
    at.dispatchEvent(new PointerEvent(name, { ...about, clientX: 100 + x, clientY: 300 + y }));
  };
  say('pointerdown', 0, 0);
  for (const [x, y] of ways) say('pointermove', x, y);
  const [x, y] = ways.at(-1) ?? [0, 0];
  say('pointerup', x, y);
}

const answered = () => page.getByRole('textbox', { name: 'Antwort an Ben Kurz' });

test('a text is answered by a finger that moves it to the right, and comes back to its place', async () => {
  const app = await openMessage(messageDetails(ROW, TEXTS), { size: PHONE });
  finger(2, [20, 2], [70, 4]);
  await expect.element(answered()).toHaveFocus();
  expect(bubble(2).style.transform).toBe('');
  await type('Bis neun.');
  await press('Control+Enter');
  await expect
    .poll(() => app.server.commandsOf(messageCommands.send))
    .toMatchObject([{ messageContent: '<p>Bis neun.</p>', replyTo: 2 }]);
});

test.each([
  [
    'scrolls',
    [
      [3, 20],
      [80, 60],
    ],
  ],
  [
    'goes not far enough',
    [
      [20, 2],
      [40, 2],
    ],
  ],
  [
    'goes back',
    [
      [20, 2],
      [70, 2],
      [20, 2],
    ],
  ],
  [
    'goes to the left',
    [
      [-20, 2],
      [-90, 2],
    ],
  ],
] as const)('it is not by one that %s', async (_what, ways) => {
  await openMessage(messageDetails(ROW, TEXTS), { size: PHONE });
  finger(2, ...ways);
  await expect.poll(() => bubble(2).style.transform).toBe('');
  expect(answered().elements()).toEqual([]);
  await expect.element(editor()).toBeVisible();
});

test('what was taken back is not answered by it', async () => {
  const taken = TEXTS.map((text) => (text.no === 2 ? { ...text, message: '', takenBackAt: text.sendDate } : text));
  await renderAt(address(), { size: PHONE, server: (server) => answerMessage(server, messageDetails(ROW, taken)) });
  await expect.poll(() => said().length).toBe(3);
  finger(2, [20, 2], [70, 4]);
  await expect.element(editor()).toBeVisible();
  expect(answered().elements()).toEqual([]);
});
