import { describe, expect, test } from 'vitest';
import { AmiReader, AmiUnreadable, actionText } from './ami-wire.ts';
import { amiEvents } from './ami.ts';
import { AriCalls } from './ari.ts';
import { ChannelCalls, peerOf } from './channels.ts';
import { LineFault, pauseAfter } from './line.ts';
import { EventStream, NfonCalls } from './nfon.ts';

describe('the lines of AMI', () => {
  const text =
    'Asterisk Call Manager/7.0.3\r\nResponse: Success\r\nMessage: a: b\r\n\r\nEvent: Hangup\r\nCause: 16\r\nCause: 17\r\n\r\n';
  const read = (pieces: readonly string[]) => {
    const reader = new AmiReader();
    return pieces.flatMap((piece) => reader.read(piece)).map((message) => Object.fromEntries(message));
  };
  const expected = [
    { response: 'Success', message: 'a: b' },
    { event: 'Hangup', cause: '16' },
  ];

  test('are messages, in whatever pieces they come', () => {
    expect(read([text])).toEqual(expected);
    expect(read(text.split(''))).toEqual(expected);
    for (let at = 1; at < text.length; at += 1) expect(read([text.slice(0, at), text.slice(at)])).toEqual(expected);
  });

  test('have an end, and a greeting', () => {
    expect(() => read([`Asterisk Call Manager/7\r\nX: ${'x'.repeat(9000)}`])).toThrow(AmiUnreadable);
    expect(() => read([`Asterisk Call Manager/7\r\nX: ${'x'.repeat(9000)}\r\n`])).toThrow(AmiUnreadable);
    expect(() => read([`Asterisk Call Manager/7\r\n${'X: y\r\n'.repeat(501)}`])).toThrow(AmiUnreadable);
    expect(() => read(['HTTP/1.1 200 OK\r\n'])).toThrow(AmiUnreadable);
  });

  test('no value makes an action of its own', () =>
    expect(actionText({ Action: 'Login', Username: 'x\r\nAction: Originate' })).toBe(
      'Action: Login\r\nUsername: xAction: Originate\r\n\r\n',
    ));
});

test.each([
  ['PJSIP/101-00000001', '101'],
  ['SIP/trunk-out-0000001a', 'trunk-out'],
  ['PJSIP/anna', 'anna'],
  ['Local/1@x-00000001;2', '1@x'],
  ['x', ''],
])('%s is of %j', (name, peer) => expect(peerOf(name)).toBe(peer));

type Fields = Readonly<Record<string, string>>;
/** What some messages of AMI say of calls. */
function heard(messages: readonly Fields[], calls = new ChannelCalls((peer) => peer === 'anna')) {
  return messages.flatMap((fields) => amiEvents(calls, new Map(Object.entries(fields))));
}
const trunk = { channel: 'PJSIP/trunk-00000001', uniqueid: '1.1', linkedid: '1.1' };
const begun = { ...trunk, event: 'Newchannel', calleridnum: '0431123456', calleridname: 'Werft', exten: '4711' };
const leg = (terminal: string, id: string) => ({
  destchannel: `PJSIP/${terminal}-0000000${id.at(-1)}`,
  destuniqueid: id,
  destlinkedid: '1.1',
  linkedid: '1.1',
});
const hangup = (id: string, cause: string) => ({ event: 'Hangup', uniqueid: id, linkedid: '1.1', cause });

