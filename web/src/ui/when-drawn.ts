/** Frames in which what was asked for is drawn, on a slow device too. */
const MAX_FRAMES = 60;

/** Does something with an element that a change is about to draw, in the frame in which it is there; nothing where it does not come. */
export function whenDrawn<T extends Element>(
  find: () => T | null | undefined,
  then: (found: T) => void,
  frames = MAX_FRAMES,
): void {
  requestAnimationFrame(() => {
    const found = find() ?? undefined;
    if (found !== undefined) then(found);
    else if (frames > 0) whenDrawn(find, then, frames - 1);
  });
}
