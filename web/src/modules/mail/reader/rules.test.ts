import type { Outgoing } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { mayChange, outcomeOf, quietWord } from './checks-rules.ts';
import { readRule, ruleInWords, timeInWords } from './event-rules.ts';
import { remarksOf } from './invitation-rules.ts';
import { bannerOf, troubled } from './sending-rules.ts';
import { itemsOf, neighbourOf, openByItself, statusOfThread, targetOf, type ThreadMail } from './thread-rules.ts';

/** Mails are written on the seconds that they are called by. */
const mail = (aggregateId: string, status: 1 | 2 | 3 = 2, direction = 'incoming') =>
  ({ aggregateId, status, direction, timestamp: Number(aggregateId) }) satisfies ThreadMail & { timestamp: number };
const mails = (count: number) => Array.from({ length: count }, (_, n) => mail(String(n)));

describe('a thread', () => {
  test.each([
    ['the newest', mails(3), '2', [], ['2']],
    ['the one that was asked for, too', mails(3), '0', [], ['0', '2']],
    ['new ones that came in', [mail('a', 1), mail('b'), mail('c')], 'c', [], ['a', 'c']],
    ['not new ones of ours', [mail('a', 1, 'outgoing'), mail('b')], 'b', [], ['b']],
    ['what was open before', mails(3), '2', ['1'], ['1', '2']],
    ['nothing of nothing', [], 'a', [], []],
  ] as const)('opens %s', (_name, all, requestedId, before, opened) => {
    expect([...openByItself(new Set(before), all, requestedId)].toSorted()).toEqual(opened);
  });
  test('says nothing new where nothing is', () => {
    const before = new Set(['2']);
    expect(openByItself(before, mails(3), '2')).toBe(before);
  });

  const shapeOf = (
    all: ReturnType<typeof mails>,
    opened: readonly string[],
    isUnfolded = false,
    others: readonly number[] = [],
  ): string =>
    itemsOf(
      all,
      others.map((timestamp) => ({ timestamp })),
      (id) => opened.includes(id),
      isUnfolded,
    )
      .map((item) => {
        if (item.kind === 'fold') return `+${item.count}${item.isMailsAlone ? '' : ' of all'}`;
        return item.kind === 'other' ? `at ${item.other.timestamp}` : `${item.kind} ${item.mail.aggregateId}`;
      })
      .join(', ');
  test.each([
    [3, ['2'], false, 'line 0, line 1, open 2'],
    [7, ['6'], false, 'line 0, line 1, line 2, line 3, line 4, line 5, open 6'],
    [8, ['7'], false, 'line 0, +6, open 7'],
    [8, ['7'], true, 'line 0, line 1, line 2, line 3, line 4, line 5, line 6, open 7'],
    [10, ['1', '9'], false, 'line 0, open 1, line 2, +6, open 9'],
    [8, [], false, 'line 0, +7'],
  ] as const)('of %i with %o open, unfolded: %s', (count, opened, isUnfolded, shape) => {
    expect(shapeOf(mails(count), opened, isUnfolded)).toBe(shape);
  });
  test.each([
    ['between mails, and after them', [0.5, 2, 9], ['2'], 'line 0, at 0.5, line 1, open 2, at 2, at 9'],
    ['before the first', [-1], ['2'], 'at -1, line 0, line 1, open 2'],
    ['folded with the mails around it', [0.1, 0.2, 0.3, 0.4, 0.5], ['2'], 'line 0, +6 of all, open 2'],
    ['folded after the last', [3, 4, 5, 6, 7, 8, 9], ['0', '1', '2'], 'open 0, open 1, open 2, at 3, +6 of all'],
  ])('has what else happened by its time: %s', (_name, others, opened, shape) => {
    expect(shapeOf(mails(3), opened, false, others)).toBe(shape);
  });

  test.each([
    ['all of it while only the newest is open', ['2'], undefined, true, '2'],
    ['all of it while nothing is open', [], undefined, true, '2'],
    ['the newest while another one is open, too', ['0', '2'], undefined, false, '2'],
    ['the mail that was turned to', ['2'], '1', false, '1'],
    ['not one that is gone', ['2'], '9', true, '2'],
  ] as const)('is acted on: %s', (_name, opened, current, isWhole, mail) => {
    const isOpen = (id: string): boolean => opened.some((one) => one === id);
    expect(targetOf(mails(3), isOpen, current)).toEqual({ isWhole, mail });
  });
  test('a mail alone is acted on as what it is', () => {
    expect(targetOf(mails(1), () => true, undefined)).toEqual({ isWhole: false, mail: '0' });
  });

  test.each([
    [undefined, 1, '2'],
    ['1', 1, '2'],
    ['2', 1, '2'],
    ['1', -1, '0'],
    ['0', -1, '0'],
  ] as const)('from %s by %i to %s', (current, by, next) => {
    expect(neighbourOf(mails(3), current, by)).toBe(next);
  });

  test.each([
    [[mail('a', 3), mail('b', 2)], 2],
    [[mail('a', 3), mail('b', 1, 'outgoing')], 3],
    [[mail('a', 3, 'outgoing')], 3],
    [[], undefined],
  ] as const)('its state is the least finished of what came in: %o', (all, status) => {
    expect(statusOfThread(all)).toBe(status);
  });
});