describe('what Asterisk says', () => {
  test('of a call that comes in, rings at two, is taken and is over', () => {
    const events = heard([
      begun,
      { ...leg('101', '1.2'), event: 'DialBegin' },
      { ...leg('anna', '1.3'), event: 'DialBegin' },
      { ...leg('anna', '1.3'), event: 'DialEnd', dialstatus: 'ANSWER' },
      { event: 'BridgeEnter', uniqueid: '1.3', linkedid: '1.1', channel: 'PJSIP/anna-00000003' },
      { event: 'BridgeEnter', uniqueid: '1.1', linkedid: '1.1', channel: 'PJSIP/trunk-00000001' },
      hangup('1.2', '26'),
      hangup('1.3', '16'),
      hangup('1.1', '16'),
    ]);
    expect(
      events.map(({ type, terminals, outcome }) => [type, ...terminals, ...(outcome === undefined ? [] : [outcome])]),
    ).toEqual([
      ['ring'],
      ['ring', '101'],
      ['ring', 'anna'],
      ['answer', 'anna'],
      ['answer', 'anna'],
      ['end', 'answered'],
    ]);
    expect(events[0]).toMatchObject({ ref: '1.1', direction: 'in', from: '0431123456', to: '4711', name: 'Werft' });
  });

  test.each([
    ['16', 'missed'],
    ['17', 'busy'],
    ['21', 'refused'],
    ['19', 'missed'],
    ['127', undefined],
  ])('of one that ends with %s: %s', (cause, outcome) =>
    expect(
      heard([begun, { ...leg('101', '1.2'), event: 'DialBegin' }, hangup('1.2', '26'), hangup('1.1', cause)]).at(-1)
        ?.outcome,
    ).toBe(outcome),
  );

  test('of one that goes out', () => {
    const own = { channel: 'PJSIP/101-00000001', uniqueid: '1.1', linkedid: '1.1' };
    const out = { ...own, event: 'Newchannel', calleridnum: '101', exten: '0431777' };
    const events = heard([
      out,
      { ...leg('trunk', '1.2'), event: 'DialBegin' },
      { ...leg('trunk', '1.2'), event: 'DialEnd', dialstatus: 'BUSY' },
      hangup('1.2', '17'),
      hangup('1.1', '16'),
    ]);
    expect(events).toMatchObject([
      { type: 'ring', direction: 'out', terminals: ['101'], from: '101', to: '0431777' },
      { type: 'end', outcome: 'busy' },
    ]);
  });

  test('of one that is handed on is over when its last channel is', () => {
    const events = heard([
      begun,
      { ...leg('101', '1.2'), event: 'DialBegin' },
      { ...leg('101', '1.2'), event: 'DialEnd', dialstatus: 'ANSWER' },
      { ...leg('anna', '1.3'), event: 'DialBegin' },
      { ...leg('anna', '1.3'), event: 'DialEnd', dialstatus: 'ANSWER' },
      hangup('1.2', '16'),
      hangup('1.1', '16'),
      hangup('1.3', '16'),
    ]);
    expect(events.map(({ type, terminals }) => [type, ...terminals])).toEqual([
      ['ring'],
      ['ring', '101'],
      ['answer', '101'],
      ['ring', 'anna'],
      ['answer', 'anna'],
      ['end'],
    ]);
  });

  test('of a mailbox, and of channels that are no telephones', () => {
    expect(
      heard([
        begun,
        { event: 'Newchannel', channel: 'Local/101@x-00000001;1', uniqueid: '1.9', linkedid: '1.9' },
        { event: 'Newexten', uniqueid: '1.1', application: 'VoiceMail' },
        { event: 'Hangup', uniqueid: '9.9', cause: '16' },
        { event: 'Newchannel' },
        { event: 'DialBegin' },
      ]).map(({ type }) => type),
    ).toEqual(['ring', 'voice']);
  });

  test('of channels that are gone when it is heard again', () => {
    const calls = new ChannelCalls(() => false);
    heard([begun], calls);
    expect(calls.running).toEqual(['1.1']);
    calls.asks();
    expect(calls.answered(new Set(['1.1']))).toEqual([]);
    calls.asks();
    expect(calls.answered(undefined)).toEqual([]);
    calls.asks();
    expect(calls.answered(new Set())).toMatchObject([{ type: 'end', ref: '1.1' }]);
    expect(calls.running).toEqual([]);
  });

  test('while it is asked what there is: what begins goes on, and what ends does not begin again', () => {
    const calls = new ChannelCalls(() => false);
    calls.asks();
    heard([begun, { ...begun, uniqueid: '2.1', linkedid: '2.1' }, hangup('2.1', '16')], calls);
    heard([{ ...begun, uniqueid: '2.1', linkedid: '2.1' }], calls);
    expect(calls.answered(new Set())).toEqual([]);
    expect(calls.running).toEqual(['1.1']);
  });
});

describe('what ARI says', () => {
  const channel = (id: string, name: string, state: string, more: object = {}) => ({
    id,
    name,
    state,
    caller: { number: '0431123456', name: 'Werft' },
    dialplan: { exten: '4711', context: 'x' },
    ...more,
  });
  const from = channel('1.1', 'PJSIP/trunk-00000001', 'Ring');
  const to = channel('1.2', 'PJSIP/101-00000002', 'Down');
  const all = (ari: AriCalls, events: readonly object[]) =>
    events.flatMap((event) => ari.read(JSON.stringify({ timestamp: '2026-11-26T09:41:00.000+0100', ...event })) ?? []);

  test('of a call that comes in', () => {
    const events = all(new AriCalls(new ChannelCalls(() => false)), [
      { type: 'ChannelCreated', channel: from },
      { type: 'ChannelCreated', channel: to },
      { type: 'Dial', caller: from, peer: to, dialstatus: '' },
      { type: 'ChannelStateChange', channel: { ...to, state: 'Ringing' } },
      { type: 'Dial', caller: from, peer: to, dialstatus: 'ANSWER' },
      { type: 'ChannelDestroyed', channel: to, cause: 16 },
      { type: 'ChannelDestroyed', channel: from, cause: 16 },
    ]);
    expect(events).toMatchObject([
      { type: 'ring', ref: '1.1', from: '0431123456', to: '4711', at: Date.parse('2026-11-26T08:41:00Z') },
      { type: 'ring', terminals: ['101'] },
      { type: 'answer', terminals: ['101'] },
      { type: 'end', outcome: 'answered' },
    ]);
  });

  test('and what is none of it is none', () => {
    const ari = new AriCalls(new ChannelCalls(() => false));
    expect([ari.read('x'), ari.read('[]'), ari.read('{"type":5}')]).toEqual([undefined, undefined, undefined]);
    expect(ari.read('{"type":"StasisStart"}')).toEqual([]);
    expect(() => ari.standing('x')).toThrow(/array/i);
    expect(ari.standing([from, to])).toMatchObject([{ type: 'ring', ref: '1.1' }]);
  });
});

