import { saidDay, type ListColumn, type RecordInstance, type Value } from '@kontor/contract/record';
import { dateFormat } from '../../../shell/date-format.ts';
import { useFormats, useLanguage, useMinute, useTexts } from '../../../shell/index.ts';
import { listTexts } from './list-texts.ts';
import type { Cell } from './use-rows.ts';

/** What a column is called: those of every record in the person's language, fields as the kind calls them. */
export function useColumnName(): (column: Pick<ListColumn, 'key' | 'label' | 'field'>) => string {
  const { own } = useTexts(listTexts);
  return ({ key, label, field }) => (field === null ? (own[key as 'ID'] ?? label) : label);
}

/** What stands in a cell, as it is read. */
export function useCellText(kinds: readonly RecordInstance[]): (column: ListColumn, cell: Cell | Value) => string {
  const language = useLanguage();
  const formats = useFormats();
  const now = useMinute();
  return ({ sort, key, format }, cell) => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'object') return cell.join(', ');
    if (sort === 'kind') return kinds.find(({ ID }) => ID === cell)?.Name ?? '';
    if (sort === 'moment') return formats.short(Math.floor(Number(cell) / 1000), now);
    if (sort === 'date' && format !== undefined) return saidDay(String(cell), format);
    if (sort === 'date') {
      const date = new Date(`${cell}T00:00:00Z`);
      if (Number.isNaN(date.getTime())) return String(cell);
      return dateFormat(language, {
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(date);
    }
    if (sort === 'number' && key !== 'ID') {
      const [, rest = ''] = String(cell).split('.');
      const number = Number(cell);
      return Number.isNaN(number) || String(cell).length > 15
        ? String(cell)
        : new Intl.NumberFormat(language, { minimumFractionDigits: Math.min(6, rest.length) }).format(number);
    }
    return String(cell);
  };
}
