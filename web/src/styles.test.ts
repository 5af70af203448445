import { expect, test } from 'vitest';

const sheets = Object.entries(
  import.meta.glob<string>('./**/*.css', { eager: true, query: '?raw', import: 'default' }),
);

test('a class is made in one sheet alone: all of them are in the page at once, and would otherwise change one another', () => {
  expect(sheets.length).toBeGreaterThan(20);
  const definitions = new Map<string, Set<string>>();
  for (const [path, css] of sheets)
    for (const [, name = ''] of css.matchAll(/^\.([a-z][\w-]*)(?= \{|,$)/gm))
      definitions.set(name, (definitions.get(name) ?? new Set()).add(path));
  const twice = [...definitions].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths]);
  expect(twice).toEqual([]);
});
