import type { Editor } from '@tiptap/core';
import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../shell/index.ts';
import { takeOfferKeys, type Offered } from '../triggers.ts';
import { noteTexts } from './note-texts.ts';

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

/** Whom an `@` may mean, beneath it: arrow keys choose, Enter takes, Escape closes. */
export function People({
  offered: { query, range, place },
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
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const shown = namedLike(people, query);
  const at = Math.min(chosen, Math.max(0, shown.length - 1));
  const isShown = place !== undefined && shown.length > 0;
  const take = ({ userId, name }: NotePerson): void => {
    onClose();
    editor
      .chain()
      .focus()
      .insertContentAt(range, [
        { type: 'mention', attrs: { userId, label: name } },
        { type: 'text', text: ' ' },
      ])
      .run();
  };
  useEffect(() => {
    takeOfferKeys((event) => {
      if (!isShown) return false;
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const person = shown[at];
      if (by !== 0) setChosen((at + by + shown.length) % shown.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && person !== undefined) take(person);
      else return false;
      return true;
    });
    return () => takeOfferKeys(undefined);
  });
  useEffect(() => {
    const { dom } = editor.view;
    if (!isShown) return undefined;
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', `${id}${at}`);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, at, isShown]);
  if (!isShown) return null;
  return (
    <div
      id={id}
      className="note-people"
      role="listbox"
      aria-label={t.people}
      style={{ left: Math.max(4, Math.min(place.left, window.innerWidth - 320)), top: place.bottom + 4 }}
    >
      {shown.map((person, index) => (
        <div
          key={person.userId}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault();
            take(person);
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  );
}
