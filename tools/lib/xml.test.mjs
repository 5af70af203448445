import { expect, test } from 'vitest';
import { parsePlist, parseStrings, parseXml, within } from './xml.mjs';

test('elements, attributes and text', () => {
  const root = parseXml(
    '<?xml version="1.0"?>\n<!-- a > b --><a x="1 &amp; 2"><b y:z=\'"\'/><c>t &lt;</c><c><b /></c></a>\n',
  );
  expect(root).toMatchObject({ name: 'a', attributes: { x: '1 & 2' } });
  expect(within(root, 'b').map(({ attributes }) => attributes)).toEqual([{ 'y:z': '"' }, {}]);
  expect(within(root, 'c')[0].text).toBe('t <');
});

test.each(['<a>', '<a></b>', '<a x=1/>', '<a/><b/>', '', '<a>< b></a>'])('%s is no XML', (text) => {
  expect(() => parseXml(text)).toThrow();
});

test('a property list, and a file of texts', () => {
  const list =
    '<plist><dict><key>a</key><array><string>b</string><integer>2</integer></array><key>c</key><true/></dict></plist>';
  expect(parsePlist(list)).toEqual({ a: ['b', 2], c: true });
  expect(parseStrings('"a" = "b";\n// no\n"c" = "d e";\n')).toEqual({ a: 'b', c: 'd e' });
});
