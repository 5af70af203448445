import { describe, expect, test } from 'vitest';
import { toText } from './editor/to-text.ts';
import type { WrittenNode } from '../../../editor/document.ts';
import { mergeDocs } from '../../../editor/merge.ts';
import { mergeWritings } from './merge.ts';
import { forgetsFile, oddOf } from './odd.ts';
import type { Writing } from './state.ts';
import { momentOf, momentsOf } from '../../../ui/when.ts';

const p = (text: string): WrittenNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...texts: string[]): WrittenNode => ({ type: 'doc', content: texts.map(p) });
const writing = (part: Partial<Writing> = {}): Writing => ({
  draftKey: 'k',
  kind: 'mail',
  draftId: 1,
  version: 1,
  draftName: '',
  isGlobal: false,
  subject: 'Angebot',
  receiversTo: [],
  receiversCC: [],
  receiversBCC: [],
  doc: doc('Guten Tag'),
  isPlain: false,
  senderAccountId: 1,
  signatureId: null,
  templateId: null,
  answer: null,
  files: [],
  importance: 'normal',
  wantsDelivery: false,
  ...part,
});
const file = { key: 'a', name: 'a.pdf', size: 1, type: 'application/pdf', isInline: false };

describe('a forgotten attachment', () => {
  test.each<[string, boolean]>([
    ['anbei das Angebot', true],
    ['Im Anhang finden Sie den Plan.', true],
    ['Ich habe den Plan angehängt.', true],
    ['Beigefügt die Rechnung', true],
    ['Ich hänge Ihnen die Datei an.', true],
    ['Please find attached our offer', true],
    ['The invoice is enclosed.', true],
    ['Diese E-Mail kommt ohne Anhang.', false],
    ['There is no attachment', false],
    ['Der Anhänger ist kaputt', false],
    ['Wir sind sehr an Ihnen interessiert', false],
    ['Guten Tag', false],
  ])('%j: %s', (text, expected) => expect(forgetsFile(writing({ doc: doc(text) }))).toBe(expected));
  test('is none where there is a file, and none in the quote or the signature', () => {
    expect(forgetsFile(writing({ doc: doc('anbei'), files: [file] }))).toBe(false);
    const quoted: WrittenNode = {
      type: 'doc',
      content: [
        p('Danke'),
        { type: 'blockquote', content: [p('anbei der Plan')] },
        { type: 'signature', content: [p('attached')] },
      ],
    };
    expect(forgetsFile(writing({ doc: quoted }))).toBe(false);
  });
  test('a picture in the text is no attachment', () => {
    expect(forgetsFile(writing({ doc: doc('anbei'), files: [{ ...file, isInline: true }] }))).toBe(true);
  });
});

test('all that is odd is told at once', () => {
  const many = Array.from({ length: 11 }, (_, n) => ({ receiver: `p${n}@a.example`, receiverRealName: '' }));
  const odd = oddOf(
    writing({
      subject: ' ',
      doc: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'anbei' },
              { type: 'field', attrs: { name: 'receiver.name' } },
            ],
          },
        ],
      },
      receiversTo: many,
      answer: { type: 'replyAll', aggregateId: 'x' },
    }),
    {
      asksForFile: true,
      asksBeforeAll: true,
      receivers: [
        { address: 'a', oddity: { kind: 'noReply' } },
        { address: 'b', oddity: { kind: 'twice' } },
      ],
    },
  );
  expect(odd.map(({ kind }) => kind)).toEqual(['subject', 'file', 'many', 'field', 'receiver']);
});

describe('two in one draft', () => {
  test('what each has changed is there', () => {
    const base = doc('eins', 'zwei', 'drei');
    const { doc: both, isClean } = mergeDocs(
      base,
      doc('EINS', 'zwei', 'drei'),
      doc('eins', 'zwei', 'DREI'),
      'Fassung von Ben',
    );
    expect([both, isClean]).toEqual([doc('EINS', 'zwei', 'DREI'), true]);
  });
  test('a block that both have changed is there in both forms', () => {
    const { doc: both, isClean } = mergeDocs(doc('eins'), doc('meins'), doc('deins'), 'Fassung von Ben');
    expect(isClean).toBe(false);
    expect(toText(both)).toBe('meins\n\n> Fassung von Ben\n>\n> deins\n>');
  });
  test('receivers and files of both stay, and what one took away is gone', () => {
    const to = (...list: string[]) => list.map((receiver) => ({ receiver, receiverRealName: '' }));
    const base = writing({ receiversTo: to('a@x.example', 'b@x.example') });
    const mine = writing({ receiversTo: to('a@x.example', 'b@x.example', 'c@x.example'), subject: 'Neu' });
    const theirs = writing({ receiversTo: to('b@x.example'), files: [file], version: 4 });
    const { writing: both } = mergeWritings(base, mine, theirs, '');
    expect(both).toMatchObject({ subject: 'Neu', version: 4, files: [file] });
    expect(both.receiversTo.map(({ receiver }) => receiver)).toEqual(['b@x.example', 'c@x.example']);
  });
});

describe('sending later', () => {
  const now = Temporal.ZonedDateTime.from('2026-11-20T10:15[Europe/Berlin]');
  test.each<[string, string | undefined]>([
    ['in 2 Stunden', '2026-11-20T12:15'],
    ['in 30 min', '2026-11-20T10:45'],
    ['in an hour', '2026-11-20T11:15'],
    ['in einer Woche', '2026-11-27T10:15'],
    ['morgen 9', '2026-11-21T09:00'],
    ['morgen um 9:30 Uhr', '2026-11-21T09:30'],
    ['tomorrow', '2026-11-21T08:00'],
    ['heute 18', '2026-11-20T18:00'],
    ['9:00', '2026-11-21T09:00'],
    ['Montag', '2026-11-23T08:00'],
    ['freitag 14:30', '2026-11-27T14:30'],
    ['24.12. 8:00', '2026-12-24T08:00'],
    ['3.1.', '2027-01-03T08:00'],
    ['heute 9', undefined],
    ['31.2. 8:00', undefined],
    ['morgen 25', undefined],
    ['irgendwann', undefined],
  ])('%j is %s', (typed, expected) => {
    expect(momentOf(typed, now)?.toPlainDateTime().toString({ smallestUnit: 'minute' })).toBe(expected);
  });
  test('what is offered is to come', () => {
    expect(momentsOf(now).map(([key]) => key)).toEqual(['evening', 'tomorrow', 'monday']);
    expect(momentsOf(now.with({ hour: 19 })).map(([key]) => key)).toEqual(['tomorrow', 'monday']);
    expect(momentsOf(Temporal.ZonedDateTime.from('2026-11-22T19:00[Europe/Berlin]')).map(([key]) => key)).toEqual([
      'tomorrow',
    ]);
  });
});