const NOW = Date.parse('2026-11-20T08:00:00Z');
const outgoing = (part: Partial<Outgoing>): Outgoing => ({
  outgoingId: 4,
  aggregateId: null,
  subject: '',
  senderAccountId: 1,
  senderAddress: 'info@nordwerk.example',
  byName: 'Anna',
  isMine: true,
  state: 'waiting',
  receivers: [],
  sendAt: '2026-11-20T08:00:08Z',
  since: '2026-11-20T08:00:00Z',
  nextTryAt: null,
  attempts: 0,
  answer: '',
  fault: null,
  isCancellable: true,
  hasAttachments: false,
  size: null,
  ...part,
});

describe('a mail on its way', () => {
  test.each([
    [{}, null, 'countdown', 'plain', 'undo now'],
    [{ sendAt: '2026-11-30T07:00:00Z' }, null, 'planned', 'plain', 'now time edit cancel'],
    [{ state: 'queued' }, null, 'queued', 'plain', 'cancel'],
    [{ state: 'queued', isCancellable: false }, null, 'queued', 'plain', ''],
    [{ state: 'sending', isCancellable: false }, 'sending', 'sending', 'plain', ''],
    [{ state: 'retrying' }, 'retrying', 'retrying', 'plain', 'now cancel'],
    [{ state: 'sent', isCancellable: false }, 'sent', 'sent', 'quiet', ''],
    [{ state: 'sent', isCancellable: false }, 'delivered', 'delivered', 'quiet', ''],
    [{ state: 'sent', isCancellable: false }, 'delayed', 'delayed', 'plain', ''],
    [{ state: 'sent', isCancellable: false }, 'bounced', 'bounced', 'fault', 'rewrite'],
    [{ state: 'partly', isCancellable: false }, 'partly', 'partly', 'fault', 'rewrite'],
    [{ state: 'refused', isCancellable: false }, 'refused', 'refused', 'fault', 'rewrite again later'],
    [{ state: 'unknown', isCancellable: false }, 'unknown', 'unknown', 'fault', 'again sent later'],
  ] as const)('%o, %s: %s', (part, logType, word, tone, acts) => {
    const banner = bannerOf(outgoing(part), logType, { settle: true }, NOW);
    expect(banner).toMatchObject({ word, tone });
    expect(banner?.acts.join(' ')).toBe(acts);
  });
  test('is counted down, and never below nothing', () => {
    expect(bannerOf(outgoing({}), null, { settle: true }, NOW)?.seconds).toBe(8);
    expect(bannerOf(outgoing({}), null, { settle: true }, NOW + 60_000)?.seconds).toBe(0);
  });
  test('is nothing to do for who may not send there, and nothing to tell of where it was taken back', () => {
    expect(bannerOf(outgoing({}), null, { settle: false }, NOW)?.acts).toEqual([]);
    expect(bannerOf(outgoing({ state: 'cancelled' }), null, { settle: true }, NOW)).toBeUndefined();
  });
  test('names those who did not get it', () => {
    const of = (receiver: string, state: 'accepted' | 'refused' | 'unknown') => ({
      receiver,
      receiverRealName: '',
      state,
      answer: '',
    });
    const receivers = [of('a', 'accepted'), of('b', 'refused'), of('c', 'unknown')];
    expect(troubled(outgoing({ receivers })).map(({ receiver }) => receiver)).toEqual(['b', 'c']);
  });
});

const authentication = {
  verdict: 'confirmed',
  domain: 'werft.example',
  dkim: [{ domain: 'werft.example', selector: 's', result: 'pass', isAligned: true, detail: '' }],
  spf: { domain: 'werft.example', result: 'pass', by: null },
  arc: { result: 'none', sealers: [] },
  dmarc: { result: 'pass', policy: 'reject' },
  at: 1,
} as const;
const signature = (state: 'valid' | 'altered' | 'unknownIssuer') => ({
  state,
  signer: 'Paul',
  address: '',
  issuer: '',
  validFrom: '',
  validUntil: '',
  fingerprint: '',
  signedAt: null,
  isKnown: false,
});

