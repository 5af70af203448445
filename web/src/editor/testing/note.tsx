import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { Client } from '../../client/client.ts';
import { ClientProvider } from '../../client/react.tsx';
import { createValue } from '../../client/value.ts';
import { ShellProvider, presenceParts, type Shell } from '../../shell/index.ts';
import {
  NoteEditor,
  docOfHtml,
  htmlOfDoc,
  mergeTexts,
  textOfDoc,
  type NoteHandle,
  type RecordOffer,
} from '../index.ts';
import type { TextTemplates } from '../../shell/manifest.ts';
import { OfferList } from '../offer-list.tsx';

/** What a picture that is put in is called from then on. */
export const UPLOAD = '5d2f6f4e-8a53-4b8d-9a34-1f2d9c3b7a10';
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PEOPLE = ['Anna Berger', 'Ben Arndt', 'Berta Cohn'].map((name, index) => ({ userId: index + 1, name }));

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

/** The field that a note is written in. */
export const field = page.getByRole('textbox', { name: 'Text' });

interface NoteOptions {
  readonly readOnly?: boolean;
  readonly templates?: TextTemplates;
}

/** Opens the editor of a note with a text, for as long as the test takes. */
export async function openNote(html: string, { readOnly = false, templates }: NoteOptions = {}) {
  const said: string[] = [];
  const opened: string[] = [];
  const handle = createRef<NoteHandle>();
  const shell = {
    settings: createValue({ language: 'de' }),
    notices: { show: ({ text }: { text: string }) => said.push(text) },
    modules: templates === undefined ? [] : [{ templates: () => Promise.resolve(templates) }],
  } as unknown as Shell;
  let written = await docOfHtml(html);
  let changes = 0;
  // An app that was drawn before has left what it shows of presence, which this client knows nothing of.
  const parts = presenceParts.get();
  presenceParts.set(undefined);
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main);
  onTestFinished(() => {
    root.unmount();
    main.remove();
    presenceParts.set(parts);
  });
  root.render(
    <ShellProvider value={shell}>
      <ClientProvider client={{} as Client}>
        <NoteEditor
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
      </ClientProvider>
    </ShellProvider>,
  );
  await expect.element(field).toBeVisible();
  return {
    said,
    opened,
    html: () => htmlOfDoc(written),
    text: () => textOfDoc(written),
    changes: () => changes,
    /** Somebody else has made this of what stood there at first. */
    async others(base: string, theirs: string): Promise<void> {
      const [was, now] = await Promise.all([docOfHtml(base), docOfHtml(theirs)]);
      handle.current?.change((mine) => {
        written = mergeTexts(was, mine, now).doc;
        return written;
      });
    },
  };
}
