import { expect, test, vi } from 'vitest';
import { aText, messageDetails } from '../../../testing/messages.ts';
import { ROW, happen, openMessage, said } from '../testing.ts';

const COUNT = 40;
const TEXTS = Array.from({ length: COUNT }, (_, no) => aText(no, no % 2 === 0 ? 2 : 1, `Text ${no}`));

/** Counts how often a time is written: once a text to part the days, and several times for each text that is drawn. */
function countTimes(): () => number {
  const times = vi.spyOn(Intl.DateTimeFormat.prototype as unknown as { readonly format: unknown }, 'format', 'get');
  return () => times.mock.calls.length;
}

test('a text that comes is drawn by itself, and not those that stand there', async () => {
  const app = await openMessage(messageDetails(ROW, TEXTS));
  await expect.poll(app.isLive).toBe(true);
  await expect.poll(() => said().length).toBe(COUNT);
  const times = countTimes();
  happen(app, COUNT, 'Noch einer');
  await expect.poll(() => said().length).toBe(COUNT + 1);
  // The days are parted anew once or twice; drawn anew, each text would write several.
  expect(times()).toBeLessThan(3 * COUNT);
});
