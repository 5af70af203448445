import '../ui/base.css';
import '../ui/tokens.css';
import { createRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, dialog, field } from '../testing/find.ts';
import { press } from '../testing/keys.ts';
import { outOfSight } from '../testing/usable.ts';
import { TextField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Dialog } from './overlays.tsx';
import { Button } from './parts.tsx';

const SIZES = [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const;
const nothing = (): void => undefined;
const LONG = Array.from({ length: 60 }, (_, index) => `Zeile ${index + 1}`);

async function show(what: React.ReactNode, [width, height]: readonly [number, number]): Promise<void> {
  const before = [window.innerWidth, window.innerHeight] as const;
  await page.viewport(width, height);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(what);
  onTestFinished(async () => {
    root.unmount();
    await page.viewport(...before);
  });
  await expect.element(dialog()).toBeVisible();
}
const body = () => document.querySelector('dialog');

describe.each(SIZES)('what can be done in a long dialog is in sight at %i × %i', (width, height) => {
  test('of a form, wherever it is scrolled to, and whatever has the focus', async () => {
    const texts = { close: 'Schließen', cancel: 'Abbrechen', take: 'Übernehmen' };
    await show(
      <FormDialog title="Lang" texts={texts} onTake={() => true} onClose={nothing}>
        {LONG.map((label) => (
          <TextField key={label} label={label} value="" onChange={nothing} />
        ))}
      </FormDialog>,
      [width, height],
    );
    await expect.element(button('Übernehmen')).toBeVisible();
    expect(outOfSight()).toEqual([]);
    // Where Tab leads to is not behind them.
    for (let n = 0; n < 20; n += 1) await press('Tab');
    const focused = document.activeElement?.getBoundingClientRect();
    const foot = button('Übernehmen').element().getBoundingClientRect();
    expect(focused?.bottom).toBeLessThanOrEqual(foot.top);
    body()?.scrollTo(0, body()?.scrollHeight ?? 0);
    expect(outOfSight()).toEqual([]);
    await expect.element(field('Zeile 60')).toBeVisible();
    const last = field('Zeile 60').element().getBoundingClientRect();
    expect(last.bottom).toBeLessThanOrEqual(button('Übernehmen').element().getBoundingClientRect().top);
  });

  test('of one that only says something', async () => {
    await show(
      <Dialog title="Lang" closeLabel="Schließen" onClose={nothing}>
        {LONG.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <footer>
          <Button onClick={nothing}>Verstanden</Button>
        </footer>
      </Dialog>,
      [width, height],
    );
    expect(outOfSight()).toEqual([]);
    await expect.element(button('Schließen')).toBeVisible();
  });
});
