import { swallowClick } from './swallow-click.ts';

/** A press that moves less is none of dragging, in pixels. */
const BEGIN_PX = 5;
/** A finger that moves less than this rests, and so long it has to, else it scrolls; pixels and milliseconds. */
const REST_PX = 8;
const REST_MS = 300;
/** Scrolling at an edge, in pixels a second at most. */
const PULL = 1100;
/** So long something is held at the edge of a phone until the next column comes, in milliseconds. */
const TURN_MS = 450;

/** How near to an edge something is carried so that what lies beyond comes into sight, in pixels. */
const EDGE = 48;

/** How fast is scrolled where something is carried to: from -1 at the beginning to 1 at the end, 0 between. */
export function pullAt(at: number, start: number, end: number): number {
  const edge = Math.min(EDGE, (end - start) / 4);
  const [toStart, toEnd] = [at - start, end - at];
  if (toStart < edge) return Math.max(-1, toStart / edge - 1);
  return toEnd < edge ? Math.min(1, 1 - toEnd / edge) : 0;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is done with what a hand carries. */
export interface Host {
  /** CSS selector of what can be carried. */
  readonly carried: string;
  /** The element that scrolls beneath a point, within the frame; the frame scrolls once that is at its end. */
  scrolled(at: Point): Element | null | undefined;
  /** What covers the beginning of the frame, in pixels: what scrolls begins beneath it. Where it takes things itself nothing is scrolled above that. */
  covered?(): { readonly pixels: number; readonly takes: boolean };
  /** Whether it can be taken; `grip`: where in it. */
  lift(carried: HTMLElement, at: Point, grip: Point): boolean;
  carry(at: Point): void;
  drop(): void;
  putBack(): void;
  /** Where columns fill the screen, brings the one beside. */
  turn?: ((by: -1 | 1) => void) | undefined;
}

/**
 * Carries what is in a frame by mouse and finger. A finger takes something after a rest, so that swiping still scrolls. Near an edge it scrolls
 * what lies there, before the frame: libraries for dragging know one scrolled box around what is carried, boards have two.
 */
export function followHand(frame: HTMLElement, host: () => Host): () => void {
  let pressed: { readonly element: HTMLElement; readonly start: Point } | undefined;
  let at: Point | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pulling = pullingAtEdges(frame, host, () => at);
  const { listen, release } = listening();

  const begin = (): void => {
    if (pressed === undefined) return;
    const { element, start } = pressed;
    const box = element.getBoundingClientRect();
    if (!element.isConnected || !host().lift(element, start, { x: start.x - box.left, y: start.y - box.top }))
      return end();
    at = start;
    pulling.begin();
  };
  const end = (): void => {
    clearTimeout(timer);
    pulling.end();
    release();
    pressed = undefined;
    at = undefined;
  };
  const finish = (how: 'drop' | 'putBack'): void => {
    if (at !== undefined) {
      swallowClick();
      host()[how]();
    }
    end();
  };
  const press = (target: EventTarget | null, start: Point): boolean => {
    if (pressed !== undefined) finish('putBack');
    const element = target instanceof Element ? target.closest<HTMLElement>(host().carried) : null;
    if (element === null || (target as Element).closest('button, input, .menu') !== null) return false;
    pressed = { element, start };
    return true;
  };
  const leave = {
    keydown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || at === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      finish('putBack');
    },
    // That of the window, not of what had the focus in it.
    blur: ({ target }: Event) => {
      if (target === window) finish('putBack');
    },
    contextmenu: (event: Event) => event.preventDefault(),
  };

  const mouse = (event: MouseEvent): void => {
    if (event.button !== 0 || !press(event.target, { x: event.clientX, y: event.clientY })) return;
    listen(window, {
      ...leave,
      mousemove: ({ clientX: x, clientY: y, buttons }: MouseEvent) => {
        if (pressed === undefined) return;
        // Released where the page could not see it.
        if (buttons === 0) return finish('putBack');
        const { start } = pressed;
        if (at === undefined && Math.hypot(x - start.x, y - start.y) >= BEGIN_PX) begin();
        if (at === undefined) return;
        at = { x, y };
        host().carry(at);
      },
      mouseup: () => finish('drop'),
    });
  };
  const touch = (event: TouchEvent): void => {
    const [finger] = event.touches;
    if (event.touches.length > 1 || finger === undefined) return finish('putBack');
    if (!press(event.target, { x: finger.clientX, y: finger.clientY })) return;
    timer = setTimeout(begin, REST_MS);
    listen(window, leave);
    // On what was touched: that hears of its finger even where it is not shown any more.
    listen(event.target as Element, {
      touchmove: (moved: TouchEvent) => {
        const { clientX: x, clientY: y } = moved.touches[0] ?? finger;
        if (pressed === undefined) return;
        const { start } = pressed;
        if (at === undefined) {
          if (Math.hypot(x - start.x, y - start.y) > REST_PX) end();
          return;
        }
        moved.preventDefault();
        at = { x, y };
        host().carry(at);
      },
      touchend: (ended: TouchEvent) => {
        if (at !== undefined) ended.preventDefault();
        finish('drop');
      },
      touchcancel: () => finish('putBack'),
    });
  };
  // Safari lets a finger be kept from scrolling only where something listened before it came.
  const ready = (): void => undefined;
  frame.addEventListener('mousedown', mouse);
  frame.addEventListener('touchstart', touch, { passive: true });
  frame.addEventListener('touchmove', ready, { passive: false });
  return () => {
    finish('putBack');
    frame.removeEventListener('mousedown', mouse);
    frame.removeEventListener('touchstart', touch);
    frame.removeEventListener('touchmove', ready);
  };
}

