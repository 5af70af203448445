import { describe, expect, test } from 'vitest';
import { atItem, type Attendants } from '../../activity/attendance/index.ts';
import { atWriting } from './presence.ts';

const at = (name: string, doing: 'reading' | 'answering'): Attendants[number] => ({
  userId: name.length,
  name,
  avatar: null,
  doing,
  since: 0,
});
const [anna, ben, chris] = ['Anna', 'Ben', 'Chris'];

describe('beside a mail', () => {
  test.each([
    ['nobody', [], []],
    ['a reader', [at(ben, 'reading')], ['Ben liest mit.']],
    ['one at two devices', [at(ben, 'reading'), at(ben, 'answering')], ['Ben antwortet gerade.']],
    [
      'several',
      [at(ben, 'reading'), at(chris, 'reading'), at(anna, 'answering')],
      ['Anna antwortet gerade.', 'Ben und Chris lesen mit.'],
    ],
  ])('%s', (_name, people, said) => {
    expect(atItem('de', people)).toEqual(said);
  });
  test('in English', () => {
    expect(atItem('en', [at(ben, 'answering'), at(chris, 'answering')])).toEqual(['Ben and Chris are answering.']);
  });
});

describe('beside an answer', () => {
  test('who answers the same mail elsewhere is told of, who only reads it is not', () => {
    expect(atWriting('de', [at(ben, 'answering'), at(chris, 'reading')], [])).toEqual(['Ben antwortet gerade.']);
  });
  test('who is at the same draft is said to write or read there, once', () => {
    const ofMail = [at(ben, 'answering'), at(chris, 'answering')];
    expect(atWriting('de', ofMail, [at(ben, 'answering'), at(chris, 'reading')])).toEqual([
      'Ben schreibt mit.',
      'Chris liest mit.',
    ]);
  });
});
