import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTime } from '../testing/cpu-time.ts';
import type { WrittenNode } from './document.ts';
import { mergeTexts } from './merge.ts';
import { splitWords } from './split-words.ts';
import { toText } from './to-text.ts';

const doc = (...lines: string[]): WrittenNode => ({
  type: 'doc',
  content: lines.map((text) =>
    text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] },
  ),
});
const textOf = (node: WrittenNode): string => toText(node).trim();

describe('a text in words', () => {
  test.each<[text: string, words: readonly string[]]>([
    ['Der neue  Plan.', ['Der', ' ', 'neue', '  ', 'Plan.']],
    ['http://a.example/b?c=d don’t', ['http://a.example/b?c=d', ' ', 'don’t']],
    ['회의는 내일입니다', ['회의는', ' ', '내일입니다']],
    ['明日の会議は東京です。', ['明日', 'の', '会議', 'は', '東京', 'です', '。']],
    ['ABC株式会社 と', ['ABC', '株式会社', ' ', 'と']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
    ['', []],
  ])('%s', (text, words) => expect(splitWords(text)).toEqual(words));
  test('joined they are the text', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('東京', 'です', '。', ' ', 'ab', 'ไทย', '\n', '-')), (parts) => {
        const text = parts.join('');
        expect(splitWords(text).join('')).toBe(text);
      }),
    ));
});

describe('two in one line without blanks', () => {
  test.each<[what: string, base: string, mine: string, theirs: string, both: string]>([
    [
      'each writes at another place',
      '明日の会議は東京です。',
      '明日の重要な会議は東京です。',
      '明日の会議は東京駅です。',
      '明日の重要な会議は東京駅です。',
    ],
    [
      'each rewrites another word',
      '明日の会議は東京です',
      '今日の会議は東京です',
      '明日の会議は大阪です',
      '今日の会議は大阪です',
    ],
    [
      'one takes out what the other leaves',
      '我们明天去北京开会',
      '我们去北京开会',
      '我们明天去上海开会',
      '我们去上海开会',
    ],
    ['among other letters', 'ABC社のPlanを送る', 'ABC社の新Planを送る', 'XYZ社のPlanを送る', 'XYZ社の新Planを送る'],
  ])('%s', (_what, base, mine, theirs, both) => {
    for (const [one, other] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const made = mergeTexts(doc(base), doc(one), doc(other));
      expect([textOf(made.doc), made.conflicts]).toEqual([both, []]);
    }
  });
  test('the same word rewritten by both is told', () => {
    const made = mergeTexts(doc('会議は東京です'), doc('会議は大阪です'), doc('会議は京都です'));
    expect([textOf(made.doc), made.conflicts.length]).toEqual(['会議は大阪です', 1]);
  });
});

test('a word that looks different in its middle stays one word', () => {
  const line = (...content: WrittenNode[]): WrittenNode => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
  const t = (text: string, ...marks: string[]): WrittenNode => ({
    type: 'text',
    text,
    marks: marks.map((type) => ({ type })),
  });
  const made = mergeTexts(
    line(t('Ver', 'bold'), t('trag und Plan')),
    line(t('Ver', 'bold'), t('trag und neuer Plan')),
    line(t('Ver', 'bold'), t('trag und Plan B')),
  );
  expect(textOf(made.doc)).toBe('Vertrag und neuer Plan B');
});

/** Words that texts are made of; what somebody puts in is a sign that is nowhere else. */
const WORDS = ['東京', '会議', 'は', 'の', '明日', 'です', '。', '我们', '北京', 'เวลา', 'Plan ', 'ไทย', '資料', 'を'];
const texts = fc.array(fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }), { minLength: 1, maxLength: 4 });
/** Puts in, takes out or rewrites a word. */
type Edit = readonly [kind: number, line: number, word: number];
const edits = fc.array(fc.tuple(fc.nat(2), fc.nat(100), fc.nat(100)), { maxLength: 5 });
function changed(lines: readonly (readonly string[])[], list: readonly Edit[], first: number): string[] {
  const made = lines.map((line) => [...line]);
  list.forEach(([kind, at, word], index) => {
    const line = made[at % made.length] ?? [];
    const sign = String.fromCodePoint(first + index);
    if (kind === 0) line.splice(word % (line.length + 1), 0, sign);
    else line.splice(word % Math.max(1, line.length), 1, ...(kind === 1 ? [] : [sign]));
  });
  return made.map((line) => line.join(''));
}
const count = (text: string, sign: string): number => text.split(sign).length - 1;

test('no sign that either has written is lost or doubled, whatever two do', () =>
  fc.assert(
    fc.property(texts, edits, edits, (lines, mine, theirs) => {
      const [base, a, b] = [changed(lines, [], 0), changed(lines, mine, 0x9b00), changed(lines, theirs, 0x9e00)];
      const { doc: made, conflicts } = mergeTexts(doc(...base), doc(...a), doc(...b));
      const text = textOf(made);
      const apart = conflicts.map((one) => textOf({ type: 'doc', content: [...one.theirs] })).join('\n');
      for (const sign of [...a, ...b].join('').match(/[\u9b00-\u9eff]/gu) ?? []) {
        expect(count(text, sign)).toBeLessThanOrEqual(1);
        expect(count(text + apart, sign)).toBeGreaterThanOrEqual(1);
      }
      if (conflicts.length === 0) expect(mergeTexts(doc(...base), doc(...b), doc(...a)).doc).toEqual(made);
      // What was there is there no more often than one of them has it.
      const all = [base, a, b].map((one) => one.join(''));
      if (conflicts.length === 0)
        for (const sign of new Set(WORDS.join('')))
          expect(count(text, sign), sign).toBeLessThanOrEqual(Math.max(...all.map((one) => count(one, sign))));
    }),
    { numRuns: 500 },
  ));

test('two far apart in a long text are brought together in no time worth mentioning', () => {
  const sentence = '明日の会議は東京の本社で開かれますので資料を送ってください。';
  const lines = Array.from({ length: 1200 }, (_, index) => `${index}${sentence}`);
  for (const given of [lines, [lines.join('')], ['Der neue Plan ist da, alle sollen ihn lesen. '.repeat(2400)]]) {
    const [base, mine, theirs] = [
      doc(...given),
      doc(...`甲 ${given.join('\n')}`.split('\n')),
      doc(...`${given.join('\n')} 乙`.split('\n')),
    ];
    expect(new TextEncoder().encode(given.join('')).length).toBeGreaterThan(100_000);
    const made = mergeTexts(base, mine, theirs);
    expect(made.conflicts).toEqual([]);
    expect(textOf(made.doc)).toMatch(/^甲[^]*乙$/);
    // 50 on a machine that does nothing else; by pairs of words it would be minutes.
    expect(cpuTime(() => mergeTexts(base, mine, theirs))).toBeLessThan(1000);
  }
});
