/** A day (`2026-12-01`) as it is read in the format of its field, as `DD.MM.YYYY`; what is no day stays as it is. */
export function saidDay(value: string, format: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return value;
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