test('pauses grow from a second to five minutes', () => {
  expect([1, 2, 3, 9, 10, 100].map((failures) => pauseAfter(failures, 1))).toEqual([
    1000, 2000, 4000, 256_000, 300_000, 300_000,
  ]);
  expect(pauseAfter(1, 0)).toBe(750);
});

describe('what NFON says', () => {
  const block = 'event: message\ndata: {"a":1}\n\n: ping\n\ndata: {"b":\r\ndata: 2}\r\n\r\n';
  test('is a stream of texts, in whatever pieces they come', () => {
    const expected = ['{"a":1}', '{"b":\n2}'];
    const read = (pieces: readonly string[]) => {
      const stream = new EventStream();
      return pieces.flatMap((piece) => stream.read(piece));
    };
    expect(read([block])).toEqual(expected);
    expect(read(block.split(''))).toEqual(expected);
    for (let at = 1; at < block.length; at += 1) expect(read([block.slice(0, at), block.slice(at)])).toEqual(expected);
    expect(read(['data: 1\r\rdata:2\r', '\r\n'])).toEqual(['1', '2']);
    for (const endless of ['x'.repeat(300_000), 'data: x\n'.repeat(150_000)])
      expect(() => read([`data: ${endless}`])).toThrow(LineFault);
  });

  const UUID = '715a1333-0174-40ea-8b38-67e289069476';
  const inbound = {
    uuid: UUID,
    caller: '0891234567',
    caller_context: 'K9999',
    callee: '089453000',
    callee_context: 'K9999',
    direction: 'inbound',
    extension: '1000',
  };
  const outbound = {
    uuid: UUID,
    caller: '420',
    caller_context: 'K9999',
    callee: '49123456789',
    callee_context: 'global',
    direction: 'outbound',
    extension: '420',
  };
  const say = (call: object, ...states: readonly (string | object)[]) => {
    const calls = new NfonCalls();
    return states.map((state) =>
      calls.read(JSON.stringify({ ...call, ...(typeof state === 'string' ? { state } : state) })),
    );
  };
  const short = (read: ReturnType<typeof say>) =>
    read.flatMap(
      (events) =>
        events?.map(({ type, terminals, outcome }) => [type, terminals.join(), outcome ?? ''].join(' ')) ??
        'unreadable',
    );

  test.each<[string, object, readonly (string | object)[], readonly string[]]>([
    [
      'a call that comes in and is taken',
      inbound,
      ['ring', 'answer', 'hangup'],
      ['ring 1000 ', 'answer 1000 ', 'end  '],
    ],
    ['one that nobody took', inbound, ['ring', 'hangup'], ['ring 1000 ', 'end  missed']],
    ['one that was refused', inbound, ['ring', { state: 'end', error: 'reject' }], ['ring 1000 ', 'end  refused']],
    ['one whose beginning nobody heard', inbound, ['hangup'], ['end  ']],
    [
      'one that goes out, by a click',
      outbound,
      ['start', 'caller-dial', 'caller-ring', 'caller-answer', 'dial', 'ring', 'answer', 'end'],
      ['ring 420 ', 'ring 420 ', 'answer  ', 'end  '],
    ],
    ['one that goes out and is busy', outbound, ['dial', { state: 'end', error: 'busy' }], ['ring 420 ', 'end  busy']],
    ['one that goes out and that nobody took', outbound, ['dial', 'hangup'], ['ring 420 ', 'end  cancelled']],
    ['one without a direction', { ...inbound, direction: undefined }, ['ring'], []],
    ['none at all', {}, ['ring', 'x'], ['unreadable', 'unreadable']],
  ])('of %s', (_name, call, states, expected) => expect(short(say(call, ...states))).toEqual(expected));

  test('with numbers of the whole world and of the house, and its times', () => {
    expect(say(outbound, { state: 'ring', updated: '2026-11-26T09:41:00.069620809+01:00' }).flat()).toMatchObject([
      { ref: UUID, direction: 'out', from: '420', to: '+49123456789', at: Date.parse('2026-11-26T09:41:00.069+01:00') },
    ]);
    expect(say(inbound, 'ring').flat()).toMatchObject([{ direction: 'in', from: '0891234567', to: '089453000' }]);
  });
});
