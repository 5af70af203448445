import './gestures.css';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useKeys, useSettings, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx';
import type { RowAction } from '../actions/action-table.ts';
import type { Action } from '../actions/choices.ts';
import { texts } from '../texts.ts';
import { useRowKinds } from './row-kinds.ts';
import { isSwipe, sideOf, swiped } from './swipe.ts';
import { Tip } from './tip.tsx';

/** Rest of the pointer after which a row tells more, in milliseconds. */
const REST_MS = 300;

interface Props {
  readonly list: RefObject<VirtualListHandle | null>;
  /** Whether a finger may swipe rows. */
  readonly isSwiped: boolean;
  readonly active: string | undefined;
  readonly onAction: (action: Action, key: string) => void;
}

interface Moved {
  readonly key: string;
  readonly row: HTMLElement;
  readonly x: number;
  readonly top: number;
  readonly height: number;
  readonly does: RowAction | undefined;
  readonly nearest: RowAction;
}

const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;

/** Whether people or subject of a row do not fit into it. What follows them is only the beginning of something anyway. */
function isTooLong(row: HTMLElement): boolean {
  const contact = row.querySelector<HTMLElement>('.row-contact');
  const subject = row.querySelector<HTMLElement>('.row-information');
  const room = subject?.parentElement?.getBoundingClientRect().right ?? Infinity;
  return (
    (contact !== null && contact.scrollWidth > contact.clientWidth) ||
    (subject !== null && subject.getBoundingClientRect().right > room + 1)
  );
}

/** What a resting pointer and a swiping finger do with the rows of a list. It listens where the rows are, and draws beside them. */
export function Gestures({ list, isSwiped, active, onAction }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { actions } = useTexts(texts);
  const tip = useTip(host, active);
  const moved = useSwipe(host, isSwiped, onAction);
  const shown = moved?.does ?? moved?.nearest;
  const hasRow = list.current !== null;
  return (
    <div ref={host} className="gestures">
      {moved === undefined || shown === undefined ? null : (
        <div
          className="swipe"
          data-action={shown.action}
          data-on={moved.does !== undefined}
          data-side={moved.x > 0 ? 'right' : 'left'}
          style={{ top: moved.top, height: moved.height, width: Math.abs(moved.x) }}
        >
          <Icon name={shown.icon} />
          <span>{actions[shown.action]}</span>
        </div>
      )}
      {tip === undefined || !hasRow ? null : <Tip itemId={tip.key} at={tip.at} x={tip.x} />}
    </div>
  );
}

/** What more is told of a row, and where: of the one that the pointer rests on, or the active one by its key. */
function useTip(host: RefObject<HTMLElement | null>, active: string | undefined) {
  const [tip, setTip] = useState<{ readonly key: string; readonly at: DOMRect; readonly x: number | undefined }>();
  useKeys({
    '.': () => {
      const row = active === undefined ? null : document.getElementById(`row-${active}`);
      if (tip !== undefined || row === null || active === undefined) setTip(undefined);
      else setTip({ key: active, at: row.getBoundingClientRect(), x: undefined });
    },
  });

  useEffect(() => {
    const body = host.current?.parentElement;
    if (!body) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let resting: HTMLElement | null = null;
    const away = (): void => {
      clearTimeout(timer);
      setTip(undefined);
    };
    const leave = (): void => {
      away();
      resting = null;
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse') return;
      if (event.buttons !== 0) return away();
      // Where the list moves beneath a pointer that rests, nobody has asked anything.
      const row = event.movementX === 0 && event.movementY === 0 ? resting : rowAt(event.target);
      if (row === resting) return;
      away();
      resting = row;
      const key = row?.dataset['key'];
      if (row === null || key === undefined) return;
      timer = setTimeout(() => {
        if (row.isConnected && isTooLong(row)) setTip({ key, at: row.getBoundingClientRect(), x: event.clientX });
      }, REST_MS);
    };
    const listeners = [
      ['pointermove', move],
      ['pointerleave', leave],
      ['pointerdown', away],
      ['wheel', away],
    ] as const;
    for (const [name, listener] of listeners) body.addEventListener(name, listener as EventListener, { passive: true });
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '.') away();
    };
    window.addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', press);
      for (const [name, listener] of listeners) body.removeEventListener(name, listener as EventListener);
    };
  }, [host]);

  return tip;
}

/** The row that a finger swipes, and how far; what it is swiped for is done when the finger leaves it. */
function useSwipe(
  host: RefObject<HTMLElement | null>,
  isSwiped: boolean,
  onAction: Props['onAction'],
): Moved | undefined {
  const { store } = useClient();
  const kindOf = useRowKinds();
  const { swipeRight, swipeLeft } = useSettings();
  const swipes = useMemo(() => ({ swipeRight, swipeLeft }), [swipeRight, swipeLeft]);
  const [moved, setMoved] = useState<Moved>();
  const act = useEffectEvent(onAction);
  useEffect(() => {
    const body = host.current?.parentElement;
    if (!body || !isSwiped) return undefined;
    let begun: { readonly id: number; readonly x: number; readonly y: number; readonly row: HTMLElement } | undefined;
    let current: Moved | undefined;
    const show = (next: Moved | undefined): void => {
      if (current !== undefined && next?.row !== current.row) current.row.style.removeProperty('--swiped');
      next?.row.style.setProperty('--swiped', `${next.x}px`);
      current = next;
      setMoved(next);
    };
    const down = (event: PointerEvent): void => {
      const row = rowAt(event.target);
      if (event.pointerType === 'touch' && row !== null)
        begun = { id: event.pointerId, x: event.clientX, y: event.clientY, row };
    };
    const move = (event: PointerEvent): void => {
      if (begun?.id !== event.pointerId) return;
      const x = event.clientX - begun.x;
      if (current === undefined) {
        const decided = isSwipe(x, event.clientY - begun.y);
        if (decided === undefined) return;
        if (!decided) return void (begun = undefined);
        // From here on it is the row's: neither a click nor a long press comes of it.
        body.setPointerCapture(event.pointerId);
      }
      const { row: element } = begun;
      const key = element.dataset['key'] ?? '';
      const row = store.get(key);
      const nearest = row === undefined ? undefined : sideOf(row, x, swipes, kindOf)[0];
      if (row === undefined || nearest === undefined) return show(undefined);
      const [box, frame] = [element.getBoundingClientRect(), body.getBoundingClientRect()];
      const bounds = { top: box.top - frame.top, height: box.height };
      show({ key, row: element, x, ...bounds, does: swiped(row, x, swipes, kindOf), nearest });
    };
    const end = (event: PointerEvent): void => {
      if (begun?.id !== event.pointerId) return;
      const done = event.type === 'pointerup' ? current : undefined;
      begun = undefined;
      show(undefined);
      if (done?.does !== undefined) act(done.does.action, done.key);
    };
    const listeners = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', end],
      ['pointercancel', end],
    ] as const;
    for (const [name, listener] of listeners) body.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) body.removeEventListener(name, listener);
    };
  }, [host, isSwiped, store, swipes, kindOf]);

  return moved;
}
