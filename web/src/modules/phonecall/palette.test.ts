import { phonecallQueries, type PhoneBookEntry } from '@kontor/contract/phonecall';
import { expect, test } from 'vitest';
import type { Client } from '../../client/client.ts';
import { dialIntent } from './dialling/intent.ts';
import { phoneCommands } from './palette.ts';

const [ENTRY] = phonecallQueries.bookItems.example.result as [PhoneBookEntry];

/** The commands for what was typed, with what the phone book was asked for and where they lead. */
async function commandsFor(typed: string) {
  const searched: string[] = [];
  const gone: string[] = [];
  const client = {
    env: { newId: () => 'd1' },
    configuration: { get: () => ({ rights: { idoList: true } }) },
    transport: {
      query: async (_definition: unknown, { searchString }: { searchString: string }) => {
        searched.push(searchString);
        return { results: [ENTRY, { ...ENTRY, id: 13, dial: '', number: 'anonym' }] };
      },
    },
  } as unknown as Client;
  const commands = await phoneCommands(client, (address) => gone.push(address), typed, new AbortController().signal);
  return { commands, searched, gone };
}

test.each([
  ['call Sievers', 'Sievers'],
  ['anrufen Sievers', 'Sievers'],
  ['Sievers anrufen', 'Sievers'],
  ['Sievers', 'Sievers'],
])('%j looks for %j, and offers who can be called', async (typed, searched) => {
  const found = await commandsFor(typed);
  expect(found.searched).toEqual([searched]);
  const calls = found.commands.filter(({ id }) => id.startsWith('call ') && !id.startsWith('call note'));
  expect(calls.map(({ label }) => label.en)).toEqual(['Call Dirk Sievers, +49 471 95120']);
  calls[0]?.run();
  expect(found.gone).toEqual(['/phoneCallCreate/0/%2B49%20471%2095120']);
  // Its screen begins at once.
  expect(dialIntent.get()).toBe(found.gone[0]);
  dialIntent.set(undefined);
});

test('a number is called as it was typed, and nothing that steers telephones', async () => {
  const named = async (typed: string) => (await commandsFor(typed)).commands.map(({ id }) => id);
  expect(await named('call 0431 123456')).toContain('call number');
  expect(await named('call *21#')).not.toContain('call number');
});

test('the phone book and a call by hand are always offered', async () => {
  const { commands } = await commandsFor('x');
  expect(commands.map(({ id }) => id)).toEqual(['phone book', 'call note', 'call note record']);
});
