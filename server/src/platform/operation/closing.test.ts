import { expect, test } from 'vitest';
import { closeAll } from './closing.ts';

test('all services are closed, the last one first, and every failure is told', async () => {
  const closed: string[] = [];
  const service = (name: string, fault?: Error) => ({
    async close() {
      closed.push(name);
      if (fault !== undefined) throw fault;
    },
  });
  const [one, other] = [new Error('one'), new Error('other')];
  const closing = closeAll([service('a'), service('b', other), undefined, service('c'), service('d', one)]);
  await expect(closing).rejects.toMatchObject({ errors: [one, other] });
  expect(closed).toEqual(['d', 'c', 'b', 'a']);
  await closeAll([service('e')]);
});
