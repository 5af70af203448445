import type { FilterUser } from '@kontor/contract/account';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useFormats, useMedia, useTexts } from '../../../shell/index.ts';
import type { VirtualItem } from '../../../ui/virtual-layout.ts';
import { VirtualList, type VirtualListHandle } from '../../../ui/virtual-list.tsx';
import { shapeOf } from '../rules.ts';
import { texts } from '../texts.ts';
import { GroupRow, PersonRow } from './person-row.tsx';
import { useLine } from './use-line.ts';
import type { PeopleShown } from './use-people.ts';

const GROUPS = 'groups';
const HEAD = 32;
/** Nobody moves under the pointer: what has changed waits so long after it has left, in milliseconds. */
const CALM_MS = 400;
const PAGE = 8;

export const personKey = (userId: number): string => `person-${userId}`;
const groupKey = (groupId: number | undefined): string => `group-${groupId ?? 0}`;
const idIn = (key: string): number => Number(key.slice(key.indexOf('-') + 1));
export const isPerson = (key: string): boolean => key.startsWith('person-');
export const idOf = idIn;

interface Props {
  readonly all: PeopleShown;
  /** Person whose card is open. */
  readonly openId: number | undefined;
  /** Opens the card of a person, or what concerns a group. `row`: what it belongs to. */
  readonly onOpen: (key: string, row: Element | null) => void;
  /** Leads on to what stands above the list: to the field, in which a letter is typed. */
  readonly onSearch: () => void;
  readonly onClose?: () => void;
  readonly ref: Ref<VirtualListHandle>;
}

/** Everything of a list, in its order; folded groups without their rows. */
function useItems({ shown, groups }: PeopleShown, folded: ReadonlySet<string>): readonly VirtualItem[] {
  const t = useTexts(texts);
  return useMemo(() => {
    const part = (key: string, label: string, rows: readonly string[]): readonly VirtualItem[] => [
      { kind: 'group', key, label, count: rows.length, folded: folded.has(key) },
      ...(folded.has(key) ? [] : rows.map((row) => ({ kind: 'row' as const, key: row }))),
    ];
    return [
      ...shown.flatMap(({ shape, people }) =>
        part(
          shape,
          t.shapes[shape],
          people.map(({ id }) => personKey(id)),
        ),
      ),
      ...(groups.length === 0
        ? []
        : part(
            GROUPS,
            t.groups,
            groups.map(({ groupId }) => groupKey(groupId)),
          )),
    ];
  }, [shown, groups, folded, t]);
}

/** Keeps the items as they stand while the pointer is over them and the same is sought. */
function useCalm(items: readonly VirtualItem[], sought: string) {
  const [held, setHeld] = useState<{ readonly items: readonly VirtualItem[]; readonly sought: string }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    items: held?.sought === sought ? held.items : items,
    hold: (): void => {
      clearTimeout(timer.current);
      if (held?.sought !== sought) setHeld({ items, sought });
    },
    release: (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setHeld(undefined), CALM_MS);
    },
    now: (): void => setHeld(undefined),
  };
}

/** People in their groups, and groups beneath them: any number of them. */
export function PeopleList({ all, openId, onOpen, onSearch, onClose, ref }: Props) {
  const t = useTexts(texts);
  const formats = useFormats();
  const isCoarse = useMedia('(pointer: coarse)');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const { items, hold, release, now } = useCalm(useItems(all, folded), all.sought);
  const [chosen, setActive] = useState<string>();
  const list = useRef<VirtualListHandle>(null);
  const rows = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item.key] : [])), [items]);
  // What is scrolled to otherwise may leave the first row behind: it is the one for the keys only once these are here.
  const [hasFocus, setFocus] = useState(false);
  const active = chosen !== undefined && rows.includes(chosen) ? chosen : hasFocus ? rows[0] : undefined;
  const line = useLine(all.presence.states);
  const { isLost } = all.presence;
  const byGroup = useMemo(
    () => new Map(all.groups.map((group): readonly [string, FilterUser] => [groupKey(group.groupId), group])),
    [all.groups],
  );

  const rowOf = (key: string): Element | null => document.querySelector(`#row-${key}`);
  const move = (to: number): void => {
    const key = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (key === undefined) return;
    setActive(key);
    list.current?.reveal(key);
  };
  const press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const at = active === undefined ? -1 : rows.indexOf(active);
    const to = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: rows.length - 1,
    }[key];
    if (to !== undefined) {
      if (to < 0 && at === 0) onSearch();
      else move(to);
    } else if ((key === 'Enter' || key === ' ') && active !== undefined) onOpen(active, rowOf(active));
    else if (key === 'Escape' && onClose !== undefined) onClose();
    else if (key.length === 1) {
      // The letter is typed in the field, that has the focus by then.
      onSearch();
      event.stopPropagation();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const renderRow = (key: string) => {
    const group = byGroup.get(key);
    if (group !== undefined) return <GroupRow group={group} />;
    const user = all.people.get(idIn(key));
    return user === undefined ? null : <PersonRow user={user} line={line(user, shapeOf(user, isLost))} />;
  };
  const fold = (key: string): void => {
    now();
    setFolded((known) => {
      const next = new Set(known);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  };
  return (
    <div className="people-list" onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      <VirtualList
        ref={(handle) => {
          list.current = handle;
          if (typeof ref === 'function') ref(handle);
          else if (ref) ref.current = handle;
        }}
        items={items}
        label={t.list}
        rowSize={isCoarse ? 60 : 48}
        groupSize={HEAD}
        active={active}
        renderRow={renderRow}
        isSelected={(key) => isPerson(key) && idIn(key) === openId}
        isGhost={() => false}
        onTouch={(isPointer) => isPointer && hold()}
        onLeave={(isPointer) => isPointer && release()}
        onKeyDown={press}
        onRowClick={(key) => {
          setActive(key);
          onOpen(key, rowOf(key));
        }}
        onRowMenu={(key, event) => {
          event.preventDefault();
          setActive(key);
          onOpen(key, rowOf(key));
        }}
        onLongPress={(key) => onOpen(key, rowOf(key))}
        onRowNear={() => undefined}
        onGroupClick={fold}
        onGroupMenu={() => undefined}
        isGroupMarked={() => false}
        markLabel=""
        countText={formats.number}
        onNearEnd={() => undefined}
        onAnchor={() => undefined}
        onAbove={() => undefined}
      />
    </div>
  );
}