describe('where a mail is from', () => {
  const known = { ...authentication, dkim: [...authentication.dkim], arc: { result: 'none' as const, sealers: [] } };
  const failed = [{ code: 'AUTHENTICATION_FAILED' as const, value: 'werft.example', other: 'reject' }];
  test.each([
    ['nothing known', null, null, [], undefined],
    ['confirmed', known, null, [], 'confirmed'],
    ['unconfirmed says nothing', { ...known, verdict: 'unconfirmed' as const }, null, [], undefined],
    ['a good signature counts more', known, signature('valid'), [], 'signed'],
    ['an altered one takes the word away', known, signature('altered'), [], undefined],
    ['one of an unknown issuer adds nothing', known, signature('unknownIssuer'), [], 'confirmed'],
    ['no good word beside the warning', known, signature('valid'), failed, undefined],
  ] as const)('%s', (_name, checked, signed, warnings, word) => {
    expect(quietWord({ authentication: checked, signature: signed, warnings: [...warnings] })).toBe(word);
  });
  test.each([
    ['pass', 'good'],
    ['fail', 'bad'],
    ['permerror', 'bad'],
    ['softfail', 'open'],
    ['temperror', 'open'],
    ['none', 'none'],
  ] as const)('%s is %s', (result, outcome) => {
    expect(outcomeOf(result)).toBe(outcome);
  });
  test('is asked again where the network was away', () => {
    expect(mayChange(null)).toBe(true);
    expect(mayChange(known)).toBe(false);
    expect(mayChange({ ...known, spf: { ...known.spf, result: 'temperror' } })).toBe(true);
    expect(mayChange({ ...known, verdict: 'unchecked' })).toBe(true);
  });
});

describe('an appointment', () => {
  const event = {
    method: 'REQUEST',
    me: 'info@nordwerk.example',
    isOutdated: false,
    isCancelled: false,
    isOrganiserSender: true,
    isZoneKnown: true,
    allDay: false,
  } as const;
  test.each([
    [{}, true, ''],
    [{ isCancelled: true }, false, 'cancelled'],
    [{ method: 'CANCEL' }, false, 'cancelled'],
    [{ isOutdated: true }, false, 'outdated'],
    [{ isOutdated: true, isCancelled: true }, false, 'cancelled'],
    [{ me: null }, false, 'notForYou'],
    [{ method: 'REPLY', me: null }, false, ''],
    [{ method: 'DECLINECOUNTER', me: null }, false, 'counterDeclined'],
    [{ method: 'COUNTER', me: null }, false, 'counter'],
    [{ method: 'PUBLISH', me: null }, false, 'published'],
    [{ isOrganiserSender: false }, true, 'notOrganiser'],
    [{ isZoneKnown: false }, true, 'zone'],
    [{ isZoneKnown: false, allDay: true }, true, ''],
  ] as const)('%o can be answered: %s', (part, isAnswerable, remarks) => {
    const found = remarksOf({ ...event, ...part });
    expect([found.isAnswerable, found.remarks.join(' ')]).toEqual([isAnswerable, remarks]);
  });

  test.each([
    ['FREQ=DAILY', 'jeden Tag', 'every day'],
    ['FREQ=WEEKLY;INTERVAL=2', 'alle 2 Wochen', 'every 2 weeks'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', 'jede Woche, Montag und Mittwoch', 'every week, on Monday and Wednesday'],
    ['RRULE:FREQ=WEEKLY;UNTIL=20261221T080000Z', 'jede Woche, bis 21.12.2026', 'every week, until Dec 21, 2026'],
    ['FREQ=MONTHLY;COUNT=3', 'jeden Monat, 3\u00a0Mal', 'every month, 3\u00a0times'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'wiederholt sich', 'repeats'],
    ['FREQ=HOURLY', 'wiederholt sich', 'repeats'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'wiederholt sich', 'repeats'],
    ['nonsense', 'wiederholt sich', 'repeats'],
  ])('%s in words', (rule, de, en) => {
    expect(ruleInWords(rule, 'de', 'de-DE')).toBe(de);
    expect(ruleInWords(rule, 'en', 'en-US')).toBe(en);
  });
  test('a rule is taken apart', () => {
    expect(readRule('FREQ=WEEKLY;INTERVAL=0;BYDAY=SU;COUNT=x')).toEqual({
      frequency: 'WEEKLY',
      interval: 1,
      days: [6],
      count: undefined,
      until: undefined,
    });
  });

  const spaced = (text: string): string => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');
  test.each([
    ['2026-11-30T08:00:00.000Z', '2026-11-30T10:00:00.000Z', false, 'Mo., 30. November 2026, 09:00–11:00 Uhr'],
    ['2026-11-30T08:00:00.000Z', null, false, 'Mo., 30. November 2026 um 09:00'],
    ['2026-11-30', '2026-12-01', true, 'Mo., 30. November 2026'],
    ['2026-11-30', null, true, 'Mo., 30. November 2026'],
    ['2026-11-30', '2026-12-02', true, 'Mo., 30. November – Di., 1. Dezember 2026'],
    ['kaputt', null, false, 'kaputt'],
  ])('from %s to %s', (startDate, endDate, allDay, words) => {
    expect(spaced(timeInWords({ startDate, endDate, allDay }, 'de-DE', 'Europe/Berlin'))).toBe(words);
  });
});
