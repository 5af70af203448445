import { describe, expect, it } from 'vitest';
import {
  addressKey,
  contactOf,
  fileKind,
  followersOf,
  placeAfter,
  placeOf,
  safeType,
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
  ['application/pdf', 'a', 'pdf', 'application/pdf'],
  ['image/svg+xml', 'a.svg', 'image', 'application/octet-stream'],
  ['text/html', 'a.html', 'text', 'application/octet-stream'],
  ['application/octet-stream', 'Angebot.DOCX', 'office', 'application/octet-stream'],
  ['application/x-foo', 'noend', 'other', 'application/octet-stream'],
  ['text/calendar', 'a.ics', 'calendar', 'application/octet-stream'],
  ['image/png', 'a.png', 'image', 'image/png'],
  ['message/rfc822', 'a.eml', 'mail', 'application/octet-stream'],
  ['application/zip', 'a.zip', 'archive', 'application/zip'],
])('knows the kind of %s %s', (type, name, kind, safe) => {
  expect([fileKind(type, name), safeType(type)]).toEqual([kind, safe]);
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
  ] as const)('best %s, seen in %s, unsure %s, all kept %s: %s', (best, told, isUnsure, keepsAll, place) =>
    expect(placeAfter({ best, told, isUnsure, keepsAll })).toBe(place),
  );
});

it.each([
  ['inbox', 'inbox'],
  ['sent', 'inbox'],
  ['archive', 'inbox'],
  ['other', 'inbox'],
  ['junk', 'junk'],
  ['trash', 'trash'],
] as const)('has the mails of %s in %s', (role, place) => expect(placeOf(role)).toBe(place));
