import { DATE_PRESETS, type DateFilter } from '@kontor/contract/activity';

/** Date filter of a route's parameter: a preset or a day; everything where it is neither. */
export function dateOf(text: string | undefined): DateFilter {
  const plain = (text ?? 'all').replace(/^"|"$/g, '');
  const preset = DATE_PRESETS.find((name) => name === plain);
  if (preset !== undefined) return preset;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(plain)?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : 'all';
}
