import './people.css';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useFormats, useGo, useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx';
import { texts } from '../texts.ts';
import { AroundList } from './around-list.tsx';
import { CardAt, useCard } from './card-at.tsx';
import { OwnRow } from './own-row.tsx';
import { PeopleList, idOf, isPerson, personKey } from './people-list.tsx';
import { SearchField } from './search-field.tsx';
import { aboutHref, usePeople } from './use-people.ts';

/** The people of the instance, in the drawer at the right: the person themselves, who is there, busy, and away. */
export function PeoplePane({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const go = useGo();
  const all = usePeople();
  const card = useCard();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<VirtualListHandle>(null);
  useEffect(() => input.current?.focus(), []);
  const open = (key: string, row: Element | null): void => {
    if (isPerson(key)) card.open(idOf(key), row, 'before');
    else go(aboutHref({ group: idOf(key) }));
  };
  const press = (event: KeyboardEvent): void => {
    const first = all.shown[0]?.people[0];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') list.current?.focus();
    else if (event.key === 'Enter' && event.target === input.current && first !== undefined)
      open(personKey(first.id), document.querySelector(`#row-${personKey(first.id)}`));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys lead on from whatever in it has the focus
    <div className="people-pane" onKeyDown={press}>
      <header>
        <h2>
          {t.people} <span className="count">{all.count === 0 ? '' : formats.number(all.count)}</span>
        </h2>
        <IconButton icon="x" label={t.closePeople} onClick={onClose} />
      </header>
      <SearchField ref={input} value={all.typed} onChange={all.setTyped} />
      {all.own === undefined ? null : <OwnRow own={all.own} />}
      <AroundList all={all}>
        <PeopleList
          ref={list}
          all={all}
          openId={card.shown?.userId}
          onOpen={open}
          onSearch={() => input.current?.focus()}
          onClose={onClose}
        />
      </AroundList>
      <CardAt card={card} />
    </div>
  );
}
