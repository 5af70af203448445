import { expect, test } from 'vitest';
import { UNSTORED_ORDER, type QueuedCommand } from './command.ts';
import { believed, type Hearer } from './news.ts';

const command: QueuedCommand = {
  processId: 'a',
  name: 'activity.archive',
  params: {},
  keys: [],
  patches: [],
  createdAt: 0,
  order: UNSTORED_ORDER,
  kept: 'memory',
  state: 'queued',
  revision: 0,
  attempts: 0,
};
type Part = Partial<QueuedCommand>;
const stored = (order: number, part: Part = {}): Part => ({ kept: 'stored', order, ...part });
const other: Hearer = { leads: false, isSending: false };
const leader: Hearer = { leads: true, isSending: false };
const sender: Hearer = { leads: true, isSending: true };

const CASES: readonly [string, Part | undefined, Part, Hearer, Part | undefined][] = [
  ['what is not known here', undefined, stored(3), other, stored(3)],
  [
    'what another page was sending, in the page that sends now',
    undefined,
    { state: 'sending' },
    leader,
    { state: 'unknown' },
  ],
  ['the same again', stored(3), stored(3), other, undefined],
  [
    'how far it is by now',
    stored(3),
    stored(3, { state: 'refused', revision: 1 }),
    other,
    stored(3, { state: 'refused', revision: 1 }),
  ],
  ['how far it was', stored(3, { state: 'refused', revision: 1 }), stored(3), other, undefined],
  ['a place that the storage has given', {}, stored(3), leader, stored(3)],
  ['of two places the later', stored(5), stored(3), leader, undefined],
  [
    'a place, while it is on its way from here',
    { state: 'sending', revision: 1 },
    stored(3, { revision: 1 }),
    sender,
    stored(3, { state: 'sending', revision: 1 }),
  ],
  [
    'a place, from somebody who does not know that it is on its way',
    { state: 'sending', revision: 1 },
    stored(3),
    sender,
    stored(3, { state: 'sending', revision: 1 }),
  ],
  ['its old place, while it is given anew', { kept: 'storing', revision: 3 }, stored(3), leader, undefined],
  ['that somebody had it in memory, of what is stored', stored(3, { revision: 1 }), {}, leader, undefined],
];

test.each(CASES)('hears %s', (_, mine, given, hearer, expected) => {
  const known = mine === undefined ? undefined : { ...command, ...mine };
  const news = believed(known, { ...command, ...given }, hearer);
  expect(news).toEqual(expected === undefined ? undefined : { ...command, ...expected });
});
