import { NUMBER_FORMAT } from './entities.ts';

const GROUPED = {
  ',': /^-?\d{1,3}(\.\d{3})+(,\d+)?$/,
  '.': /^-?\d{1,3}(,\d{3})+(\.\d+)?$/,
} as const;

/**
 * A number as it is kept, of how somebody wrote it: `1.234,5` and `1,234.5` are `1234.5`. `point`: what stands before the part behind the
 * point where that is in doubt, as in `1.234`; left out, one point is one, and so is one comma. Undefined where it is no number.
 */
export function keptNumber(written: string, point?: ',' | '.'): string | undefined {
  const text = written.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[−–]/, '-');
  const plain = plainNumber(text, point);
  if (plain === undefined || !NUMBER_FORMAT.test(plain)) return undefined;
  const [whole = '', behind = ''] = plain.replace('-', '').split('.');
  const kept = `${whole.replace(/^0+(?=\d)/, '')}${behind.replace(/0+$/, '') === '' ? '' : `.${behind.replace(/0+$/, '')}`}`;
  return plain.startsWith('-') && kept !== '0' ? `-${kept}` : kept;
}

function plainNumber(text: string, point: ',' | '.' | undefined): string | undefined {
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(text)) return undefined;
  const unsigned = text.replace('+', '');
  const [comma, dot] = [unsigned.lastIndexOf(','), unsigned.lastIndexOf('.')];
  const hasSeveral = (sign: string) => unsigned.indexOf(sign) !== unsigned.lastIndexOf(sign);
  let mark = comma === -1 ? '.' : ',';
  if (comma !== -1 && dot !== -1) mark = comma > dot ? ',' : '.';
  else if (hasSeveral(mark)) mark = mark === ',' ? '.' : ',';
  else if (point !== undefined && mark !== point && GROUPED[point].test(unsigned)) mark = point;
  const [whole = '', behind, ...rest] = unsigned.split(mark);
  const other = mark === ',' ? '.' : ',';
  const isGrouped = whole.includes(other);
  if (rest.length > 0 || behind?.includes(other) === true || (isGrouped && !GROUPED[mark as ',' | '.'].test(unsigned)))
    return undefined;
  const digits = whole.replaceAll(other, '');
  return `${/\d/.test(digits) ? digits : digits + '0'}${behind === undefined || behind === '' ? '' : `.${behind}`}`;
}
