import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALLS, PHONE_BOOK, numberOf } from './calls.ts';
import type { PersonKey } from './people.ts';
import { parseStories, readStories } from './read-stories.ts';

const parse = (text: string) => parseStories(text, 'some.md');

describe('letters of the demo', () => {
  test('are stories with mails, each with who, when, a body and options', () => {
    const stories = parse(`# First, of two

## 4 15:30, ben to priess

Hello,

- an item

## 3 09:12, priess to ben, service
\`\`\`yaml
status: seen
cc: [chris]
answers: none
files:
  - csv: [a.csv, "a;b"]
\`\`\`

Thanks.

# Second

## 1 08:00, anna to info
`);
    expect(stories).toEqual([
      {
        subject: 'First, of two',
        mails: [
          { from: 'ben', to: ['priess'], at: '4 15:30', body: 'Hello,\n\n- an item' },
          {
            from: 'priess',
            to: ['ben', 'service'],
            at: '3 09:12',
            body: 'Thanks.',
            status: 'seen',
            cc: ['chris'],
            answers: 'none',
            files: [expect.objectContaining({ name: 'a.csv', type: 'text/csv' })],
          },
        ],
      },
      { subject: 'Second', mails: [{ from: 'anna', to: ['info'], at: '1 08:00', body: '' }] },
    ]);
  });

  const mail = (head: string, options = '') =>
    `# A\n\n${head}\n${options === '' ? '' : `\`\`\`yaml\n${options}\n\`\`\`\n`}\nText\n`;
  test.each([
    ['Text before\n# A\n\n## 1 08:00, anna to ben\n', 'some.md: something stands before the first story'],
    ['# A\n\nText\n', 'some.md: # A has no mails'],
    ['# A\nText\n\n## 1 08:00, anna to ben\n', 'some.md: # A has no mails'],
    [mail('## anna to ben'), 'some.md: ## anna to ben is not "## time, sender to receivers"'],
    [mail('## 1 08:00, nobody to ben'), 'some.md: ## 1 08:00, nobody to ben: from: Nobody of the demo is called so'],
    [mail('## 1 08:00, anna to ben, nobody'), 'to.1: Nobody of the demo is called so'],
    [mail('## 1 08:00, anna to ben', 'state: seen'), 'options.state: '],
    [mail('## 1 08:00, anna to ben', 'status: read'), 'options.status: '],
    [mail('## 1 08:00, anna to ben', 'files:\n  - gif: [a.gif]'), 'options.files.0.gif: '],
    [mail('## 1 08:00, anna to ben', 'files:\n  - pdf: [a]\n    csv: [b]'), 'A file is made in one way'],
  ])('of %j it is said what is wrong', (text, fault) => {
    expect(() => parse(text)).toThrow(fault);
  });

  test('can all be read', () => {
    expect(readStories(join(import.meta.dirname, 'stories')).length).toBeGreaterThan(80);
  });
});

describe('calls of the demo', () => {
  const dayOf = (at: string): number => Number(at.split(' ')[0]);
  const mails = readStories(join(import.meta.dirname, 'stories')).flatMap((story) => story.mails);
  const mailDays = (key: PersonKey): readonly number[] =>
    mails.filter(({ from, to, cc = [] }) => [from, ...to, ...cc].includes(key)).map(({ at }) => dayOf(at));
  const withPeople = CALLS.flatMap((call) =>
    call.with === '' || call.with.startsWith('0') ? [] : [{ key: call.with as PersonKey, at: call.at }],
  );

  test.each(withPeople)(
    '$key, who calls at $at, writes or is written to at most three working days before or after',
    ({ key, at }) => {
      expect(Math.min(...mailDays(key).map((day) => Math.abs(day - dayOf(at))))).toBeLessThanOrEqual(3);
    },
  );

  test('are of four weeks, the newest first, and of people who have a number', () => {
    const days = CALLS.map(({ at }) => dayOf(at));
    expect(days).toEqual(days.toSorted((one, other) => one - other));
    expect([days[0], days.at(-1)]).toEqual([0, 19]);
    expect(withPeople.filter(({ key }) => numberOf(key) === '')).toEqual([]);
  });

  test('the phone book has companies', () => {
    const companies = new Set(PHONE_BOOK.flatMap(([, , company]) => company ?? []));
    expect(companies.size).toBeGreaterThan(8);
    expect(companies).toContain('Backhaus Mehring');
    // A name that is a company's is not said twice.
    expect(PHONE_BOOK.filter(([name, , company]) => name === company)).toEqual([]);
  });
});
