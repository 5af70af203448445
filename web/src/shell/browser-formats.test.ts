import { expect, test } from 'vitest';

/** A type of a field, however it is written: as an attribute, in an expression, among the properties of an object, or set. */
const TYPE = /\btype\s*(?:=\s*\{[^}]*?|[:=]\s*)["'`](?:date|time|datetime-local|month|week)["'`]/;
const FIELD_OF_FRACTIONS = /<(?:input|TextField)\b[^<]*type=["'{]+number[^<]*step=(?:"any"|"0?\.|\{0?\.)/;
/** No language is named: it would be the browser's. What is asked of a zone, and what says no words, may be. */
const FORMAT =
  /\.toLocale(?:Date|Time)?String\(\s*(?:\)|undefined|\[\])|\bIntl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat|ListFormat|PluralRules|DisplayNames)\(\s*(?:undefined|\[\]|\)(?!\.resolvedOptions\(\)\.timeZone))|navigator\.languages?\b.{0,40}(?:Intl|toLocale)/;

const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);

test.each([
  [TYPE, 'a field of the browser’s for days or times'],
  [FIELD_OF_FRACTIONS, 'a field of the browser’s for numbers with fractions'],
  [FORMAT, 'a number or a date in the browser’s language'],
] as const)('%# no screen has what %s would find', (pattern, what) => {
  expect(sources.length).toBeGreaterThan(300);
  expect([what, sources.filter(([, code]) => pattern.test(code)).map(([path]) => path)]).toEqual([what, []]);
});

test.each([
  [TYPE, `<input type="date" />`],
  [TYPE, `<input type='month' />`],
  [TYPE, `<TextField type={'week'} />`],
  [TYPE, 'type={`time`}'],
  [TYPE, `type={sort === 'day' ? 'date' : 'text'}`],
  [TYPE, `type={\n  isBoth\n    ? 'datetime-local' : undefined}`],
  [TYPE, `{...{ type: 'time' }}`],
  [TYPE, `field.type = 'date'`],
  [FIELD_OF_FRACTIONS, `<TextField\n type="number"\n min={0}\n step="any"`],
  [FIELD_OF_FRACTIONS, `<input type={'number'} step={0.5}`],
  [FORMAT, `count.toLocaleString()`],
  [FORMAT, `day.toLocaleDateString(undefined, { month: 'long' })`],
  [FORMAT, `new Intl.NumberFormat().format(3)`],
  [FORMAT, `Intl.DateTimeFormat([], {})`],
])('%# %s sees %j', (pattern, code) => expect(pattern.test(code)).toBe(true));

test.each([
  [TYPE, `<Button type="submit" />`],
  [TYPE, `type={kind === undefined ? 'text' : 'search'}`],
  [FIELD_OF_FRACTIONS, `<TextField type="number" step={10} />`],
  [FORMAT, `new Intl.DateTimeFormat().resolvedOptions().timeZone`],
  [FORMAT, `count.toLocaleString('de')`],
])('%# %s passes %j over', (pattern, code) => expect(pattern.test(code)).toBe(false));
