import { DndContext, PointerSensor, closestCenter, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, arrayMove, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useMenu } from '../../shell/drawer.tsx';
import { useLanguage, useShell, useTexts, type MenuEntry } from '../../shell/index.ts';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

/** A press that moves less is none of dragging, in pixels. */
const BEGIN_PX = 4;

/** The entries of the menu in their order, which is changed by dragging, by Alt with the arrows, or by the buttons. */
export function MenuOrder() {
  const t = useTexts(texts);
  const { label } = useTexts(settingTexts).menuOrder;
  const language = useLanguage();
  const { settings } = useShell();
  const menu = useMenu();
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: BEGIN_PX } }));
  const routes = menu.map(({ route }) => route);

  const move = (from: number, to: number): void => {
    const entry = menu[from];
    if (entry === undefined || to < 0 || to >= menu.length || to === from) return;
    settings.change({ menuOrder: arrayMove(routes, from, to) });
    setSaid(t.moved(entry.label[language], to + 1, menu.length));
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [active.id, over?.id].map((id) => routes.findIndex((route) => route === id));
    if (from !== undefined && to !== undefined) move(from, to);
  };
  const press = (event: KeyboardEvent, from: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey) return;
    event.preventDefault();
    move(from, from + by);
    // The row has moved away from under the focus, which React leaves where it was in some browsers.
    const button = (event.target as HTMLElement).dataset['part'] ?? '';
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-route="${routes[from] ?? ''}"] [data-part="${button}"]`)?.focus(),
    );
  };
  return (
    <div className="field">
      <span className="label" id="setting-menu-order">
        {label}
      </span>
      <span className="hint">{t.menuHint}</span>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={routes} strategy={verticalListSortingStrategy}>
          <ul ref={list} className="setting-list" aria-labelledby="setting-menu-order">
            {menu.map((entry, index) => (
              <Row
                key={entry.route}
                entry={entry}
                name={entry.label[language]}
                isFirst={index === 0}
                isLast={index === menu.length - 1}
                onMove={(by) => move(index, index + by)}
                onKeyDown={(event) => press(event, index)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </div>
  );
}

function Row({
  entry,
  name,
  isFirst,
  isLast,
  onMove,
  onKeyDown,
}: {
  entry: MenuEntry;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const t = useTexts(texts);
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: entry.route });
  const style = transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition };
  return (
    <li ref={setNodeRef} data-route={entry.route} data-dragged={isDragging} style={style}>
      <button
        type="button"
        className="icon-button setting-handle"
        data-part="handle"
        aria-label={t.handle(name)}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={t.menuHint}
        {...listeners}
        onKeyDown={onKeyDown}
      >
        <Icon name="dots-six-vertical" />
      </button>
      <Icon name={entry.icon} />
      <span>{name}</span>
      <IconButton
        icon="arrow-up"
        data-part="up"
        label={t.up(name)}
        aria-disabled={isFirst}
        onKeyDown={onKeyDown}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="arrow-down"
        data-part="down"
        label={t.down(name)}
        aria-disabled={isLast}
        onKeyDown={onKeyDown}
        onClick={() => onMove(1)}
      />
    </li>
  );
}
