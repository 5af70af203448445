import { afterAll, describe, expect, test } from 'vitest';
import { details, openTasks, save } from './testing/fixture.ts';

const { server, anna, make } = await openTasks();
afterAll(() => server.close());

describe('a note that names records', () => {
  const named = (key: string) => `<p>Zu <span data-record="${key}">#Kesselbau Ötting</span></p>`;

  test('keeps their kind and number as they are, and is found by their words', async () => {
    const id = await make(anna, { moduleLayout: 'note', title: 'Rückruf' });
    await save(anna, id, { content: named('1-70021') });
    expect((await details(anna, id)).content).toBe(named('1-70021'));
    const found = await anna.query<{ information: string }[]>('note.items', { searchTerm: 'kesselbau', view: 'all' });
    expect(found.map(({ information }) => information)).toEqual(['Rückruf']);
  });

  test('loses what names none, and all that other tags say of them', async () => {
    const id = await make(anna, { moduleLayout: 'note', title: 'Anruf' });
    const content = `${named('7')}${named('1-0')}<p data-record="1-7">#a</p><div data-record="1-7">#b</div>`;
    await save(anna, id, { content });
    const bare = '<p>Zu <span>#Kesselbau Ötting</span></p>';
    expect((await details(anna, id)).content).toBe(`${bare}${bare}<p>#a</p><div>#b</div>`);
  });
});
