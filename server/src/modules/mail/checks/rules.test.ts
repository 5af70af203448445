import { expect, it } from 'vitest';
import type { Origin } from '../../../platform/mailcheck/index.ts';
import { coversOneClick, judge, toAuthentication, warningsWith } from './rules.ts';

const NOTHING: Origin = {
  domain: 'werft.example',
  dkim: [],
  spf: { domain: '', result: 'none', by: null },
  arc: { result: 'none', sealers: [], sawDmarc: 'none' },
  dmarc: { result: 'none', policy: 'missing' },
  trusted: null,
};
const signature = (result: Origin['dkim'][number]['result'], isAligned: boolean, covers: string[] = []) => ({
  domain: 'werft.example',
  selector: 's',
  result,
  isAligned,
  detail: '',
  covers,
});
const trusted = (dmarc: 'pass' | 'fail', isOnTop: boolean) => ({ by: 'mx.nordwerk.de', spf: null, dmarc, isOnTop });
const SERVER = 'imap.nordwerk.de';

it.each<[string, Partial<Origin>, string]>([
  ['nothing to go by', {}, 'unconfirmed'],
  ['no sender', { domain: '', dmarc: { result: 'pass', policy: 'reject' } }, 'unconfirmed'],
  ['DMARC passes', { dmarc: { result: 'pass', policy: 'none' } }, 'confirmed'],
  ['a signature of the domain', { dkim: [signature('pass', true)] }, 'confirmed'],
  ['a signature of another domain', { dkim: [signature('pass', false)] }, 'unconfirmed'],
  ['a broken signature', { dkim: [signature('fail', true)] }, 'unconfirmed'],
  ['DMARC fails and forbids', { dmarc: { result: 'fail', policy: 'reject' } }, 'failed'],
  ['DMARC fails and doubts', { dmarc: { result: 'fail', policy: 'quarantine' } }, 'failed'],
  ['DMARC fails and allows', { dmarc: { result: 'fail', policy: 'none' } }, 'unconfirmed'],
  ['names are not answered', { dmarc: { result: 'temperror', policy: 'missing' } }, 'unchecked'],
  ['a key is not answered', { dkim: [signature('temperror', true)] }, 'unchecked'],
  [
    'our own server sealed what it saw',
    {
      arc: { result: 'pass', sealers: ['x.de', 'mx.nordwerk.de'], sawDmarc: 'pass' },
      dmarc: { result: 'fail', policy: 'reject' },
    },
    'confirmed',
  ],
  [
    'a stranger sealed what he wants',
    { arc: { result: 'pass', sealers: ['fremd.de'], sawDmarc: 'pass' }, dmarc: { result: 'fail', policy: 'reject' } },
    'failed',
  ],
  [
    'our own server wrote it above all',
    { trusted: trusted('pass', true), dmarc: { result: 'fail', policy: 'reject' } },
    'confirmed',
  ],
  [
    'it stands where the sender could have written it: no alarm, and no good word',
    { trusted: trusted('pass', false), dmarc: { result: 'fail', policy: 'reject' } },
    'unconfirmed',
  ],
])('%s', (_what, more, verdict) => {
  expect(judge({ ...NOTHING, ...more }, SERVER)).toBe(verdict);
});

it('warns of a mail that its domain disowns, once, and no more when that was wrong', () => {
  const failed = toAuthentication({ ...NOTHING, dmarc: { result: 'fail', policy: 'reject' } }, null, 0);
  const other = { code: 'REPLY_ELSEWHERE', value: 'a', other: 'b' } as const;
  const once = warningsWith([other], failed);
  expect(once).toEqual([{ code: 'AUTHENTICATION_FAILED', value: 'werft.example', other: 'reject' }, other]);
  expect(warningsWith(once, failed)).toEqual(once);
  expect(warningsWith(once, toAuthentication(NOTHING, null, 0))).toEqual([other]);
});

it('takes one click only where a good signature covers both fields', () => {
  const both = ['from', 'list-unsubscribe', 'list-unsubscribe-post'];
  const covers = (result: 'pass' | 'fail', fields: string[]) =>
    coversOneClick({ ...NOTHING, dkim: [signature(result, true, fields)] });
  expect([covers('pass', both), covers('fail', both), covers('pass', both.slice(0, 2))]).toEqual([true, false, false]);
});
