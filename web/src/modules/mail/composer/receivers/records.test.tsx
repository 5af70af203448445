import { senderQueries } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { renderAt } from '../../../../testing/app.ts';
import { field, option } from '../../../../testing/find.ts';
import { press } from '../../../../testing/keys.ts';
import { expectUsable } from '../../../../testing/usable.ts';

const { addressSuggestions } = senderQueries;

test('who writes is offered the addresses of records, which say so', async () => {
  const [example] = addressSuggestions.example.result;
  if (example === undefined) throw new Error('The example has nobody');
  const app = await renderAt(`/mailSend?draft=${crypto.randomUUID()}`, {
    server: (server) =>
      server.answer(addressSuggestions, [
        {
          ...example,
          email: 'info@werft.example',
          name: 'Werft Neumann',
          source: 'IDO',
          ido: [{ idoID: 7, instanceID: 1 }],
        },
        example,
      ]),
  });
  await field('An').fill('info@wer');
  await expect.element(option(/info@werft\.example/)).toBeVisible();
  expect(option(/info@werft\.example/).element().textContent).toMatch(/Datensatz/);
  expect(option(/paul\.neumann@werft\.example/).element().textContent).not.toMatch(/Datensatz/);
  await expect.poll(() => app.server.queriesOf(addressSuggestions).at(-1)).toEqual({ searchTerm: 'info@wer' });
  await expectUsable(app);
  await press('Enter');
  await expect.element(option(/info@werft\.example/)).not.toBeInTheDocument();
});
