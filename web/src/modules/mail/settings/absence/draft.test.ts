import { describe, expect, test } from 'vitest';
import { EMPTY, type WrittenNode } from '../../../../editor/document.ts';
import { contentOf, draftOf, emptyDraft, faultsOf, isOf, mailboxesOf, type Absence } from './draft.ts';
import { exampleAnswer, reworded } from './example.ts';
import { texts } from './texts.ts';
import { timesOf } from './when.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-11-22T12:00:00Z');
const doc = (text: string): WrittenNode => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const draft = emptyDraft('2026-11-30', 'Weg', doc('Bin weg'));
const faults = (more: Partial<typeof draft>) => {
  const one = { ...draft, ...more };
  return faultsOf(one, timesOf(one.span, ZONE), NOW);
};

describe('an absence that is written', () => {
  test('can be saved as it is offered, and says what is wrong with it', () => {
    expect(faults({})).toEqual({});
    expect(faults({ doc: EMPTY })).toEqual({ text: 'textMissing' });
    expect(faults({ doc: EMPTY, answers: false })).toEqual({});
    expect(faults({ isInnerOther: true })).toEqual({ innerText: 'innerTextMissing' });
    expect(faults({ isInnerOther: true, innerDoc: doc('Urlaub') })).toEqual({});
    expect(faults({ span: { ...draft.span, lastDay: '2026-11-01' } })).toEqual({ span: 'backwards' });
  });

  test('is saved with the second text only where that is wanted', () => {
    const both = { ...draft, innerDoc: doc('Urlaub'), subject: '  Weg  ', substituteId: 3 };
    expect(contentOf(both)).toMatchObject({ subject: 'Weg', innerContent: '', substituteId: 3, answers: true });
    expect(contentOf(both).content).toContain('Bin weg');
    expect(contentOf({ ...both, isInnerOther: true }).innerContent).toContain('Urlaub');
    expect(contentOf({ ...both, doc: EMPTY }).content).toBe('');
  });

  test('is what was saved when it is opened again', () => {
    const absence: Absence = {
      userId: 1,
      accountId: null,
      startsAt: '2026-11-29T23:00:00.000Z',
      endsAt: '2026-11-30T23:00:00.000Z',
      subject: 'Weg',
      content: '<p>Bin weg</p>',
      innerContent: '',
      answers: true,
      substituteId: null,
      name: 'Anna Berger',
      substituteName: '',
      changeable: true,
      version: 1,
    };
    expect(draftOf(absence, { doc: draft.doc, innerDoc: EMPTY }, ZONE)).toEqual(draft);
    expect(isOf(absence, { userId: 1, accountId: null })).toBe(true);
    expect(isOf(absence, { userId: null, accountId: 1 })).toBe(false);
  });

  test('of a person is about what they own and nobody else sees', () => {
    const box = (id: number, ownerId: number, memberIds: number[]) => ({ id, ownerId, memberIds, changeable: true });
    const all = [box(1, 1, [1]), box(2, 1, [1, 2]), box(3, 2, [2]), box(4, 1, [])];
    expect(mailboxesOf(all, { userId: 1, accountId: null }).map(({ id }) => id)).toEqual([1, 4]);
    expect(mailboxesOf(all, { userId: null, accountId: 2 }).map(({ id }) => id)).toEqual([2]);
  });
});

describe('the answer that is offered', () => {
  const given = { until: '30. November', substitute: undefined, senderName: 'Name', isOurs: false };
  const said = (more: Partial<typeof given> | { substitute: string }) =>
    JSON.stringify(exampleAnswer(texts.de.example, { ...given, ...more }));

  test('says until when, and who takes care meanwhile', () => {
    expect(said({})).toContain('Ich bin bis 30. November nicht im Haus');
    expect(said({ isOurs: true })).toContain('Wir sind bis 30. November nicht im Haus');
    expect(said({})).not.toContain('In dringenden Fällen');
    expect(said({ substitute: 'Ben Krüger' })).toContain('In dringenden Fällen kümmert sich Ben Krüger darum.');
  });

  test('a text of one’s own gets another end, and is left alone where it names none', () => {
    const own = doc('Bis 30. November auf der Messe.');
    expect(reworded(own, '30. November', '2. Dezember')).toEqual(doc('Bis 2. Dezember auf der Messe.'));
    expect(reworded(own, '1. Mai', '2. Mai')).toBe(own);
  });
});
