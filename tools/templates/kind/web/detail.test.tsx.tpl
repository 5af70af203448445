import { formatAggregateId } from '@kontor/contract/kernel';
import { {{name}}Commands, {{name}}Queries } from '@kontor/contract/{{name}}';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { type } from '../../testing/keys.ts';

const ID = formatAggregateId({ module: '{{name}}', entryId: 77, userId: 1, sourceContainerId: 0 });

test('one that was just begun is written, and saved by itself', async () => {
  const { server } = await renderAt(`/{{name}}/${encodeURIComponent(ID)}/module/edit`, {
    server: (fake) => {
      const { result } = {{name}}Queries.details.example;
      fake.answer({{name}}Queries.details, { ...result, aggregateId: ID, title: '', content: '', changeable: true });
    },
  });
  await expect.element(page.getByRole('textbox', { name: 'Titel' })).toHaveFocus();
  await type('Pumpe leckt');
  await expect.poll(() => server.commandsOf({{name}}Commands.save)).toMatchObject([{ title: 'Pumpe leckt' }]);
});

test('the list says where there is nothing', async () => {
  await renderAt('/{{name}}s/open/all/main', { server: (fake) => fake.answer({{name}}Queries.items, []) });
  await expect.element(page.getByText('Hier ist nichts')).toBeVisible();
});