/** Listens while something is pressed; `release` ends all of it. */
function listening() {
  let releases: readonly (() => void)[] = [];
  return {
    listen(target: EventTarget, listeners: Readonly<Record<string, (event: never) => void>>): void {
      const all = Object.entries(listeners) as [string, EventListener][];
      for (const [name, listener] of all) target.addEventListener(name, listener, { passive: false, capture: true });
      const stop = (): void => {
        for (const [name, listener] of all) target.removeEventListener(name, listener, { capture: true });
      };
      releases = [...releases, stop];
    },
    release(): void {
      for (const stop of releases) stop();
      releases = [];
    },
  };
}

/** Scrolls in each frame, once it has begun, what lies at the edge near which something is held; on a phone it brings the next column. */
function pullingAtEdges(frame: HTMLElement, host: () => Host, heldAt: () => Point | undefined) {
  let next = 0;
  return {
    begin(): void {
      let [last, held] = [performance.now(), 0];
      const pull = (now: number): void => {
        const passed = Math.min(50, now - last);
        last = now;
        const at = heldAt();
        if (at === undefined) return;
        const { turn } = host();
        const aside = pullAt(at.x, ...edges(frame, 'x'));
        held = turn === undefined || aside === 0 ? 0 : held + passed;
        if (held > TURN_MS) {
          turn?.(aside < 0 ? -1 : 1);
          held = -TURN_MS;
        }
        if (
          scrollAt(frame, host().scrolled(at), at, {
            most: (PULL * passed) / 1000,
            aside: turn === undefined ? aside : 0,
            down: pullDown(frame, at, host().covered?.()),
          })
        )
          host().carry(at);
        next = requestAnimationFrame(pull);
      };
      next = requestAnimationFrame(pull);
    },
    end: (): void => cancelAnimationFrame(next),
  };
}

function edges(element: Element, axis: 'x' | 'y'): readonly [number, number] {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return axis === 'x' ? [left, right] : [top, bottom];
}

/** How fast a frame is scrolled down, or up. */
function pullDown(
  frame: HTMLElement,
  { y }: Point,
  { pixels, takes }: ReturnType<NonNullable<Host['covered']>> = { pixels: 0, takes: false },
): number {
  const [top, bottom] = edges(frame, 'y');
  return takes && y < top + pixels ? 0 : pullAt(y, top + pixels, bottom);
}

/** Scrolls what is at an edge there, and returns whether anything was. */
function scrollAt(
  frame: HTMLElement,
  list: Element | null | undefined,
  { y }: Point,
  { most, aside, down }: { readonly most: number; readonly aside: number; readonly down: number },
): boolean {
  const before = [frame.scrollLeft, frame.scrollTop, list?.scrollTop];
  frame.scrollLeft += aside * most;
  if (list) list.scrollTop += pullAt(y, ...edges(list, 'y')) * most;
  if (list?.scrollTop === before[2]) frame.scrollTop += down * most;
  return [frame.scrollLeft, frame.scrollTop, list?.scrollTop].some((now, index) => now !== before[index]);
}
