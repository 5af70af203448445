import type { Settings } from '@kontor/contract/settings';
import { describe, expect, test } from 'vitest';
import { contrast, luminance } from '../../../ui/colour.ts';
import { button } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { mailBody, openMail } from '../testing/open-mail.ts';
import { over } from './dark.ts';

const LETTER = `<div style="background:#f4f4f4;color:#333">
  <table bgcolor="#ffffff" style="border:1px solid #ddd"><tr><td>Ihre <a href="https://werft.example">Rechnung</a></td></tr></table>
  <p style="color:#767676">Abbestellen</p>
  <a style="background:#1f5fae;color:#ffffff;padding:8px" href="https://werft.example">Zahlen</a>
  <p style="background:#10151d;color:#e8eaee">Schon dunkel</p></div>`;
/** The innermost element that begins with these words. */
const withWords = (words: string): Element | undefined =>
  [...(mailBody()?.querySelectorAll('*') ?? [])].findLast((one) => one.textContent.trim().startsWith(words));

/** Colours of an element of the mail: what is written, and the nearest ground behind it. */
function coloursOf(words: string): readonly [text: string, ground: string] {
  const element = withWords(words);
  const styleOf = (one: Element) => getComputedStyle(one);
  if (element === undefined) throw new Error(`Nothing in the mail says ${words}`);
  let ground: Element | null = element;
  while (ground !== null && styleOf(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
  const back = over(ground === null ? 'rgb(20, 24, 30)' : styleOf(ground).backgroundColor, '#ffffff') ?? '';
  return [over(styleOf(element).color, back) ?? '', back];
}
const open = (settings: Partial<Settings>) => openMail({ readableContentHTML: LETTER }, { settings });
const isShown = (): boolean => document.querySelector<HTMLElement>('.mail-sheet iframe')?.style.visibility === '';
const WORDS = ['Ihre', 'Rechnung', 'Abbestellen', 'Zahlen', 'Schon dunkel'];

describe('a mail on a dark page', () => {
  test('is dark, all of it can be read, and what was dark by itself is as it was', async () => {
    const app = await open({ theme: 'dark' });
    await expect.poll(() => withWords('Ihre') !== undefined && isShown()).toBe(true);
    await expect.poll(() => luminance(coloursOf('Ihre')[1])).toBeLessThan(0.03);
    for (const words of WORDS) expect(contrast(...coloursOf(words)), words).toBeGreaterThanOrEqual(4.5);
    expect(coloursOf('Zahlen')).toEqual(['#ffffff', '#1f5fae']);
    expect(coloursOf('Schon dunkel')).toEqual(['#e8eaee', '#10151d']);
    await expectUsable(app);
  });

  test('is shown as it came at a press, and dark again', async () => {
    await open({ theme: 'dark' });
    await expect.poll(() => luminance(coloursOf('Ihre')[1])).toBeLessThan(0.03);
    await button('Hell zeigen').click();
    await expect.poll(() => coloursOf('Ihre')).toEqual(['#333333', '#ffffff']);
    expect(withWords('Abbestellen')?.getAttribute('style')).toMatch(/^color:\s?rgb\(118, 118, 118\);?$/);
    await button('Dunkel zeigen').click();
    await expect.poll(() => luminance(coloursOf('Ihre')[1])).toBeLessThan(0.03);
  });

  test('is light where the person wants that, and by day', async () => {
    const app = await open({ theme: 'dark', mailDark: false });
    await expect.poll(() => coloursOf('Ihre')).toEqual(['#333333', '#ffffff']);
    app.shell.settings.change({ theme: 'light' });
    await expect.element(button('Dunkel zeigen')).not.toBeInTheDocument();
    expect(coloursOf('Ihre')).toEqual(['#333333', '#ffffff']);
  });

  test('that is larger than can be turned at once stays light', async () => {
    await openMail(
      { readableContentHTML: '<p style="color:#333">Zeile</p>'.repeat(4001) },
      { settings: { theme: 'dark' } },
    );
    await expect.poll(isShown).toBe(true);
    await expect.element(button('Hell zeigen')).not.toBeInTheDocument();
    expect(withWords('Zeile')?.getAttribute('style')).toMatch(/^color:\s?rgb\(51, 51, 51\);?$/);
  });
});

test('a mail that is reached by Tab has a ring, and none once Tab has gone on', async () => {
  await open({});
  await expect.poll(() => withWords('Ihre')).toBeDefined();
  const frame = document.querySelector<HTMLElement>('.mail-sheet iframe');
  const sheet = (): string | undefined => frame?.parentElement?.dataset['reached'];
  for (let n = 0; n < 80 && document.activeElement !== frame; n += 1) await press('Tab');
  expect(document.activeElement).toBe(frame);
  await expect.poll(sheet).toBe('true');
  // Its links come first: two of them.
  for (let n = 0; n < 8 && document.activeElement === frame; n += 1) await press('Tab');
  await expect.poll(sheet).toBe('false');
});
