// A page with one text that is written, for the test that writes in it. It is in no build of the product.
import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { ShellProvider, type Shell } from '../../shell/index.ts';
import { createValue } from '../../client/value.ts';
import {
  NoteEditor,
  docOfHtml,
  htmlOfDoc,
  mergeTexts,
  textOfDoc,
  type NoteHandle,
  type RecordOffer,
  type WrittenNode,
} from '../index.ts';
import { OfferList } from '../offer-list.tsx';
import type { NotePage } from './note-calls.ts';

const said: string[] = [];
const shell = {
  settings: createValue({ language: 'de' }),
  notices: { show: ({ text }: { text: string }) => said.push(text) },
} as unknown as Shell;
const PEOPLE = ['Anna Berger', 'Ben Arndt', 'Berta Cohn'].map((name, index) => ({ userId: index + 1, name }));
const UPLOAD = '5d2f6f4e-8a53-4b8d-9a34-1f2d9c3b7a10';
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** What is offered for `#`: one record. */
const offer = ({ offered, field, put, onClose }: RecordOffer) => (
  <OfferList
    offered={offered}
    field={field}
    label="Datensätze"
    lines={'werft'.startsWith(offered.query) ? [{ key: '1', content: 'Werft', take: () => put('1-7', 'Werft') }] : []}
    isLoose={offered.query === ''}
    onClose={onClose}
  />
);
const opened: string[] = [];

const handle = createRef<NoteHandle>();
// As the style sheet of the editor has it, which this page goes without.
document.body.style.whiteSpace = 'pre-wrap';
const root = createRoot(document.body.appendChild(document.createElement('main')));
let written: WrittenNode = { type: 'doc' };
let changes = 0;

const page: NotePage = {
  open: async (html, readOnly = false) => {
    written = await docOfHtml(html);
    changes = 0;
    root.render(
      <ShellProvider value={shell}>
        <NoteEditor
          key={html}
          ref={handle}
          content={written}
          label="Text"
          placeholder="Schreiben"
          people={PEOPLE}
          records={{ offer, open: (key) => opened.push(key) }}
          readOnly={readOnly}
          onChange={(doc) => {
            written = doc;
            changes += 1;
          }}
          onPicture={() => Promise.resolve(UPLOAD)}
          pictureAddress={() => Promise.resolve(PICTURE)}
        />
      </ShellProvider>,
    );
  },
  others: async (base, html) => {
    const [was, theirs] = await Promise.all([docOfHtml(base), docOfHtml(html)]);
    handle.current?.change((now) => {
      written = mergeTexts(was, now, theirs).doc;
      return written;
    });
  },
  now: () => ({ html: htmlOfDoc(written), text: textOfDoc(written), changes, said, opened }),
  through: (list) => Promise.all(list.map(async (html) => htmlOfDoc(await docOfHtml(html)))),
};
Object.assign(window, { note: page });
