const made = new Map<string, Intl.DateTimeFormat>();

/** A format of dates, made once for each locale and options: to make one takes as long as to write a hundred dates. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, known);
  return known;
}
