import { useEffect, useRef, useState } from 'react';

/** Milliseconds after the last key. */
const REST_MS = 200;

/**
 * What is typed in a field whose value is kept elsewhere, as in the address. It is reported after a short rest, without the spaces around
 * it. A value that comes back late never takes the place of what has been typed since; one that was not reported from here does, as that of
 * the browser's way back.
 */
export function useTypedText(
  value: string,
  onReport: (text: string) => void,
): {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Reports at once, what stands there or another text in its place. */
  readonly report: (text?: string) => void;
} {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Reported and not come back yet, the oldest first. */
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    const own = awaited.indexOf(value);
    setAwaited(own < 0 ? [] : awaited.slice(own + 1));
    // A space at the end is typed, too.
    if (own < 0 && value !== text.trim()) setText(value);
  }
  const report = (reported = text): void => {
    const trimmed = reported.trim();
    setText(reported);
    if (trimmed !== (awaited.at(-1) ?? value)) setAwaited([...awaited, trimmed]);
    onReport(trimmed);
  };
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => latest.current(), REST_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return { text, setText, report };
}
