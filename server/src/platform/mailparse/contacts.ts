import { CardCutter, cardLines, unescaped, valueParts, type CardLine } from '../vcard.ts';
import { oneLine } from './text.ts';

/** A person of a contact file (vCard 2.1, 3.0 and 4.0). */
export interface Contact {
  readonly name: string;
  readonly organisation: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly addresses: readonly string[];
  readonly birthday: string;
  readonly note: string;
}

const MAX_CONTACTS = 500;
const MAX_OF_A_KIND = 50;
const MAX_CHARACTERS = 8_000_000;

/** The people of a contact file. Throws where it is none. */
export function readContacts(text: string): Contact[] {
  const plain = text.slice(0, MAX_CHARACTERS).replace(/^\ufeff/, '');
  if (!/^\s*BEGIN[ \t]*:[ \t]*VCARD/i.test(plain)) throw new Error('No contacts');
  const cutter = new CardCutter();
  const found: Contact[] = [];
  for (const line of plain.split(/\r\n?|\n/)) {
    for (const card of cutter.take(line)) found.push(contactOf(cardLines(card.text)));
    if (found.length >= MAX_CONTACTS) return found;
  }
  for (const card of cutter.end()) found.push(contactOf(cardLines(card.text)));
  return found;
}

function contactOf(lines: readonly CardLine[]): Contact {
  const all = (name: string): string[] => lines.filter((line) => line.name === name).map(({ value }) => value);
  const texts = (name: string): string[] =>
    [...new Set(all(name).map((value) => plainText(value).replace(/^(?:mailto|tel):/i, '')))]
      .filter(Boolean)
      .slice(0, MAX_OF_A_KIND);
  const [family, given, further, before, behind] = fields(all('N')[0] ?? '');
  const name = [before, given, further, family, behind].filter(Boolean).join(' ');
  const organisation = fields(all('ORG')[0] ?? '')
    .filter(Boolean)
    .join(', ');
  return {
    name: texts('FN')[0] || name || texts('NICKNAME')[0] || organisation,
    organisation,
    emails: texts('EMAIL'),
    phones: texts('TEL'),
    addresses: all('ADR')
      .map((value) => fields(value).filter(Boolean).join(', '))
      .filter(Boolean)
      .slice(0, MAX_OF_A_KIND),
    birthday: texts('BDAY')[0] ?? '',
    note: all('NOTE')
      .map((value) => unescaped(value).trim())
      .join('\n')
      .slice(0, 10_000),
  };
}

/** The parts of a value that has several, each as a line. */
const fields = (value: string): string[] =>
  valueParts(value).map((part) => oneLine(unescaped(part).replace(/(?<=\S),(?=\S)/g, ', '), 500));

const plainText = (value: string): string => oneLine(unescaped(value), 1000);
