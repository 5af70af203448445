import type { Schema } from '@kontor/contract/kernel';
import { Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { ListSource } from '../../../client/list-loader.ts';
import { useClient } from '../../../client/react.tsx';
import { Extra, Stale, useMedia, useSettings, useSplit } from '../../../shell/index.ts';
import { useIsWide } from '../../../ui/use-is-wide.ts';
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx';
import type { Choice } from '../actions/choices.ts';
import { TABLE_WIDTH, rowSize } from '../rows/row-size.ts';
import { Gestures, SelectRest, SelectionBar, TableHead } from './later-parts.ts';
import { ListMenus, useListMenus } from './list-menus.tsx';
import { ListRows } from './list-rows.tsx';
import { withoutColumns } from './appearance.ts';
import { NewAbove } from './new-above.tsx';
import { Fetching, NoRows, useWorking } from './no-rows.tsx';
import type { Total } from './toolbar.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { UsedAppearance } from './use-appearance.ts';
import type { Marks } from './use-marks.ts';
import { useOpening } from './use-opening.ts';
import { useRowActs } from './use-row-acts.ts';
import { useSelection, type ShownSelection } from './use-selection.ts';
import { useShownRows, type ShownRows } from './use-shown-rows.ts';

interface Props<P extends Schema, R extends Schema> {
  readonly source: ListSource<P, R>;
  /** What a detail is told about where it was opened from. */
  readonly from: string;
  readonly label: string;
  /** Whether it is what a search finds. */
  readonly isSought?: boolean | undefined;
  readonly mixed?: boolean;
  readonly trash?: boolean;
  /** The bar over the list while nothing is selected; gets the number of items. */
  readonly toolbar: (total: Total) => ReactNode;
  readonly below?: ((total: Total) => ReactNode) | undefined;
  readonly empty: ReactNode;
  readonly used: UsedAppearance;
  /** Where the list is: what is remembered of its place, and what the reader comes back to. */
  readonly address: string;
}

/** Any list of items: loading, groups, keys, selection and actions. */
export function ItemList<P extends Schema, R extends Schema>(props: Props<P, R>) {
  const { source, label, isSought = false, mixed = false, trash = false, used: usedAppearance } = props;
  const { appearance, change } = usedAppearance;
  const client = useClient();
  const isSwiped = useSettings().controlsMode === 'swipe';
  const wide = useSplit();
  const coarse = useMedia('(pointer: coarse)');
  const rows = useShownRows(source, usedAppearance, { isSought, mixed });
  const { used, list, order, calm, groups } = rows;
  const positionKey = `${client.key} ${props.address} ${JSON.stringify(appearance.sort)}`;
  const handle = useRef<VirtualListHandle>(null);
  const [above, setAbove] = useState(0);
  // Another list in the same place has no news above.
  const selected = useSelection(source.id, list.ids, positionKey, () => setAbove(0));
  const [selection] = selected;
  const menus = useListMenus();
  const [body, isTable] = useIsWide(TABLE_WIDTH);
  const opening = useOpening({ rows, selected, handle, from: props.from, wide });
  const { open, openKey } = opening;

  // Focus comes back to the list when it is shown again, or when the reader beside it is closed.
  useEffect(() => {
    if (wide && open === undefined && (document.activeElement === document.body || document.activeElement === null))
      handle.current?.focus();
  }, [wide, open]);

  const { doTo, question, marks } = useRowActs(rows, selected, opening);
  const { targets, selectAll, onKeyDown } = useListKeys({ rows, selected, marks, opening, doTo, trash });

  const selecting = selection.selected.size > 0;
  const openBeside = (event: MouseEvent): void => {
    const key =
      event.button === 1 ? (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;
    if (key !== undefined) openKey(key, 'beside');
  };
  const compact = appearance.rowSize === 'compact' && !coarse;
  const size = rowSize({ compact, coarse, isSought });
  const working = useWorking(used.isFetching, list.loaded, isSought);
  const total = { count: list.total, capped: list.capped, loaded: list.loaded, working };
  const toolbar = props.toolbar(total);
  return (
    <>
      <Fetching shown={used.isFetching && list.loaded} working={working} />
      {selecting ? (
        <SelectedBar
          {...{ label, rows, selected, trash, targets }}
          instead={toolbar}
          onAction={doTo}
          onAll={selectAll}
        />
      ) : (
        toolbar
      )}
      {props.below?.(total)}
      {list.loaded ? <Stale at={used.at} failure={used.failure} onRetry={used.reload} /> : null}
      <div
        className="list-body"
        ref={body}
        data-without={withoutColumns(appearance.columns)}
        data-table={isTable}
        data-swiped={isSwiped}
        data-selecting={selecting}
        onAuxClick={openBeside}
      >
        {isTable ? (
          <Suspense>
            <TableHead appearance={appearance} onSort={(sort) => change({ sort })} />
          </Suspense>
        ) : null}
        {list.loaded ? (
          <Extra>
            <Gestures
              list={handle}
              isSwiped={isSwiped}
              active={selection.active}
              onAction={(action, key) => doTo(action, [key])}
            />
          </Extra>
        ) : null}
        <NewAbove
          count={above + calm.waiting}
          onClick={() => {
            order.release();
            handle.current?.toTop();
          }}
        />
        {selecting ? <RestOffer source={source} rows={rows} selected={selected} marks={marks} /> : null}
        {list.loaded && groups.items.length > 0 ? (
          <ListRows
            {...{
              source,
              label,
              rows,
              selected,
              marks,
              opening,
              appearance,
              size,
              compact,
              mixed,
              isTable,
              coarse,
              positionKey,
            }}
            handle={handle}
            onAction={doTo}
            onKeyDown={onKeyDown}
            onMenu={menus.setMenu}
            onGroupMenu={menus.setGroupMenu}
            onAbove={setAbove}
          />
        ) : (
          <NoRows used={{ ...used, list }} empty={props.empty} size={size} />
        )}
      </div>
      {question}
      <ListMenus {...{ rows, marks, menus }} hasTabs={wide} onOpen={openKey} onAction={doTo} />
    </>
  );
}

/** The bar over a list of which something is selected; `instead`: what stands there until it is loaded. */
function SelectedBar({
  label,
  rows,
  selected: [selection, setSelection],
  trash,
  targets,
  instead,
  onAction,
  onAll,
}: {
  readonly label: string;
  readonly rows: ShownRows;
  readonly selected: ShownSelection;
  readonly trash: boolean;
  readonly targets: () => readonly string[];
  readonly instead: ReactNode;
  readonly onAction: (action: Choice, keys: readonly string[]) => void;
  readonly onAll: () => void;
}) {
  return (
    <Suspense fallback={instead}>
      <SelectionBar
        title={label}
        chosen={rows.threads.whole([...selection.selected])}
        trash={trash}
        onAction={(action) => onAction(action, targets())}
        onAll={onAll}
        onClear={() => setSelection({ ...selection, selected: new Set() })}
      />
    </Suspense>
  );
}

/** Offers the rest of a list or of a group, once all that is loaded of it is selected. */
function RestOffer<P extends Schema, R extends Schema>({
  source,
  rows: { list, unfoldAll },
  selected: [selection, setSelection],
  marks,
}: {
  readonly source: ListSource<P, R>;
  readonly rows: ShownRows;
  readonly selected: ShownSelection;
  readonly marks: Marks;
}) {
  return (
    <Suspense>
      <SelectRest
        source={source}
        list={list}
        isOffered={!list.complete && selection.selected.size >= list.ids.length}
        marked={marks.marked}
        onAll={(keys) => {
          unfoldAll();
          setSelection((current) => ({ ...current, selected: new Set(keys) }));
        }}
      />
    </Suspense>
  );
}
