import { expect, onTestFinished, test } from 'vitest';
import { swallowClick } from './swallow-click.ts';

test('what a drag ends on is not pressed by it, and is by a key', () => {
  const button = document.body.appendChild(document.createElement('button'));
  onTestFinished(() => button.remove());
  const heard: number[] = [];
  button.addEventListener('click', ({ detail }) => heard.push(detail));
  swallowClick();
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  // As Enter in a field makes it.
  button.click();
  expect(heard).toEqual([0]);
});
