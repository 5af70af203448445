import { expect, test } from 'vitest';
import { escapeXml, mayBeHost } from './rules.ts';
import { hashOfPath, newPathSecret } from './secrets.ts';
import { threecxTemplate } from './template.ts';

test.each<[string, boolean, boolean]>([
  ['pbx.example', true, true],
  ['10.0.0.5', false, true],
  ['127.0.0.1', false, true],
  ['169.254.169.254', false, false],
  ['8.8.8.8', true, true],
  ['[fd00::1]', false, true],
  ['fe80::1', false, false],
  ['pbx.example:80', false, false],
  ['pbx example', false, false],
  ['', false, false],
])('%j may be a host: %j, with private ones %j', (host, closed, open) => {
  expect(mayBeHost(host, { allowPrivateHosts: false })).toBe(closed);
  expect(mayBeHost(host, { allowPrivateHosts: true })).toBe(open);
});

test('text is escaped for XML', () =>
  expect(escapeXml(`<a & 'b' "c">\u0000`)).toBe('&lt;a &amp; &apos;b&apos; &quot;c&quot;&gt; '));

test('a template names the address and nothing of the title becomes markup', () => {
  const xml = threecxTemplate('Zentrale "<&>"', 'https://kontor.example/phone/threecx/abc');
  expect(xml).toContain('Name="Kontor Zentrale &quot;&lt;&amp;&gt;&quot;"');
  expect(xml).toContain('Url="https://kontor.example/phone/threecx/abc?number=[Number]"');
  expect(xml).toContain('<Value Key="CallType" Type="String">[CallType]</Value>');
  expect(xml.match(/<(\w+)[^/>]*>/g)?.length).toBeGreaterThan(10);
});

test('secrets of addresses have 256 bits, and are kept by their hash', () => {
  const secret = newPathSecret();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(secret).not.toBe(newPathSecret());
  expect(hashOfPath(secret)).toHaveLength(32);
});
