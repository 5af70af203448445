import { importQueries } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { transferHref } from './address.ts';

const NUMBERS = { made: 3, changed: 1, joined: 2, skipped: 4, faulty: 1 };

test.each([
  ['de', ['3 neu', '1 geändert', '2 weitere Personen', '4 schon da, ausgelassen', '1 fehlerhaft']],
  ['en', ['3 new', '1 changed', '2 more people', '4 there already, left out', '1 faulty']],
] as const)('what became of each row of a file is said in words (%s)', async (language, words) => {
  const example = importQueries.import.example.result;
  await renderAt(transferHref({ importId: example.importId }), {
    settings: { language },
    server: (server) => server.answer(importQueries.import, { ...example, ...NUMBERS, state: 'done' }),
  });
  for (const said of words) await expect.element(page.getByText(said, { exact: true })).toBeVisible();
});
