/** A list with one of its members at another place, counted without it; the list itself where there is none at `from`. */
export function movedTo<T>(all: readonly T[], from: number, to: number): readonly T[] {
  const one = all[from];
  return one === undefined ? all : all.toSpliced(from, 1).toSpliced(to, 0, one);
}
