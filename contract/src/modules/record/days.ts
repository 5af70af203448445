import { DATE_FORMAT } from './entities.ts';

/** A day (`2026-12-01`) as it is read in the format of its field, as `DD.MM.YYYY`; what is no day stays as it is. */
export function saidDay(value: string, format: string): string {
  if (!DATE_FORMAT.test(value)) return value;
  const [year = '', month = '', day = ''] = value.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
