import './open-row.css';
import type { ReactNode } from 'react';
import { Icon, IconButton } from '../../ui/parts.tsx';

/** A row of a page of administration that opens as a whole, as those do that stand for people: a group, or what is for its members. */
export function OpenRow({
  name,
  about,
  signs,
  focused,
  remove,
  onOpen,
  onRemove,
}: {
  name: string;
  /** One line beneath the name; what it has no room for is cut off. */
  about: string;
  /** Before the end of the row. */
  signs?: ReactNode;
  /** It has the focus as it comes. */
  focused: boolean;
  /** What the button that removes it is called. */
  remove: string;
  onOpen: () => void;
  onRemove: () => void;
}) {
  return (
    <li className="open-row">
      <button type="button" autoFocus={focused} onClick={onOpen}>
        <span className="what">
          <strong>{name}</strong>
          <span className="quiet open-row-about">{about}</span>
        </span>
        {signs}
        <Icon name="caret-right" small />
      </button>
      <IconButton icon="trash" label={remove} onClick={onRemove} />
    </li>
  );
}
