interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of an element on the screen. */
export function middleOf(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

const mouse = (type: string, { x: clientX, y: clientY }: Point, on: EventTarget = window): void =>
  void on.dispatchEvent(
    new MouseEvent(type, { bubbles: true, button: 0, buttons: type === 'mouseup' ? 0 : 1, clientX, clientY }),
  );

/** Takes an element by the mouse and carries it to a point; what is returned lets go of it there. */
export function carry(element: Element, to: Point): () => void {
  const from = middleOf(element);
  mouse('mousedown', from, element);
  mouse('mousemove', { x: from.x + 10, y: from.y });
  mouse('mousemove', to);
  return () => mouse('mouseup', to);
}

const REST_MS = 400;

/** The same by a finger, which rests on it first. */
export async function carryByFinger(element: Element, to: Point): Promise<() => void> {
  const touch = (type: string, { x: clientX, y: clientY }: Point): void => {
    const touches = type === 'touchend' ? [] : [new Touch({ identifier: 1, target: element, clientX, clientY })];
    element.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches }));
  };
  touch('touchstart', middleOf(element));
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  touch('touchmove', to);
  return () => touch('touchend', to);
}
