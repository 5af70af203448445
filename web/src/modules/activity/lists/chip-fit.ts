/** Widths of a row of chips, in pixels. */
export interface ChipWidths {
  /** Of what always stands first. */
  readonly first: readonly number[];
  /** Of the chips, in their order. */
  readonly chips: readonly number[];
  /** Of what opens the rest, where not all fit. */
  readonly more: number;
  /** Of what always stands last. */
  readonly last: readonly number[];
}

/** Lines that things of these widths take when they are set one behind the other. */
function linesOf(widths: readonly number[], room: number, gap: number): number {
  let lines = 1;
  let used = 0;
  for (const width of widths) {
    const next = used === 0 ? width : used + gap + width;
    if (used > 0 && next > room) {
      lines += 1;
      used = width;
    } else used = next;
  }
  return lines;
}

/** How many chips can stand in so many lines of so much room, with all that always stands there. */
export function chipsThatFit(
  { first, chips, more, last }: ChipWidths,
  room: number,
  gap: number,
  lines: number,
): number {
  const fits = (count: number): boolean => {
    const rest = count < chips.length ? [more] : [];
    return linesOf([...first, ...chips.slice(0, count), ...rest, ...last], room, gap) <= lines;
  };
  for (let count = chips.length; count > 0; count -= 1) if (fits(count)) return count;
  return 0;
}
