import { readNumber, type ReadNumber } from './said.ts';

/** Begins with a plus sign or a zero, goes on with digits and what people write between them, and ends with a digit. */
const WRITTEN =
  /(?<![\p{L}\p{N}+@/.,:=_*#-])(?:\+[1-9]|\(?0[1-9]|00[1-9])(?:[0-9]|[ \u00a0]?\(0\)[ \u00a0]?|\)[ \u00a0]?|[ \u00a0/.\u2010-\u2015-](?=[ \u00a0/-]{0,2}[0-9])){5,22}(?![\p{L}\p{N}@*#])/gu;
/** A day: `01/02/2026`, `01-02-26` or `01.02.2026`. */
const DAY = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/;
/** Lines that name accounts and registers, whose digits look like numbers. */
const NO_PHONES =
  /\b(?:IBAN|BIC|SWIFT|HR[AB]|USt|VAT|Steuer\S*|St\.?-?Nr|Konto\S*|BLZ|Amtsgericht|Registergericht|EORI|WEEE|Kunden\S*|Auftrag\S*|Rechnung\S*|Aktenzeichen)\b/iu;
const MIN_DIGITS = 8;

/** The numbers that lines of a text name among other words and that are reached from everywhere, each once; `country`: of those without a code. */
export function writtenNumbers(text: string, country: string): readonly (ReadNumber & { readonly number: number })[] {
  const found = new Map<number, ReadNumber & { readonly number: number }>();
  for (const line of text.normalize('NFKC').split('\n')) {
    if (NO_PHONES.test(line)) continue;
    for (const [written] of line.matchAll(WRITTEN)) {
      if (DAY.test(written)) continue;
      const read = readNumber(written.replace(/^\((0\d+)\)/, '$1 ').replace('(0)', ''), country);
      if (read === undefined || read.number === null || String(read.number).length < MIN_DIGITS) continue;
      if (!found.has(read.number)) found.set(read.number, { number: read.number, text: read.text });
    }
  }
  return [...found.values()];
}
