import { decodeText } from '../charset.ts';
import type { Gathering } from './gathering.ts';

/** What of calendars and address cards people read. */
const TOLD = new Set(
  `SUMMARY DESCRIPTION LOCATION COMMENT CATEGORIES CONTACT ORGANIZER ATTENDEE RESOURCES URL X-ALT-DESC
  FN N NICKNAME ORG TITLE ROLE EMAIL TEL ADR LABEL NOTE X-PHONETIC-FIRST-NAME X-PHONETIC-LAST-NAME`.split(/\s+/),
);
const LINE = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)*):(.*)$/s;

/** Text of a calendar (ICS) or of address cards (VCF), property by property. */
export function readCards(text: string, gathering: Gathering): void {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '');
  // The older cards fold in another way, where they say so.
  const lines = unfolded.replace(
    /^([^:\n]*ENCODING=QUOTED-PRINTABLE[^:\n]*:)((?:[^\n]*=\n)*[^\n]*)/gim,
    (_all, head: string, value: string) => head + value.replace(/=\n/g, ''),
  );
  for (const line of lines.split('\n')) {
    const [, name = '', parameters = '', value = ''] = LINE.exec(line.slice(0, 20_000)) ?? [];
    if (!TOLD.has(name.toUpperCase())) continue;
    const plain = /ENCODING=QUOTED-PRINTABLE/i.test(parameters) ? quoted(value, parameters) : value;
    const [, person = ''] = /;CN=("[^"]*"|[^;:]*)/i.exec(parameters) ?? [];
    gathering.line(`${person} ${unescaped(plain).replace(/^(mailto|tel):/i, '')}`);
  }
}

const unescaped = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_all, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign)).replace(/;/g, ' ');

function quoted(value: string, parameters: string): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  const charset = /CHARSET=([\w-]+)/i.exec(parameters)?.[1] ?? 'utf-8';
  return decodeText(bytes, charset);
}
