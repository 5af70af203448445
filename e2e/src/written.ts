import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Parts of what is written in its place, as a task, note or memo is. */
export const title = (on: Page) => on.locator('.written-title:visible');
export const text = (on: Page) => on.getByRole('textbox', { name: /^Text der|^Text des/ }).filter({ visible: true });
export const chip = (on: Page, name: RegExp | string) =>
  on.locator('.written-chips:visible').getByRole('button', { name });
export const saved = (on: Page) =>
  expect.poll(() => on.locator('.written-state:visible').getAttribute('data-state')).toBe('saved');
export const dialog = (on: Page, name: string) => on.getByRole('dialog', { name });
export const menu = async (on: Page, item: string): Promise<void> => {
  await on.getByRole('toolbar').getByRole('button', { name: 'Weitere Aktionen' }).filter({ visible: true }).click();
  await on.getByRole('menuitem', { name: item }).click();
};

/** Opens one by its address. */
export const openItem = async (
  on: Page,
  address: string,
  aggregateId: string,
  how: 'view' | 'edit' = 'view',
): Promise<void> => {
  const route = aggregateId.includes('module_note') ? 'note' : aggregateId.includes('module_task') ? 'task' : 'memo';
  await on.goto(`${address}/${route}/${encodeURIComponent(aggregateId)}/module/${how}`);
  await text(on).waitFor();
};
export const typeAtEnd = async (field: Locator, words: string): Promise<void> => {
  await field.click();
  await field.press('Control+End');
  await field.pressSequentially(words);
};
export const wordsOf = (on: Page): Promise<string> => text(on).innerText();
