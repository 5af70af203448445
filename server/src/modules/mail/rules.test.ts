import { describe, expect, it } from 'vitest';
import {
  addressKey,
  contactOf,
  followersOf,
  isReadable,
  mailFlags,
  locationAfter,
  locationOf,
  statusFromSeen,
  statusOnArrival,
  unreadableReason,
} from './rules.ts';

describe('the state of a mail that arrives', () => {
  it.each([
    ['inbox', false, true, 1],
    ['inbox', true, true, 3],
    ['archive', false, true, 3],
    ['other', true, true, 3],
    ['sent', true, true, 3],
    ['inbox', false, false, 1],
    ['inbox', true, false, 2],
    ['other', false, false, 1],
    ['other', true, false, 2],
    ['sent', false, false, 3],
  ] as const)('in %s, seen %s, there before %s, is %i', (role, seen, wasThere, status) => {
    expect(statusOnArrival({ role, seen, wasThere })).toBe(status);
  });
});

it('follows \\Seen without undoing what somebody finished', () => {
  expect(statusFromSeen(true)).toEqual({ status: 2, onlyFrom: [1] });
  expect(statusFromSeen(false)).toEqual({ status: 1, onlyFrom: [2, 3] });
});

it.each([
  [true, [1, 2, 3]],
  [false, [2]],
])('has the states of shared=%s follow the flags for %j', (shared_state, expected) => {
  expect(followersOf({ owner_id: 2, shared_state, member_ids: [1, 2, 3] })).toEqual(expected);
});

describe('the other side of a mail', () => {
  const anna = { name: 'Anna', address: 'a@x.example' };
  const bare = { name: '', address: 'b@x.example' };
  const people = { from: [anna], sender: null, to: [bare, anna], cc: [], bcc: [] };
  it.each([
    ['incoming', people, 'Anna'],
    ['incoming', { ...people, from: [], sender: bare }, 'b@x.example'],
    ['incoming', { ...people, from: [] }, ''],
    ['outgoing', people, 'b@x.example +1'],
    ['outgoing', { ...people, to: [] }, ''],
  ] as const)('%s', (direction, who, contact) => expect(contactOf(who, direction)).toBe(contact));
});

it.each([
  ['Info@NordWerk.example', 'info@nordwerk.example'],
  ['info@nordwerk.example.', 'info@nordwerk.example'],
  ['a@Müller.example', 'a@xn--mller-kva.example'],
  ['a@xn--mller-kva.example', 'a@xn--mller-kva.example'],
  ['u\u0308@x.example', 'ü@x.example'],
  ['"a@b"@x.example', '"a@b"@x.example'],
])('the address %s belongs to whoever has %s', (address, key) => expect(addressKey(address)).toBe(key));

it.each([
  [null, null],
  ['out-of-time', 'out-of-time'],
  ['truncated', 'truncated'],
  ['not-parsable', 'malformed'],
])('a mail noted as %s is unreadable because it is %s', (noted, reason) =>
  expect(unreadableReason(noted)).toBe(reason),
);
describe('where people see a mail after something moved on the server', () => {
  it.each([
    ['inbox', 'inbox', false, false, 'inbox'],
    ['inbox', 'trash', true, false, 'inbox'],
    ['inbox', 'junk', false, false, 'inbox'],
    ['trash', 'inbox', false, false, 'trash'],
    ['trash', 'inbox', true, false, undefined],
    ['trash', 'junk', false, false, 'junk'],
    ['junk', 'inbox', false, false, 'junk'],
    ['junk', 'trash', false, false, 'junk'],
    ['gone', 'inbox', false, false, 'trash'],
    ['gone', 'inbox', true, false, undefined],
    ['gone', 'inbox', false, true, 'inbox'],
    ['gone', 'trash', false, false, 'trash'],
    ['gone', 'junk', false, false, 'junk'],
    ['trash', 'inbox', false, true, 'trash'],
  ] as const)('best %s, seen in %s, unsure %s, all kept %s: %s', (best, shown, isUnsure, keepsAll, location) =>
    expect(locationAfter({ best, shown, isUnsure, keepsAll })).toBe(location),
  );
});

it.each([
  ['inbox', 'inbox'],
  ['sent', 'inbox'],
  ['archive', 'inbox'],
  ['other', 'inbox'],
  ['junk', 'junk'],
  ['trash', 'trash'],
] as const)('has the mails of %s in %s', (role, location) => expect(locationOf(role)).toBe(location));

describe('what a person may do with a mail', () => {
  const sender = {
    direction: 'incoming',
    status: 1,
    isReadable: true,
    isOwner: false,
    sends: true,
    manages: false,
    isTheirsAlone: false,
    standsIn: false,
    sendsAnywhere: true,
    senders: 2,
    isClaimedByThem: false,
  } as const;
  const reader = { ...sender, sends: false, sendsAnywhere: false };
  it.each([
    ['who sends for a shared mailbox', sender, true, true, true],
    ['of what is in process', { ...sender, status: 2 }, true, true, true],
    ['of what is done', { ...sender, status: 3 }, false, true, true],
    ['of what was sent', { ...sender, direction: 'outgoing' }, false, true, true],
    ['of what they have taken on', { ...sender, isClaimedByThem: true }, false, true, true],
    ['where nobody else sends', { ...sender, senders: 1 }, false, true, true],
    ['of what cannot be read', { ...sender, isReadable: false }, true, false, true],
    ['who only reads', reader, false, false, false],
    ['who sends for another mailbox', { ...reader, sendsAnywhere: true }, false, true, false],
    ['who owns it and may not write', { ...reader, isOwner: true }, false, false, true],
    ['of what came to no mailbox', { ...reader, isTheirsAlone: true }, false, false, true],
    ['who manages it', { ...reader, manages: true }, false, false, true],
    ['who stands in for one person', { ...reader, standsIn: true, senders: 1 }, true, true, false],
    ['who has claimed in their place', { ...reader, standsIn: true, isClaimedByThem: true }, false, true, false],
  ] as const)('%s: claim, answer, throw away', (_who, of, claims, answers, removes) =>
    expect(mailFlags(of)).toEqual({
      shouldShowTheClaimButton: claims,
      shouldShowTheReplyButton: answers,
      userIsAuthorizedToDelete: removes,
      userIsAuthorizedToSpam: removes,
    }),
  );
});

it.each([
  [null, true],
  ['truncated', true],
  ['malformed', false],
])('a mail noted as %s can be answered: %s', (noted, is) => expect(isReadable(noted)).toBe(is));
