import './people.css';
import { useRef, type KeyboardEvent } from 'react';
import { HeadSlot, useFormats, useGo, useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx';
import { texts } from '../texts.ts';
import { AroundList } from './around-list.tsx';
import { CardAt, useCard } from './card-at.tsx';
import { LetterRail } from './letter-rail.tsx';
import { OwnRow } from './own-row.tsx';
import { PeopleList, idOf, isPerson, personKey } from './people-list.tsx';
import { PeopleTiles } from './people-tiles.tsx';
import { SearchField } from './search-field.tsx';
import { aboutHref, usePeople } from './use-people.ts';

/** From so many people on letters lead through them. */
const RAIL_FROM = 60;

/** The people of the instance as a screen: a list, or tiles. */
export function PeopleScreen() {
  const t = useTexts(texts);
  const formats = useFormats();
  const go = useGo();
  const { settings } = useShell();
  const { peopleView, peopleOffline } = useSettings();
  const all = usePeople();
  const card = useCard();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<VirtualListHandle>(null);
  const isTiles = peopleView === 'tiles';
  const open = (key: string, row: Element | null): void => {
    if (isPerson(key)) card.open(idOf(key), row, 'below');
    else go(aboutHref({ group: idOf(key) }));
  };
  const press = (event: KeyboardEvent): void => {
    const first = all.shown[0]?.people[0];
    if (event.target !== input.current) return;
    if (event.key === 'ArrowDown') list.current?.focus();
    else if (event.key === 'Enter' && first !== undefined)
      open(personKey(first.id), document.querySelector(`#row-${personKey(first.id)}`));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hasRail = !isTiles && all.count >= RAIL_FROM;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys lead on from the field
    <div className="people-screen" onKeyDown={press}>
      <header>
        <HeadSlot of="slotTopLeft" />
        <h1>
          {t.people} <span className="count">{all.count === 0 ? '' : formats.number(all.count)}</span>
        </h1>
        <IconButton
          icon={peopleOffline ? 'eye' : 'eye-slash'}
          label={t.awayShown}
          aria-pressed={peopleOffline}
          onClick={() => settings.change({ peopleOffline: !peopleOffline })}
        />
        <IconButton
          icon={isTiles ? 'list-bullets' : 'squares-four'}
          label={isTiles ? t.asList : t.asTiles}
          onClick={() => settings.change({ peopleView: isTiles ? 'list' : 'tiles' })}
        />
        <HeadSlot of="slotTopRight" />
      </header>
      <div className="people-body">
        {all.own === undefined ? null : <OwnRow own={all.own} />}
        <SearchField ref={input} value={all.typed} onChange={all.setTyped} />
        <AroundList all={all}>
          {isTiles ? (
            <PeopleTiles all={all} onOpen={open} />
          ) : (
            <div className="people-railed">
              <PeopleList
                ref={list}
                all={all}
                openId={card.shown?.userId}
                onOpen={open}
                onSearch={() => input.current?.focus()}
              />
              {hasRail ? <LetterRail all={all} onLetter={(key) => list.current?.reveal(key)} /> : null}
            </div>
          )}
        </AroundList>
      </div>
      <CardAt card={card} />
    </div>
  );
}
