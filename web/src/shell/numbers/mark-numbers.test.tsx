import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { markNumbers, takePhoneLinks } from './mark-numbers.ts';
import { phoneParts } from './phone-parts.ts';

/** What was cleaned already, as an element of the page. */
function written(html: string): HTMLElement {
  const element = document.createElement('div');
  for (const part of new DOMParser().parseFromString(html, 'text/html').body.childNodes)
    element.append(part.cloneNode(true));
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
}
const links = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent]);

afterEach(() => phoneParts.set(undefined));

describe('phone numbers in what was written', () => {
  test('become links, as they stand, with nothing but a plus sign and digits in them', () => {
    const element = written('<p>Tel. 0431 123456, mobil <b>+49 (0)171 3920077</b>, am 01.02.2026</p>');
    markNumbers(element);
    expect(links(element)).toEqual([
      ['tel:0431123456', '0431 123456'],
      ['tel:+491713920077', '+49 (0)171 3920077'],
    ]);
    expect(element.textContent).toBe('Tel. 0431 123456, mobil +49 (0)171 3920077, am 01.02.2026');
  });

  test('stay as they are in links and in code', () => {
    const element = written('<a href="https://x.example">0431 123456</a><code>0431 123456</code>');
    markNumbers(element);
    expect(links(element)).toEqual([['https://x.example', '0431 123456']]);
  });

  test('offer what can be done with them, where the tree stands on the page', () => {
    const offer = vi.fn();
    phoneParts.set({ offer });
    const element = written('<a href="tel:+49431123456">anrufen</a>');
    const stop = takePhoneLinks(element, () => ({ x: 100, y: 0 }));
    element.querySelector('a')?.click();
    expect(offer).toHaveBeenCalledWith({ number: '+49431123456' }, expect.any(DOMRect));
    const box = element.querySelector('a')?.getBoundingClientRect();
    const anchor = offer.mock.calls[0]?.[1] as DOMRect | undefined;
    expect(anchor?.x).toBe((box?.x ?? 0) + 100);
    stop();
  });

  test.each(['tel:*21*0900%23', 'tel:+49431p99', 'tel:%E0%A4'])('as %s lead nowhere', (href) => {
    const offer = vi.fn();
    phoneParts.set({ offer });
    const element = written(`<a href="${href}">anrufen</a>`);
    const stop = takePhoneLinks(element);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    element.querySelector('a')?.dispatchEvent(event);
    expect([event.defaultPrevented, offer.mock.calls.length]).toEqual([true, 0]);
    stop();
  });
});
