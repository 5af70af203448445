import { DragDropContext, Draggable, Droppable, type DraggableProvided } from '@hello-pangea/dnd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import type { Design, DesignField, ShownList } from './design.ts';
import { moveField } from './designing.ts';
import type { Faults } from './faults.ts';
import { formTexts } from './form-texts.ts';
import { kindTexts } from './kind-texts.ts';
import { iconOf, kindNameOf, presetsOf, type Preset } from './presets.ts';
import type { Change } from './use-design.ts';

interface Props {
  readonly design: Design;
  /** Columns beside each other: those of the record, or that of its contact persons. */
  readonly lists: readonly ShownList[];
  /** The tab whose fields are shown; undefined: all. */
  readonly tab: string | undefined;
  readonly faults: Faults;
  readonly selected: string | undefined;
  readonly kindId: number;
  readonly onSelect: (id: string) => void;
  readonly onAdd: (preset: Preset, list: ShownList) => void;
  readonly onChange: Change;
}

/** The fields that a list shows of a tab. */
const shownOf = ({ design, tab }: Pick<Props, 'design' | 'tab'>, list: ShownList): readonly DesignField[] =>
  design.lists[list].filter(({ field }) => tab === undefined || (field.tab ?? 'masterData') === tab);

/** Fields in their columns, to be dragged and chosen, by keys too. */
export function FieldBoard(given: Props) {
  const { design, lists, onChange } = given;
  const t = useTexts(kindTexts);
  const board = useRef<HTMLDivElement>(null);
  const columns = lists.map((list) => ({ list, fields: shownOf(given, list) }));
  const nameOf = (list: string): string =>
    list === 'left' ? t.leftColumn : list === 'right' ? t.rightColumn : t.ofPersons;
  const labelOf = (id: string): string =>
    columns.flatMap(({ fields }) => fields.find((one) => one.id === id)?.field.label ?? [])[0] ?? '';
  /** Puts a field at a place among those of a column that are shown. */
  const put = (id: string, list: ShownList, index: number): void => {
    const others = shownOf(given, list).filter((one) => one.id !== id);
    onChange(moveField(design, id, list, others[index]?.id), { kind: 'move' });
  };
  const press = (event: KeyboardEvent, id: string, list: ShownList, index: number): void => {
    if (!event.altKey) return;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key];
    const other = { ArrowLeft: 'left', ArrowRight: 'right' }[event.key] as ShownList | undefined;
    if (to !== undefined) {
      if (to >= 0 && to < shownOf(given, list).length) put(id, list, to);
    } else if (other !== undefined && lists.includes(other)) {
      if (other !== list) put(id, other, index);
    } else return;
    event.preventDefault();
    // The card may be another element by then.
    requestAnimationFrame(() => board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus());
  };
  return (
    <DragDropContext
      dragHandleUsageInstructions={t.cardHint}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(t.lifted(labelOf(draggableId), source.index + 1, nameOf(source.droppableId)))
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(
          destination === null
            ? t.over(labelOf(draggableId))
            : t.carried(labelOf(draggableId), destination.index + 1, nameOf(destination.droppableId)),
        )
      }
      onDragEnd={({ draggableId, destination }, { announce }) => {
        if (destination === null) return announce(t.broughtBack(labelOf(draggableId)));
        announce(t.dropped(labelOf(draggableId), destination.index + 1, nameOf(destination.droppableId)));
        put(draggableId, destination.droppableId as ShownList, destination.index);
      }}
    >
      <div ref={board} className="kind-columns" data-columns={lists.length}>
        {columns.map(({ list, fields }) => (
          <section key={list} className="kind-column" aria-label={nameOf(list)}>
            <h2>{nameOf(list)}</h2>
            <Droppable droppableId={list}>
              {(provided, { isDraggingOver }) => (
                <div
                  ref={provided.innerRef}
                  {...provided.droppableProps}
                  className="kind-fields"
                  data-over={isDraggingOver}
                >
                  {fields.length === 0 ? <p className="quiet small">{t.emptyColumn}</p> : null}
                  {fields.map((one, index) => (
                    <Draggable key={one.id} draggableId={one.id} index={index}>
                      {(inner, { isDragging }) => (
                        <Card
                          one={one}
                          provided={inner}
                          isLifted={isDragging}
                          isSelected={given.selected === one.id}
                          hasFault={given.faults.has(one.id)}
                          onSelect={() => given.onSelect(one.id)}
                          onKeyDown={(event) => press(event, one.id, list, index)}
                        />
                      )}
                    </Draggable>
                  ))}
                  {provided.placeholder}
                </div>
              )}
            </Droppable>
            <AddField list={list} name={nameOf(list)} kindId={given.kindId} onAdd={given.onAdd} />
          </section>
        ))}
      </div>
    </DragDropContext>
  );
}

function Card({
  one: { id, field },
  provided: { innerRef, draggableProps, dragHandleProps },
  isLifted,
  isSelected,
  hasFault,
  onSelect,
  onKeyDown,
}: {
  one: DesignField;
  provided: DraggableProvided;
  isLifted: boolean;
  isSelected: boolean;
  hasFault: boolean;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const t = useTexts(kindTexts);
  const f = useTexts(formTexts);
  const kind = kindNameOf(field, f);
  const flags = [
    ...(field.isTitle ? [t.isTitle] : []),
    ...(field.isRequired ? [t.isRequired] : []),
    ...(field.isUnique === true ? [t.isUnique] : []),
    ...(field.rights === undefined ? [] : [t.hasRights]),
    ...(hasFault ? [t.hasFault] : []),
  ];
  return (
    <div
      ref={innerRef}
      {...draggableProps}
      {...dragHandleProps}
      role="button"
      aria-pressed={isSelected}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
      className="kind-card"
      data-card={id}
      data-lifted={isLifted}
      data-fault={hasFault}
      title={flags.join(', ')}
      onClick={onSelect}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSelect();
        else onKeyDown(event);
      }}
    >
      <Icon name={iconOf(field)} />
      <span className="kind-card-text">
        <span>
          {field.label || '–'}
          {field.isRequired ? (
            <span className="record-required" aria-hidden="true">
              {' '}
              *
            </span>
          ) : null}
        </span>
        <small className="quiet">{kind}</small>
        {flags.length === 0 ? null : <small className="hidden-text">{flags.join(', ')}</small>}
      </span>
      {hasFault ? <Icon name="warning" small /> : null}
      {field.isTitle ? <Icon name="star" small /> : null}
      {field.isUnique === true ? <Icon name="fingerprint" small /> : null}
      {field.rights === undefined ? null : <Icon name="lock-simple" small />}
    </div>
  );
}

/** Every kind of field, to be added to a column. */
function AddField({ list, name, kindId, onAdd }: Pick<Props, 'kindId' | 'onAdd'> & { list: ShownList; name: string }) {
  const t = useTexts(kindTexts);
  const f = useTexts(formTexts);
  const [anchor, setAnchor] = useState<DOMRect>();
  const presets = presetsOf(f, { kindId, isOfPersons: list === 'persons' });
  return (
    <>
      <Button
        kind="plain"
        icon="plus"
        aria-label={t.addFieldTo(name)}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      >
        {t.addField}
      </Button>
      {anchor === undefined ? null : (
        <Menu
          label={t.addFieldTo(name)}
          anchor={anchor}
          items={presets.map((preset) => ({
            key: preset.name,
            label: preset.name,
            icon: preset.icon,
            onSelect: () => onAdd(preset, list),
          }))}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
