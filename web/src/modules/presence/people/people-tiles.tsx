import { useState, type KeyboardEvent } from 'react';
import { Portrait, useFormats, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { shapeOf, type PeopleGroup } from '../rules.ts';
import { texts } from '../texts.ts';
import { personKey } from './people-list.tsx';
import { StateLine } from './person-row.tsx';
import { useLine } from './use-line.ts';
import type { PeopleShown } from './use-people.ts';

/** Tiles that are drawn at first, and each time that the end of them comes near. */
const STEP = 200;

/** Draws more once the end comes near. Returns how many may be drawn, and what is called with what stands at their end. */
function useMore() {
  const [most, setMost] = useState(STEP);
  const more = (): void => setMost((known) => known + STEP);
  const watchEnd = (end: Element): (() => void) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  };
  return { most, more, watchEnd };
}

/** The first so many people, in their groups; how many there are in each stays. */
function firstOf(groups: readonly PeopleGroup[], most: number) {
  return groups.map(({ shape, people }, index) => {
    const before = groups.slice(0, index).reduce((sum, group) => sum + group.people.length, 0);
    return { shape, count: people.length, people: people.slice(0, Math.max(0, most - before)) };
  });
}

/** People as tiles, in their groups. Arrow keys lead from one to the next. */
export function PeopleTiles({
  all,
  onOpen,
}: {
  all: PeopleShown;
  onOpen: (key: string, tile: Element | null) => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  const line = useLine(all.presence.states);
  const { isLost } = all.presence;
  const count = all.shown.reduce((sum, { people }) => sum + people.length, 0);
  const { most, more, watchEnd } = useMore();
  const hasMore = count > most;
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.person-tile')];
    const at = tiles.indexOf(event.target as HTMLElement);
    const perRow = tiles.filter((tile) => tile.offsetTop === tiles[at]?.offsetTop).length || 1;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }[event.key];
    if (at < 0 || by === undefined) return;
    tiles[Math.max(0, Math.min(tiles.length - 1, at + by))]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows lead on from the tile that has the focus
    <div className="people-tiles" onKeyDown={press}>
      {firstOf(all.shown, most).map(({ shape, people, count: inGroup }) =>
        people.length === 0 ? null : (
          <section key={shape}>
            <h2>
              {t.shapes[shape]} <span className="count">{formats.number(inGroup)}</span>
            </h2>
            <ul>
              {people.map((user) => {
                const said = line(user, shapeOf(user, isLost));
                return (
                  <li key={user.id}>
                    <button
                      type="button"
                      className="person-tile"
                      onClick={({ currentTarget }) => onOpen(personKey(user.id), currentTarget)}
                    >
                      <Portrait name={user.name} picture={user.userAvatar} userId={user.id} />
                      <strong>{user.name}</strong>
                      <StateLine line={said} />
                      <span className="person-until">{said.until}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        ),
      )}
      {all.groups.length === 0 || hasMore ? null : (
        <section>
          <h2>{t.groups}</h2>
          <ul>
            {all.groups.map((group) => (
              <li key={group.groupId}>
                <button
                  type="button"
                  className="person-tile"
                  onClick={({ currentTarget }) => onOpen(`group-${group.groupId ?? 0}`, currentTarget)}
                >
                  <span className="person-group" aria-hidden="true">
                    <Icon name="users" small />
                  </span>
                  <strong>{group.groupName}</strong>
                  <span className="person-state">{t.members(group.userIds.length)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasMore ? (
        <div key={most} ref={(end) => (end === null ? undefined : watchEnd(end))}>
          <Button onClick={more}>{t.more}</Button>
        </div>
      ) : null}
    </div>
  );
}
