import { Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { useClient } from '../../../client/react.tsx';
import { useKeys, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { useLongPress } from '../../../ui/use-long-press.ts';
import {
  SelectionBar,
  extend,
  move,
  toggle,
  useAct,
  useActionKeys,
  useQuestion,
  useSelection,
  type Offered,
} from '../../activity/index.tsx';
import type { NamedRecord } from '../address.ts';
import { unlinkAll } from '../link-many.ts';
import { pageTexts } from './texts.ts';

/** A record, and what it is called. */
export type Titled = NamedRecord & { readonly displayName: string };

const keyAt = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('.happened-item')?.dataset['key'];

/**
 * Lines of a history that can be selected as the rows of lists are: by their marks, with Ctrl or Shift, by keys while the focus is on the page,
 * and by a finger that stays. `of`: the record whose items they are, from which they can be unlinked; `top` stands where the bar stands
 * once any are selected.
 */
export function SelectableLines({
  name,
  ids,
  of,
  top,
  onMore,
  children,
}: {
  name: string;
  /** Keys of the items, in the order of the lines. */
  ids: readonly string[];
  of: Titled | undefined;
  top: ReactNode;
  /** The keys come near the end of what is loaded. */
  onMore: () => void;
  children: (isSelected: (key: string) => boolean) => ReactNode;
}) {
  const perform = useAct();
  const lines = useRef<HTMLDivElement>(null);
  const isOnPage = useIsOnPage(lines);
  const [selection, setSelection] = useSelection(name, ids, name, () => undefined);
  const press = useLongPress((key) => setSelection((current) => toggle(current, key)));
  const isSelecting = selection.selected.size > 0;
  const chosen = ids.filter((key) => selection.selected.has(key));
  // The bar goes, and the focus with it: it stays on the page, as do the keys.
  const clear = (): void => {
    setSelection((current) => ({ ...current, selected: new Set() }));
    if (lines.current?.querySelector('.selection-bar')?.contains(document.activeElement) === true)
      lines.current.focus({ preventScroll: true });
  };
  const [doTo, question] = useQuestion(
    (action, keys, end) => {
      perform(action, keys, end);
      clear();
    },
    (keys) => keys,
  );
  const selectAll = (): void => setSelection((current) => ({ ...current, selected: new Set(ids) }));
  const step = (by: number, isRange = false): void => {
    const key = move(selection, by, ids);
    if (key === undefined) return;
    setSelection(isRange ? extend(selection, key, ids) : { ...selection, active: key, anchor: key });
    lines.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] .happened-opener`)?.focus();
    if (ids.indexOf(key) + 10 > ids.length) onMore();
  };
  const select = (key: string, event: MouseEvent): void =>
    setSelection((current) => (event.shiftKey ? extend(current, key, ids) : toggle(current, key)));
  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const key = keyAt(target);
    if (key === undefined) return;
    const isPressed = press.ended();
    if (target.closest('.happened-mark') !== null) {
      // A click on what is around the box becomes one on the box.
      if (target instanceof HTMLInputElement) select(key, event);
    } else if (target.closest('.happened-opener') !== null) {
      // By its key a line opens, whatever is selected.
      const isSelection = event.shiftKey || event.ctrlKey || event.metaKey || (isSelecting && event.detail > 0);
      if (!isPressed && !isSelection) return;
      event.stopPropagation();
      if (!isPressed) select(key, event);
    }
  };
  return (
    <div
      ref={lines}
      className="happened-lines"
      data-selecting={isSelecting}
      tabIndex={-1}
      onClickCapture={onClick}
      onFocus={({ target }) => {
        const key = keyAt(target);
        if (key !== undefined) setSelection((current) => ({ ...current, active: key }));
      }}
      onContextMenu={(event) => {
        if (isSelecting && keyAt(event.target) !== undefined) event.preventDefault();
      }}
      onPointerDown={(event) => {
        const key = keyAt(event.target);
        if (key !== undefined && (event.target as Element).closest('.happened-opener') !== null)
          press.begin(event, key);
      }}
      onPointerMove={press.move}
      onPointerUp={press.end}
      onPointerCancel={press.end}
      onPointerLeave={press.end}
    >
      {isOnPage || isSelecting ? (
        <LineKeys
          step={step}
          onToggle={
            selection.active === undefined ? undefined : () => setSelection(toggle(selection, selection.active ?? ''))
          }
          onAll={selectAll}
          onClear={isSelecting ? clear : undefined}
        />
      ) : null}
      <div className="happened-top">
        {isSelecting ? (
          <Suspense fallback={top}>
            <Bar chosen={chosen} of={of} onAction={doTo} onAll={selectAll} onClear={clear} />
          </Suspense>
        ) : (
          top
        )}
      </div>
      {children((key) => selection.selected.has(key))}
      {question}
    </div>
  );
}

/** What is offered for the lines that are selected. */
function Bar({
  chosen,
  of,
  onAction,
  onAll,
  onClear,
}: {
  chosen: readonly string[];
  of: Titled | undefined;
  onAction: ReturnType<typeof useQuestion>[0];
  onAll: () => void;
  onClear: () => void;
}) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  useActionKeys(true, () => chosen, onAction);
  const unlink = async (record: Titled): Promise<void> => {
    const rows = chosen.map((key) => client.store.get(key)).filter((row) => row !== undefined);
    const ids = rows.map((row) => aggregateIdOf(row, client.user.get()?.id ?? 0));
    if (await unlinkAll({ client, notices, language }, ids, record)) onClear();
  };
  const own: readonly Offered[] =
    of === undefined
      ? []
      : [
          {
            name: 'unlink',
            icon: 'link-break',
            label: t.unlink,
            key: 'L',
            inBar: true,
            ofDetails: false,
            run: () => void unlink(of),
          },
        ];
  return (
    <SelectionBar
      chosen={chosen}
      own={own}
      onAction={(action) => onAction(action, chosen)}
      onAll={onAll}
      onClear={onClear}
    />
  );
}

/** There only while they are meant for the lines: the list beside a record has the same ones. */
function LineKeys({
  step,
  onToggle,
  onAll,
  onClear,
}: {
  step: (by: number, isRange?: boolean) => void;
  onToggle: (() => void) | undefined;
  onAll: () => void;
  onClear: (() => void) | undefined;
}) {
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    J: () => step(1, true),
    K: () => step(-1, true),
    'Ctrl+a': onAll,
    ...(onToggle === undefined ? {} : { x: onToggle }),
    ...(onClear === undefined ? {} : { Escape: onClear }),
  });
  return null;
}

/** Whether the focus is on the page that an element stands on. */
function useIsOnPage(element: { readonly current: HTMLElement | null }): boolean {
  const [isOnPage, setOnPage] = useState(false);
  useEffect(() => {
    const page = element.current?.closest('.record-page');
    if (page === null || page === undefined) return undefined;
    const track = (at: EventTarget | null): void => setOnPage(at instanceof Node && page.contains(at));
    const onIn = ({ target }: Event): void => track(target);
    const onOut = (event: Event): void => track((event as FocusEvent).relatedTarget);
    track(document.activeElement);
    page.addEventListener('focusin', onIn);
    page.addEventListener('focusout', onOut);
    return () => {
      page.removeEventListener('focusin', onIn);
      page.removeEventListener('focusout', onOut);
    };
  }, [element]);
  return isOnPage;
}
