import type { OnlineUser } from '@kontor/contract/presence';
import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sumOfAll } from '../../platform/http/crc.ts';
import { joined } from '../../platform/http/pack.ts';
import type { PackedAnswer } from '../../platform/operation/manifest.ts';
import { PackedPeople } from './packed-people.ts';
import type { Standing } from './standing.ts';
import { toOnlineUser } from './views.ts';

const standing = (id: number, name: string, isPresent: boolean): Standing => ({
  row: {
    user_id: id,
    name,
    avatar: null,
    state_id: null,
    chosen_at: null,
    until: null,
    personal_text: null,
    automatic_id: null,
    automatic_at: null,
    previous_state_id: null,
    hidden: false,
    used_at: null,
    place_icon: null,
    place_state_id: null,
    place_schedule: null,
  },
  shown: {
    presence: isPresent ? 'present' : 'absent',
    stateId: null,
    isBusy: false,
    until: null,
    automaticId: null,
    substituteId: null,
  },
  state: null,
  sign: null,
  activeAt: null,
  isHidden: false,
});

interface Results {
  readonly results: OnlineUser[];
  readonly totalCount: number;
}

/** What a client reads: the bytes as they are, and as they are packed. */
function readOf({ body: { pieces } }: PackedAnswer): Results {
  const parts = pieces.map(({ bytes }) => bytes);
  const end = Buffer.from([1, 0, 0, 0xff, 0xff]);
  const streams = [...pieces.map(({ stream }) => stream), end];
  const packed = gunzipSync(joined(Buffer.from('{'), sumOfAll(pieces.map(({ sum }) => sum)), streams)).toString();
  expect(packed).toBe(`{${Buffer.concat(parts).toString()}`);
  return JSON.parse(packed) as Results;
}

/** The list as it is sorted whole. */
const sorted = (people: readonly Standing[]): Results => {
  const users = people.map((one) => toOnlineUser(one, 'de'));
  const results = users.toSorted((one, other) => Number(one.presenceSort) - Number(other.presenceSort));
  return { results, totalCount: results.length };
};

const people = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 2000 }), name: fc.string({ maxLength: 5 }), isPresent: fc.boolean() }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 400 },
);

test('the packed list is the list, also with the row of who asks, wherever that stands', () =>
  fc.assert(
    fc.asyncProperty(people, fc.nat(), async (some, at) => {
      const all = some.map(({ id, name, isPresent }) => standing(id, name, isPresent));
      const packed = await PackedPeople.of(all, 'de');
      expect(readOf(packed.forAll)).toEqual(sorted(all));
      const index = at % all.length;
      const { id, name } = some[index] as { id: number; name: string };
      const own = standing(id, name, true);
      for (let times = 0; times < 2; times += 1)
        expect(readOf(await packed.answerTo(own, index))).toEqual(sorted(all.with(index, own)));
      // Nobody else is given it.
      expect(readOf(packed.forAll)).toEqual(sorted(all));
    }),
    { numRuns: 40 },
  ));

test('who comes has nobody packed anew but those around them', async () => {
  const all = Array.from({ length: 1000 }, (_, index) => standing(index + 1, `Person ${index + 1}`, index % 3 === 0));
  const before = await PackedPeople.of(all, 'de');
  const after = await PackedPeople.of(all.with(500, standing(501, 'Person 501', true)), 'de', before);
  const known = new Set(before.forAll.body.pieces);
  const fresh = after.forAll.body.pieces.filter((piece) => !known.has(piece));
  // The chunk that was left, the one that was come to, and the end.
  expect(fresh.length).toBeLessThanOrEqual(3);
  expect(after.forAll.body.pieces.length).toBeGreaterThan(8);
});
