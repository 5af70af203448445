import { describe, expect, it } from 'vitest';
import { formatOf, titleOf } from './naming.ts';

describe('a file name', () => {
  it.each([
    ['Rahmenvertrag.pdf', 'Rahmenvertrag', 'pdf'],
    ['Angebot 2026.11.DOCX', 'Angebot 2026.11', 'docx'],
    ['README', 'README', ''],
    ['.profile', '.profile', ''],
    ['Plan.', 'Plan.', ''],
    ['archiv.tar.gz', 'archiv.tar', 'gz'],
    ['Dr. Müller', 'Dr. Müller', ''],
    ['a.abcdefghijk', 'a.abcdefghijk', ''],
    [' .pdf', ' .pdf', 'pdf'],
    ['Plan.v2.dwg', 'Plan.v2', 'dwg'],
    ['ohne', 'ohne', ''],
  ])('%j is called %j and of the format %j', (name, title, format) => {
    expect([titleOf(name), formatOf(name)]).toEqual([title, format]);
  });

  it('makes a title that fits', () => expect(titleOf(`${'ä'.repeat(400)}.pdf`)).toHaveLength(300));
});
