import { recordQueries, type RecordModel } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import type { Client } from '../../client/client.ts';
import { noteCallAt, numbersOfRecord } from './of-record.ts';

const { result } = recordQueries.model.example;
const model = result.jsonModel ?? expect.fail('The example has no record');
const [name] = model.model.leftColumn;
const field = (key: string, actionIcons: readonly string[], value: string) => ({ ...name, key, actionIcons, value });
const recordWith = (own: readonly object[], persons: readonly (readonly object[])[]) =>
  ({
    ...result,
    jsonModel: {
      ...model,
      model: {
        ...model.model,
        leftColumn: own,
        rightColumn: [],
        contactPersons: persons.map((fields) => ({ fields })),
      },
    },
  }) as unknown as RecordModel;
const PHONED = recordWith(
  [field('street', [], '0431 999999'), field('phone', ['phone'], ' 0431 5550-0 '), field('fax', ['phone'], 'keins')],
  [[field('mobile', ['phone'], '0171 3920014'), field('phone', ['phone'], '0431 5550-0')]],
);

test('the numbers of a record are its own before those of its people, each once', () => {
  expect(numbersOfRecord(PHONED)).toEqual(['0431 5550-0', '0171 3920014']);
  expect(numbersOfRecord(recordWith([], []))).toEqual([]);
  expect(numbersOfRecord({ jsonModel: null })).toEqual([]);
});

const opened = async (answer: () => Promise<unknown>) => {
  const addresses: string[] = [];
  const client = { env: { newId: () => 'd1' }, ask: { run: answer } } as unknown as Client;
  await noteCallAt(client, { idoId: 7, idoInstanceId: 1 }, (address) => addresses.push(address));
  return addresses.map((address) => address.split('?')[1]);
};

test('a call at a record begins with its number, and without one where it cannot be had', async () => {
  expect(await opened(async () => PHONED)).toEqual(['draft=d1&number=0431+5550-0&record=1-7']);
  expect(await opened(() => Promise.reject(new Error('no network')))).toEqual(['draft=d1&record=1-7']);
});
