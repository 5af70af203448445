import { useEffect, useRef, useState, type RefObject } from 'react';

/** An element's ref, and whether it is at least so wide, in pixels. `before`: what is taken for true until it was measured. */
export function useIsWide(least: number, before = false): readonly [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(before);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      // What is hidden has no width, and is what it was when it is shown again.
      if (element.clientWidth > 0) setWide(element.clientWidth >= least);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [least]);
  return [ref, isWide];
}
