import { getSchema } from '@tiptap/core';
import { describe, expect, test } from 'vitest';
import type { WrittenNode } from './document.ts';
import { noteExtensions } from './note/nodes.ts';
import { signAt } from './triggers.ts';

const schema = getSchema(noteExtensions());
/** What a sign means at the end of a line. */
const typedAt = (sign: string, line: WrittenNode): string | undefined => {
  const doc = schema.nodeFromJSON({ type: 'doc', content: [line] });
  return signAt(sign, doc.resolve(doc.content.size - 1))?.query;
};
const p = (...content: WrittenNode[]): WrittenNode => ({ type: 'paragraph', content });
const t = (text: string): WrittenNode => ({ type: 'text', text });
const named: WrittenNode = { type: 'record', attrs: { key: '1-7', label: 'Werft' } };

describe('a sign', () => {
  test.each([
    ['#', '#', ''],
    ['#', '#werft', 'werft'],
    ['#', 'Zu #Ött', 'Ött'],
    ['#', 'Zu\u00a0#werft', 'werft'],
    ['#', '(#90417', '90417'],
    ['#', '#info@werft.example', 'info@werft.example'],
    ['#', '#+49431123', '+49431123'],
    ['#', 'C#', undefined],
    ['#', 'C# und F#', undefined],
    ['#', '# ', undefined],
    ['#', '## ', undefined],
    ['#', '##', undefined],
    ['#', '#werft und', undefined],
    ['#', 'https://a.example/b#c', undefined],
    ['@', '@anna', 'anna'],
    ['@', 'info@werft', undefined],
    ['!', '!gruß', 'gruß'],
    ['!', 'Halt!', undefined],
  ])('%s behind "%s" means %j', (sign, text, typed) => expect(typedAt(sign, p(t(text)))).toBe(typed));

  test('begins a word behind a name and in the next line too', () => {
    expect(typedAt('#', p(named, t(' #werft')))).toBe('werft');
    expect(typedAt('#', p(t('eins'), { type: 'hardBreak' }, t('#werft')))).toBe('werft');
    expect(typedAt('#', p(t('#werft'), named))).toBeUndefined();
  });

  test('is itself in code', () => {
    expect(typedAt('#', { type: 'codeBlock', content: [t('#include')] })).toBeUndefined();
    expect(typedAt('#', p({ ...t('#include'), marks: [{ type: 'code' }] }))).toBeUndefined();
  });
});
