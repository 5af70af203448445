import type { MessageText } from '@kontor/contract/message';
import { useLayoutEffect, useRef, useState, type MouseEvent } from 'react';
import { createPortal } from 'react-dom';
import { NOTE_MARKS } from '../../../editor/note/html.ts';
import { toFragment } from '../../../editor/parse.ts';
import { PresenceDot } from '../../../shell/people/presence-dot.tsx';
import { markNumbers, takePhoneLinks } from '../../../shell/numbers/mark-numbers.ts';

/** As many texts as are kept ready to be drawn. */
const MAX_READY = 2000;
const ready = new Map<string, DocumentFragment>();

/** What was written, as it is drawn: people and records are told apart, and links lead out of the app. */
function dressed(fragment: DocumentFragment): DocumentFragment {
  markNumbers(fragment);
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const person of fragment.querySelectorAll('[data-mention]')) person.className = 'message-mention';
  for (const record of fragment.querySelectorAll('[data-record]')) {
    record.className = 'message-record';
    record.setAttribute('role', 'link');
    record.setAttribute('tabindex', '0');
  }
  return fragment;
}

/** Cleans texts, so that they are drawn at once. */
export async function prepareHtml(htmls: readonly string[]): Promise<void> {
  for (const html of htmls) if (!ready.has(html)) ready.set(html, dressed(await toFragment(html, NOTE_MARKS)));
  for (const html of ready.keys()) {
    if (ready.size <= MAX_READY) break;
    ready.delete(html);
  }
}

/** The words of a text that was made ready, on one line. */
export const wordsOf = (html: string): string =>
  [...(ready.get(html)?.children ?? [])]
    .map(({ textContent }) => textContent.trim())
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The same of a text, or the names of its files where it says nothing. */
export const wordsOfText = ({ message, files }: Pick<MessageText, 'message' | 'files'>): string =>
  wordsOf(message) || files.map(({ name }) => name).join(', ');

/** Somebody whom a text names, with the element behind their name. */
interface Named {
  readonly host: HTMLElement;
  readonly userId: number;
}
const NOBODY: readonly Named[] = [];

/** Makes room behind the names of those whom a text names. */
function namedIn(drawn: HTMLElement): readonly Named[] {
  const people = [...drawn.querySelectorAll<HTMLElement>('[data-mention]')];
  return people.length === 0
    ? NOBODY
    : people.map((person) => ({
        host: person.appendChild(document.createElement('span')),
        userId: Number(person.dataset['mention']) || 0,
      }));
}

/** A text as it was written. `onRecord` opens a record that it names, by its kind and number as `1-7`. */
export function WrittenHtml({ html, onRecord }: { html: string; onRecord: (key: string) => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const [named, setNamed] = useState(NOBODY);
  useLayoutEffect(() => {
    let isOver = false;
    const draw = (): void => {
      const fragment = ready.get(html);
      const drawn = ref.current;
      if (isOver || fragment === undefined || drawn === null) return;
      drawn.replaceChildren(document.importNode(fragment, true));
      setNamed(namedIn(drawn));
    };
    if (ready.has(html)) draw();
    else void prepareHtml([html]).then(draw);
    return () => {
      isOver = true;
    };
  }, [html]);
  useLayoutEffect(() => (ref.current === null ? undefined : takePhoneLinks(ref.current)), []);
  const openRecord = (target: EventTarget): void => {
    const key = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-record]')?.dataset['record'] : '';
    if (key) onRecord(key);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the names of records within have focus and keys */}
      <div
        ref={ref}
        className="message-html"
        onClick={({ target }: MouseEvent) => openRecord(target)}
        onKeyDown={({ key, target }) => {
          if (key === 'Enter') openRecord(target);
        }}
      />
      {named.map(({ host, userId }, index) =>
        createPortal(<PresenceDot userId={userId} />, host, `${index} ${userId}`),
      )}
    </>
  );
}
