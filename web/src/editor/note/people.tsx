import type { Editor } from '@tiptap/core';
import { useTexts } from '../../shell/index.ts';
import { OfferList, OfferPerson } from '../offer-list.tsx';
import type { Offered } from '../triggers.ts';
import { noteTexts } from './note-texts.ts';
import { putThing } from './put-thing.ts';

/** Somebody who can be mentioned. */
export interface NotePerson {
  readonly userId: number;
  readonly name: string;
}
const MOST = 8;

/** Those of whose names a word begins as what is typed. */
export function namedLike(people: readonly NotePerson[], typed: string): readonly NotePerson[] {
  const sought = typed.toLocaleLowerCase();
  return people
    .filter(({ name }) =>
      name
        .toLocaleLowerCase()
        .split(/[\s-]+/)
        .some((word) => word.startsWith(sought)),
    )
    .slice(0, MOST);
}

/** Whom an `@` may mean. */
export function People({
  offered,
  editor,
  people,
  onClose,
}: {
  offered: Offered;
  editor: Editor;
  people: readonly NotePerson[];
  onClose: () => void;
}) {
  const t = useTexts(noteTexts);
  const take = ({ userId, name }: NotePerson): void => putThing(editor, offered, 'mention', { userId, label: name });
  const lines = namedLike(people, offered.query).map((person) => ({
    key: String(person.userId),
    content: <OfferPerson {...person} />,
    take: () => take(person),
  }));
  return <OfferList offered={offered} field={editor.view.dom} label={t.people} lines={lines} onClose={onClose} />;
}
