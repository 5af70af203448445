import { expect, test } from 'vitest';
import { Words, wordOf } from './words.ts';

const anna = { instance: 'nord', person: 'anna', client: 'd1' };
const ben = { ...anna, person: 'ben' };
const word = wordOf('an item of anna');

function planted(): Words {
  const words = new Words();
  words.plant(word, { instance: 'nord', people: new Set(['anna']) });
  words.plantItem('nord', 7, { instance: 'nord', people: new Set(['anna']) });
  return words;
}

test('a word is found where it is not to be read: by others, elsewhere, in the log, without the right', () => {
  const words = planted();
  words.inspect(anna, `Vorgang ${word}`, 1, 'a list');
  words.lookAtItems(anna, [7], 'an event');
  expect(words.found).toEqual([]);
  words.inspect(ben, `Vorgang ${word}`, 1, 'a list');
  words.inspect({ ...anna, instance: 'west' }, word, 1, 'a list');
  words.inspect(anna, wordOf('of nobody'), 1, 'a list');
  words.lookAtItems(ben, [7, 8], 'an event');
  words.lookAtLog(`{"rows":["${word}"]}`);
  expect(words.found).toHaveLength(5);
  words.bar('nord', 'anna');
  words.inspect(anna, word, Date.now() - 1000, 'asked for before');
  expect(words.found).toHaveLength(5);
  words.inspect(anna, word, Date.now() + 1000, 'asked for after');
  expect(words.found).toHaveLength(6);
});
