import { useEffect, useRef, useState } from 'react';
import { Icon } from './parts.tsx';

/** How long something may take before it is said, and how long it is said at least, in milliseconds. */
export const LONG_MS = 400;

/** True while something takes long; what is over soon is never said, and what is said can be read. */
export function useLong(isBusy: boolean): boolean {
  const [isLong, setLong] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (isBusy === isLong) return undefined;
    const wait = isBusy ? LONG_MS : Math.max(0, since.current + LONG_MS - performance.now());
    const timer = setTimeout(() => {
      since.current = performance.now();
      setLong(isBusy);
    }, wait);
    return () => clearTimeout(timer);
  }, [isBusy, isLong]);
  return isLong;
}

/** Words for what takes long. Only to be seen: somebody else reads them out. */
export function Working({ label }: { label: string }) {
  return (
    <span className="working" aria-hidden="true">
      <Icon name="spinner" small />
      {label}
    </span>
  );
}
