import { expect, test } from 'vitest';
import type { WrittenNode } from '../document.ts';
import { decideText } from './decide.ts';

const p = (text: string): WrittenNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...texts: readonly string[]): WrittenNode => ({ type: 'doc', content: texts.map(p) });
const conflicts = { mine: [p('meins')], theirs: [p('ihres'), p('mehr')] };

test.each<[string, WrittenNode, 'theirs' | 'both', WrittenNode]>([
  ['the other version takes the place of mine', doc('a', 'meins', 'b'), 'theirs', doc('a', 'ihres', 'mehr', 'b')],
  ['both stand one after the other', doc('a', 'meins', 'b'), 'both', doc('a', 'meins', 'ihres', 'mehr', 'b')],
  [
    'what was written on meanwhile stays',
    doc('a', 'meins weiter'),
    'theirs',
    doc('a', 'meins weiter', 'ihres', 'mehr'),
  ],
])('%s', (_, before, decision, after) => expect(decideText(before, conflicts, decision)).toEqual(after));

test('a place of which nothing was left is at the end', () =>
  expect(decideText(doc('a'), { mine: [], theirs: [p('ihres')] }, 'both')).toEqual(doc('a', 'ihres')));
