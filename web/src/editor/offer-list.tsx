import './offer-list.css';
import { useEffect, useId, useState, type HTMLAttributes, type ReactNode } from 'react';
import { PresenceDot } from '../shell/people/presence-dot.tsx';
import { takeOfferKeys, type Offered } from './triggers.ts';

/** Something that may be put in the place of a sign and what is typed behind it. */
export interface OfferLine {
  readonly key: string;
  readonly content: ReactNode;
  readonly take: () => void;
}

export interface Offering {
  readonly lines: readonly OfferLine[];
  /** What is typed has no answer yet: these are for what was typed before, and only a finger or the mouse takes one. */
  readonly isWaiting?: boolean;
  /** What is typed may mean itself, as `#1` does: Enter and Tab take what an arrow key went to, and nothing before. */
  readonly isLoose?: boolean;
}

/** What of a key press the list looks at. */
interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Which of the lines is chosen, -1 for none, and what the arrow keys, Enter and Tab do: true where a key was for the list. */
export function useChosenOffer(
  query: string,
  { lines, isWaiting = false, isLoose = false }: Offering,
  onClose: () => void,
): { readonly at: number; readonly press: (press: Press) => boolean } {
  const [chosen, setChosen] = useState({ query, at: -1 });
  const first = isLoose ? -1 : 0;
  const wanted = chosen.query === query && chosen.at >= 0 ? chosen.at : first;
  const at = isWaiting ? -1 : Math.min(wanted, lines.length - 1);
  const press = ({ key, ctrlKey, metaKey }: Press): boolean => {
    if (isWaiting || lines.length === 0 || ctrlKey || metaKey) return false;
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const line = lines[at];
    if (by !== 0)
      setChosen({ query, at: at === -1 && by === -1 ? lines.length - 1 : (at + by + lines.length) % lines.length });
    else if ((key === 'Enter' || key === 'Tab') && line !== undefined) {
      onClose();
      line.take();
    } else return false;
    return true;
  };
  return { at, press };
}

/** A line of a name and, quieter, what else is known of it. */
export const OfferNames = ({ name, more }: { name: string; more: string }) => (
  <span className="offer-names">
    <span>{name}</span>
    <span className="quiet small">{more}</span>
  </span>
);

/** A line of a colleague, with their presence. */
export const OfferPerson = ({ userId, name }: { userId: number; name: string }) => (
  <span>
    {name}
    <PresenceDot userId={userId} />
  </span>
);

/** The lines to choose from. `id`: what the field names them by that is typed in, by `aria-controls` and, with the number, by `aria-activedescendant`. */
export function OfferLines({
  id,
  label,
  lines,
  at,
  onClose,
  ...styling
}: Pick<HTMLAttributes<HTMLElement>, 'className' | 'style'> & {
  id: string;
  label: string;
  lines: readonly OfferLine[];
  at: number;
  onClose: () => void;
}) {
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  return (
    // What scrolls is to be reached by keys, too.
    <div id={id} role="listbox" aria-label={label} tabIndex={0} {...styling}>
      {lines.map(({ key, content, take }, index) => (
        <div
          key={key}
          id={`${id}-${index}`}
          className="offer-line"
          role="option"
          aria-selected={index === at}
          // A press would take the focus from the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onClose();
            take();
          }}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** Room that a list needs under the line that is written in, in pixels. */
const MIN_ROOM = 180;
const MAX_ROOM = 320;
const WIDEST = 420;
const EDGE = 4;

/** Beneath the sign or, where the keyboard or the end of the window leaves no room there, above it. */
function styleAt({ left, top, bottom }: DOMRect) {
  const height = window.visualViewport?.height ?? window.innerHeight;
  const below = height - bottom;
  const isBelow = below >= MIN_ROOM || below >= top;
  const room = (isBelow ? below : top) - 2 * EDGE;
  return {
    left: Math.max(EDGE, Math.min(left, window.innerWidth - WIDEST - EDGE)),
    maxHeight: Math.min(MAX_ROOM, room),
    ...(isBelow ? { top: bottom + EDGE } : { bottom: window.innerHeight - top + EDGE }),
  };
}

/**
 * What a sign in a text may stand for, at its place: arrow keys choose, Enter or Tab takes, Escape closes. Where nothing is offered all keys
 * are the text's. `field`: the text.
 */
export function OfferList({
  offered: { query, anchor },
  field,
  label,
  said = '',
  emptyText,
  onClose,
  ...offering
}: Offering & {
  offered: Offered;
  field: HTMLElement;
  label: string;
  /** How many there are, for who does not see them. */
  said?: string;
  /** What stands there where there are none. */
  emptyText?: string | undefined;
  onClose: () => void;
}) {
  const id = useId();
  const { at, press } = useChosenOffer(query, offering, onClose);
  const { lines } = offering;
  const isShown = anchor !== undefined && lines.length > 0;
  useEffect(() => {
    takeOfferKeys(isShown ? press : undefined, at >= 0);
    return () => takeOfferKeys(undefined, false);
  });
  useEffect(() => {
    if (!isShown) return undefined;
    field.setAttribute('aria-controls', id);
    if (at >= 0) field.setAttribute('aria-activedescendant', `${id}-${at}`);
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [field, id, at, isShown]);
  if (anchor === undefined || (lines.length === 0 && emptyText === undefined)) return null;
  const where = { className: 'offer-list', style: styleAt(anchor) };
  return lines.length === 0 ? (
    <p {...where} role="status">
      {emptyText}
    </p>
  ) : (
    <>
      <OfferLines id={id} label={label} lines={lines} at={at} onClose={onClose} {...where} />
      <span className="hidden-text" role="status">
        {said}
      </span>
    </>
  );
}
