/** A decimal number as a text, `-?\d+(\.\d+)?`: where something stands among others. */
export type Rank = string;

/** The greatest whole number that a rank reaches when it is moved by so many digits. */
function floorAt(rank: Rank, digits: number): { readonly floor: bigint; readonly isWhole: boolean } {
  const isNegative = rank.startsWith('-');
  const [whole = '0', rest = ''] = rank.replace('-', '').split('.');
  const kept = BigInt(whole + rest.slice(0, digits).padEnd(digits, '0'));
  const isWhole = !/[1-9]/.test(rest.slice(digits));
  return { floor: isNegative ? (isWhole ? -kept : -kept - 1n) : kept, isWhole };
}

function toRank(value: bigint, digits: number): Rank {
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  const cut = text.length - digits;
  return `${value < 0n ? '-' : ''}${text.slice(0, cut)}${digits === 0 ? '' : `.${text.slice(cut)}`}`;
}

/**
 * Returns a rank between two others, with as few digits as possible; either may be left out. It is never a whole number: these are the
 * ranks of cards that nobody has moved. If there is no room between the two, the first one's rank is returned.
 */
export function rankBetween(after: Rank | undefined, before: Rank | undefined): Rank {
  if (after === undefined && before === undefined) return '0.5';
  if (before === undefined) return toRank(floorAt(after ?? '0', 0).floor * 10n + 15n, 1);
  if (after === undefined) return toRank(floorAt(before, 0).floor * 10n - 5n, 1);
  const most = Math.max(...[after, before].map((rank) => rank.split('.')[1]?.length ?? 0)) + 1;
  for (let digits = 1; digits <= most; digits += 1) {
    const low = floorAt(after, digits).floor + 1n;
    const top = floorAt(before, digits);
    const high = top.isWhole ? top.floor - 1n : top.floor;
    const whole = 10n ** BigInt(digits);
    const middle = (low + high) / 2n;
    const found = [middle, middle + 1n, middle - 1n].find((one) => one >= low && one <= high && one % whole !== 0n);
    if (found !== undefined) return toRank(found, digits);
  }
  return after;
}
