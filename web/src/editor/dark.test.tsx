import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../testing/app.ts';
import { answerTasks, aTask, taskId } from '../testing/tasks.ts';
import { contrast, luminance } from '../ui/colour.ts';

/** The colour that is seen on most of an element, and the one that stands out most from it. */
async function seenOn(element: Element): Promise<{ readonly ground: string; readonly ink: string }> {
  const base64 = await page.elementLocator(element).screenshot({ save: false });
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas?.drawImage(bitmap, 0, 0);
  const { data: points } = canvas?.getImageData(0, 0, width, height) ?? { data: [] };
  const counts = new Map<string, number>();
  for (let at = 0; at < points.length; at += 4) {
    const hex = `#${[0, 1, 2].map((part) => (points[at + part] ?? 0).toString(16).padStart(2, '0')).join('')}`;
    counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  const colours = [...counts.keys()];
  const ground = colours.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? '';
  const ink = colours.toSorted((a, b) => contrast(b, ground) - contrast(a, ground))[0] ?? '';
  return { ground, ink };
}

const SCREENS = [
  ['a mail', '/mailSend/paul@werft.example', 'Text der E-Mail'],
  ['a task', `/task/${encodeURIComponent(taskId(1))}/module/view`, 'Text der Aufgabe'],
  ['a note', `/note/${encodeURIComponent(taskId(1, 'note'))}/module/view`, 'Text der Notiz'],
] as const;

describe.each(SCREENS)('the text of %s that is written', (_what, address, name) => {
  const kind = address.startsWith('/note') ? 'note' : 'task';
  test.each(['dark', 'light'] as const)('is on a ground like all around it, and can be read: %s', async (theme) => {
    await renderAt(address, {
      settings: { theme },
      server: (server) => {
        answerTasks(server, [aTask(1, 'Bericht', {}, kind)], { content: '<p>Guten Tag, Paul</p>' });
      },
    });
    const text = page.getByRole('textbox', { name });
    await expect.element(text).toBeVisible();
    await text.fill('Guten Tag, Paul');
    const { ground, ink } = await seenOn(text.element());
    if (theme === 'dark') expect(luminance(ground)).toBeLessThan(0.05);
    else expect(luminance(ground)).toBeGreaterThan(0.85);
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
