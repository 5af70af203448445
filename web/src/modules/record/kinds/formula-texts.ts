import { defineTexts } from '../../../shell/index.ts';

/** What formulas can do, each with how it is written. */
export const formulaTexts = defineTexts(
  {
    lines: [
      ['preis * menge', 'Rechnen mit + - * / und Klammern; + und - auch mit Tagen an einem Datum'],
      ['name + " " + ort', 'Texte aneinanderhängen'],
      [
        'if(menge > 10, "viel", "wenig")',
        'Je nachdem; vergleicht mit = != < > <= >=, wobei != „ist nicht“ heißt und == dasselbe wie =',
      ],
      ['and(a > 1, b > 1), or(…), not(…)', 'Bedingungen verbinden'],
      ['isEmpty(ort)', 'Ob nichts darin steht'],
      ['round(preis, 2), floor(…), ceil(…), abs(…)', 'Runden, ab- und aufrunden, ohne Vorzeichen'],
      ['sum(a, b, c), min(…), max(…)', 'Summe, kleinster und größter Wert; Leeres zählt nicht'],
      ['days(beginn, ende)', 'Tage zwischen zwei Daten'],
      ['addDays(beginn, 14), addMonths(…), addYears(…)', 'Ein Datum später; mit Minus früher'],
      ['date(2026, 12, 31)', 'Ein Datum aus Jahr, Monat, Tag'],
      ['year(beginn), month(…), day(…)', 'Teile eines Datums'],
      ['concat(a, b), join(", ", a, b)', 'Zusammenfügen; join lässt Leeres aus'],
      ['upper(name), lower(…), trim(…)', 'Groß, klein, ohne Leerzeichen am Rand'],
      ['left(name, 3), right(…), length(name)', 'Anfang, Ende, Länge eines Textes'],
      ['contains(name, "GmbH")', 'Ob es darin vorkommt'],
    ],
  },
  {
    lines: [
      ['price * quantity', 'Compute with + - * / and brackets; + and - with days to a date, too'],
      ['name + " " + city', 'Put texts together'],
      [
        'if(quantity > 10, "many", "few")',
        'One or the other; compares with = != < > <= >=, where != means “is not” and == the same as =',
      ],
      ['and(a > 1, b > 1), or(…), not(…)', 'Combine conditions'],
      ['isEmpty(city)', 'Whether nothing stands in it'],
      ['round(price, 2), floor(…), ceil(…), abs(…)', 'Round, down, up, without its sign'],
      ['sum(a, b, c), min(…), max(…)', 'Sum, least and greatest value; what is empty does not count'],
      ['days(begin, end)', 'Days between two dates'],
      ['addDays(begin, 14), addMonths(…), addYears(…)', 'A later date; an earlier one with a minus'],
      ['date(2026, 12, 31)', 'A date of year, month, day'],
      ['year(begin), month(…), day(…)', 'Parts of a date'],
      ['concat(a, b), join(", ", a, b)', 'Put together; join leaves out what is empty'],
      ['upper(name), lower(…), trim(…)', 'Capitals, small letters, without blanks around it'],
      ['left(name, 3), right(…), length(name)', 'Beginning, end, length of a text'],
      ['contains(name, "Ltd")', 'Whether it stands in it'],
    ],
  },
);
