import { describe, expect, test } from 'vitest';
import { NS, XmlRefused, childOf, documentOf, el, parseXml } from './xml.ts';

describe('a body', () => {
  test('is read with its namespaces, texts and attributes', () => {
    const root = parseXml(
      '<?xml version="1.0"?><a:propfind xmlns:a="DAV:"><a:prop><x:y xmlns:x="urn:x" z="1">A&amp;B<![CDATA[<]]></x:y></a:prop></a:propfind>',
    );
    expect([root.ns, root.name]).toEqual([NS.dav, 'propfind']);
    expect(childOf(root, NS.dav, 'prop')?.children).toEqual([
      { ns: 'urn:x', name: 'y', attributes: { z: '1' }, children: [], text: 'A&B<' },
    ]);
  });

  const deep = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
  test.each([
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    [
      'entities that grow',
      '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;"><!ENTITY z "&y;&y;&y;&y;">]><a>&z;</a>',
    ],
    ['a file of the server', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['an entity that nobody knows', '<a>&b;</a>'],
    ['elements nested too deep', deep(21)],
    ['too many elements', `<a>${'<b/>'.repeat(20_001)}</a>`],
    ['too many attributes', `<a ${Array.from({ length: 51 }, (_, n) => `b${n}=""`).join(' ')}/>`],
    ['too many characters', `<a>${'b'.repeat(1_000_001)}</a>`],
    ['an element that does not end', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['nothing', ''],
    ['a prefix that is not declared', '<b:a/>'],
    ['a sign that XML has not', '<a>\u0001</a>'],
    ['JSON', '{"a":1}'],
  ])('with %s is refused', (_what, source) => {
    expect(() => parseXml(source)).toThrow(XmlRefused);
  });

  test('of twenty levels is read', () => {
    expect(parseXml(deep(20)).name).toBe('a');
  });
});

test('what is written is read as it was said, and no name breaks out of it', () => {
  const text = `<b>&"'\u0000\r\n\ud800ä`;
  const source = documentOf(NS.dav, 'multistatus', [el('urn:"x', 'y', [text]), el(NS.caldav, 'a><b', [])]);
  const root = parseXml(source);
  expect(root.children.map(({ ns, name, text: said }) => [ns, name, said])).toEqual([
    ['urn:"x', 'y', `<b>&"'\r\n\ufffdä`],
    [NS.caldav, 'unknown', ''],
  ]);
});
