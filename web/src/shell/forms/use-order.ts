import { useState } from 'react';
import { movedTo } from '../../ui/moved-to.ts';

/** Rows in the order in which they were put here, until the server answers with another list. `send` returns whether it was taken. */
export function useOrder<T>(
  known: readonly T[],
  send: (rows: readonly T[]) => Promise<boolean>,
): { readonly rows: readonly T[]; readonly move: (from: number, to: number) => void } {
  const [moved, setMoved] = useState<{ readonly of: readonly T[]; readonly to: readonly T[] }>();
  const rows = moved?.of === known ? moved.to : known;
  const move = async (from: number, to: number): Promise<void> => {
    const next = movedTo(rows, from, to);
    setMoved({ of: known, to: next });
    if (!(await send(next))) setMoved(undefined);
  };
  return { rows, move: (from, to) => void move(from, to) };
}
