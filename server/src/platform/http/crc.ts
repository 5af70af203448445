import { crc32 } from 'node:zlib';

/** How many bytes there are, and their CRC-32. */
export interface Sum {
  readonly length: number;
  readonly crc: number;
}

export const sumOf = (bytes: Buffer): Sum => ({ length: bytes.byteLength, crc: crc32(bytes) });

/** The polynomial of gzip's CRC, lowest power first. RFC 1952, 8. */
const POLYNOMIAL = 0xedb88320;
/** The polynomials 1 and x, in the same order of bits. */
const ONE = 0x80000000;
const X = 0x40000000;

/** The product of two polynomials, reduced. */
function times(one: number, other: number): number {
  let [product, power] = [0, other];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((one & bit) !== 0) product ^= power;
    power = (power & 1) === 0 ? power >>> 1 : (power >>> 1) ^ POLYNOMIAL;
  }
  return product >>> 0;
}

/** x to the power of 1, 2, 4, 8 and so on. */
const SQUARES: readonly number[] = (() => {
  const squares = [X];
  while (squares.length < 64) squares.push(times(squares.at(-1) ?? X, squares.at(-1) ?? X));
  return squares;
})();

/** What a CRC is multiplied by where so many bytes follow: x to the power of their bits. */
function shiftOf(length: number): number {
  let shift = ONE;
  // Of bits there are eight times as many: the first power is that of 2 to the 3.
  for (let at = 3; length >= 2 ** (at - 3); at += 1)
    if (Math.floor(length / 2 ** (at - 3)) % 2 === 1) shift = times(SQUARES[at] ?? ONE, shift);
  return shift;
}

/** The sum of bytes that stand one behind the other, from their sums alone: none of them is read again. */
export const sumOfBoth = (first: Sum, second: Sum): Sum => ({
  length: first.length + second.length,
  crc: (times(shiftOf(second.length), first.crc) ^ second.crc) >>> 0,
});

export const sumOfAll = (sums: readonly Sum[]): Sum => sums.reduce(sumOfBoth, { length: 0, crc: 0 });
