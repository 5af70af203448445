import { describe, expect, test } from 'vitest';
import type { Language } from '../../shell/index.ts';
import { understand, type About, type Part } from './understand.ts';

/** A Monday. */
const NOW = '2026-11-23T09:30:00[Europe/Berlin]';
const people = [
  { userId: 1, fullName: 'Anna Berger' },
  { userId: 2, fullName: 'Ben Berger' },
  { userId: 3, fullName: 'Chris Okafor' },
];
const read = (line: string, language: Language, more: Partial<About> & { readonly at?: string } = {}) =>
  understand(line, { now: Temporal.ZonedDateTime.from(more.at ?? NOW), language, people, ...more });

/** The parts in short: `due 2026-11-24`, times as they are in Berlin. */
const short = (part: Part): string => {
  const local = (instant: string): string =>
    Temporal.Instant.from(instant)
      .toZonedDateTimeISO('Europe/Berlin')
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' });
  switch (part.kind) {
    case 'due':
      return `due ${part.due.length === 10 ? part.due : local(part.due)}`;
    case 'reminder':
      return `bell ${local(part.at)}`;
    case 'person':
      return `@${part.userId}`;
    case 'record':
      return `#${part.word}`;
    case 'tag':
      return `+${part.tag}`;
    case 'repetition': {
      const {
        type,
        cycleTime = 1,
        monthlyRule = 'dayOfMonth',
        end = 'never',
        countEnd,
        fixedEndDate,
        ...days
      } = part.repetition;
      const on = Object.entries(days).flatMap(([name, isOn]) => (isOn ? [name.slice(0, 2)] : []));
      const rule = monthlyRule === 'dayOfMonth' ? '' : ` ${monthlyRule}`;
      const until = end === 'never' ? '' : ` ${end} ${countEnd ?? fixedEndDate ?? ''}`;
      return `${type} ${cycleTime}${rule}${on.length === 0 ? '' : ` ${on.join()}`}${until}`;
    }
  }
};

type Case = readonly [line: string, title: string, ...parts: string[]];

describe('German', () => {
  test.each<Case>([
    ['Angebot schreiben', 'Angebot schreiben'],
    ['Angebot schreiben morgen', 'Angebot schreiben', 'due 2026-11-24'],
    ['morgen 9 Uhr Angebot an Werft schicken', 'Angebot an Werft schicken', 'due 2026-11-24T09:00'],
    ['Meier anrufen morgen 9', 'Meier anrufen', 'due 2026-11-24T09:00'],
    ['morgen 9 Stühle bestellen', '9 Stühle bestellen', 'due 2026-11-24'],
    ['übermorgen Zahnarzt', 'Zahnarzt', 'due 2026-11-25'],
    ['Heute noch Rechnung prüfen', 'noch Rechnung prüfen', 'due 2026-11-23'],
    ['um 17 Uhr Blumen gießen', 'Blumen gießen', 'due 2026-11-23T17:00'],
    ['um 8 Zeitung holen', 'Zeitung holen', 'due 2026-11-24T08:00'],
    ['halb neun Lieferung', 'Lieferung', 'due 2026-11-24T08:30'],
    ['Freitag halb 3 Begehung', 'Begehung', 'due 2026-11-27T14:30'],
    ['morgen halb drei Begehung', 'Begehung', 'due 2026-11-24T14:30'],
    ['morgen Viertel nach vier Begehung', 'Begehung', 'due 2026-11-24T16:15'],
    ['morgen um drei Begehung', 'Begehung', 'due 2026-11-24T15:00'],
    ['morgen früh halb sechs Lieferung', 'Lieferung', 'due 2026-11-24T05:30'],
    ['morgen 3 Uhr Sicherung prüfen', 'Sicherung prüfen', 'due 2026-11-24T03:00'],
    ['Angebot an Werft bis 1. Mai 2027 schicken', 'Angebot an Werft schicken', 'due 2027-05-01'],
    ['1. Mai 2027 Messe', 'Messe', 'due 2027-05-01'],
    ['Messe 1. Mai 2027 besuchen', 'Messe besuchen', 'due 2027-05-01'],
    ['Messe am 1. Mai besuchen', 'Messe besuchen', 'due 2027-05-01'],
    ['morgen Viertel vor neun Abfahrt', 'Abfahrt', 'due 2026-11-24T08:45'],
    ['halb eins Essen', 'Essen', 'due 2026-11-23T12:30'],
    ['Viertel vor eins Essen', 'Essen', 'due 2026-11-23T12:45'],
    ['halb drei nachts Sicherung', 'Sicherung', 'due 2026-11-24T02:30'],
    ['fünf vor halb drei Begehung', 'Begehung', 'due 2026-11-23T14:25'],
    ['fünf nach halb drei Begehung', 'Begehung', 'due 2026-11-23T14:35'],
    ['zehn nach drei Begehung', 'Begehung', 'due 2026-11-23T15:10'],
    ['zehn vor acht Begehung', 'Begehung', 'due 2026-11-24T07:50'],
    ['dreiviertel drei Begehung', 'Begehung', 'due 2026-11-23T14:45'],
    ['viertel drei Begehung', 'Begehung', 'due 2026-11-23T14:15'],
    ['in 1,5 Stunden Ofen aus', 'Ofen aus', 'due 2026-11-23T11:00'],
    ['in 1 h 30 min Ofen aus', 'Ofen aus', 'due 2026-11-23T11:00'],
    ['Sonntag, 2. Mai 2027 Messe', 'Messe', 'due 2027-05-02'],
    ['Sonntag, den 2. Mai um 15 Uhr Messe', 'Messe', 'due 2027-05-02T15:00'],
    ['So, 2.5. Messe', 'Messe', 'due 2027-05-02'],
    ['Messe am 1.Mai 2027', 'Messe', 'due 2027-05-01'],
    ['Messe 1 Mai 2027 besuchen', 'Messe besuchen', 'due 2027-05-01'],
    ['Messe am ersten Mai', 'Messe', 'due 2027-05-01'],
    ['Messe 1. Mai 27', 'Messe', 'due 2027-05-01'],
    ['heute Messe vom 1. Mai 2027 planen', 'Messe vom 1. Mai 2027 planen', 'due 2026-11-23'],
    ['14:30 Telefonat', 'Telefonat', 'due 2026-11-23T14:30'],
    ['Freitag 14:30 Telefonat mit Herrn Mai', 'Telefonat mit Herrn Mai', 'due 2026-11-27T14:30'],
    ['am Montag Bericht', 'Bericht', 'due 2026-11-30'],
    ['bis Mittwoch Steuer', 'Steuer', 'due 2026-11-25'],
    ['nächsten Freitag Inventur', 'Inventur', 'due 2026-12-04'],
    ['kommenden Donnerstag Abnahme', 'Abnahme', 'due 2026-11-26'],
    ['nächste Woche Urlaub planen', 'Urlaub planen', 'due 2026-11-30'],
    ['in 2 Wochen nachfassen', 'nachfassen', 'due 2026-12-07'],
    ['in drei Tagen nachfassen', 'nachfassen', 'due 2026-11-26'],
    ['in 2 Stunden Ofen aus', 'Ofen aus', 'due 2026-11-23T11:30'],
    ['Rechnung am 31. zahlen', 'Rechnung zahlen', 'due 2026-12-31'],
    ['am 30. kündigen', 'kündigen', 'due 2026-11-30'],
    ['am 24.12. Baum holen', 'Baum holen', 'due 2026-12-24'],
    ['24.12. 8:00 Baum holen', 'Baum holen', 'due 2026-12-24T08:00'],
    ['bis zum 5.1. Meldung', 'Meldung', 'due 2027-01-05'],
    ['am 3. März Messe', 'Messe', 'due 2027-03-03'],
    ['Feier am 5. Dezember um 18 Uhr', 'Feier', 'due 2026-12-05T18:00'],
    ['Ende der Woche Bericht', 'Bericht', 'due 2026-11-27'],
    ['Monatsende abrechnen', 'abrechnen', 'due 2026-11-30'],
    ['heute Abend Fenster schließen', 'Fenster schließen', 'due 2026-11-23T18:00'],
    ['morgen früh Zug', 'Zug', 'due 2026-11-24T08:00'],
    ['Mo 9 Uhr Jour fixe', 'Jour fixe', 'due 2026-11-30T09:00'],
  ])('%s', (line, title, ...parts) => {
    const { title: is, parts: found } = read(line, 'de');
    expect([is, ...found.map(short)]).toEqual([title, ...parts]);
  });

  test.each<Case>([
    ['Mai anrufen', 'Mai anrufen'],
    ['Herrn März schreiben', 'Herrn März schreiben'],
    ['So geht das nicht', 'So geht das nicht'],
    ['Do it yourself Regal kaufen', 'Do it yourself Regal kaufen'],
    ['Guten Morgen sagen', 'Guten Morgen sagen'],
    ['12 Stühle für Raum 9', '12 Stühle für Raum 9'],
    ['Version 2.10.3 freigeben', 'Version 2.10.3 freigeben'],
    ['Angebot über 3.500 Euro', 'Angebot über 3.500 Euro'],
    ['+49 431 1234 anrufen', '+49 431 1234 anrufen'],
    ['C++ lernen', 'C++ lernen'],
    ['Ticket #42 schließen', 'Ticket #42 schließen'],
    ['post@werft.example schreiben', 'post@werft.example schreiben'],
    ['Preise um 8 % erhöhen', 'Preise um 8 % erhöhen'],
    ['zwei Tage Urlaub eintragen', 'zwei Tage Urlaub eintragen'],
    ['Kapitel 4.2 lesen', 'Kapitel 4.2 lesen'],
    ['25:00 Uhr', '25:00 Uhr'],
    ['Protokoll vom 1. Mai 2020 lesen', 'Protokoll vom 1. Mai 2020 lesen'],
    ['DIN 1045 prüfen', 'DIN 1045 prüfen'],
  ])('is no time: %s', (line, title, ...parts) => {
    const { title: is, parts: found } = read(line, 'de');
    expect([is, ...found.map(short)]).toEqual([title, ...parts]);
  });

  test.each<Case>([
    ['jeden Montag Müll rausstellen', 'Müll rausstellen', 'due 2026-11-23', 'weekly 1 mo'],
    ['jeden Montag um 9 Jour fixe', 'Jour fixe', 'due 2026-11-30T09:00', 'weekly 1 mo'],
    ['jeden Dienstag und Freitag gießen', 'gießen', 'due 2026-11-24', 'weekly 1 tu,fr'],
    ['dienstags 10 Uhr Lager', 'Lager', 'due 2026-11-24T10:00', 'weekly 1 tu'],
    ['täglich Kasse zählen', 'Kasse zählen', 'due 2026-11-23', 'daily 1'],
    ['werktags 8 Uhr lüften', 'lüften', 'due 2026-11-24T08:00', 'weekly 1 mo,tu,we,th,fr'],
    ['alle 2 Wochen Filter wechseln', 'Filter wechseln', 'due 2026-11-23', 'weekly 2'],
    ['jeden zweiten Donnerstag Sauna', 'Sauna', 'due 2026-11-26', 'weekly 2 th'],
    ['monatlich am 1. Miete', 'Miete', 'due 2026-12-01', 'monthly 1'],
    ['jeden 15. Gehälter', 'Gehälter', 'due 2026-12-15', 'monthly 1'],
    ['jeden ersten Montag im Monat Sitzung', 'Sitzung', 'due 2026-12-07', 'monthly 1 weekdayOfMonth'],
    ['jeden letzten Freitag Inventur', 'Inventur', 'due 2026-11-27', 'monthly 1 weekdayFromEnd'],
    ['am letzten Tag des Monats Abschluss', 'Abschluss', 'due 2026-11-30', 'monthly 1 lastDay'],
    ['am ersten Werktag des Monats Meldung', 'Meldung', 'due 2026-12-01', 'monthly 1 firstWorkday'],
    ['vierteljährlich Heizung prüfen', 'Heizung prüfen', 'due 2026-11-23', 'monthly 3'],
    ['jährlich am 24.12. Baum', 'Baum', 'due 2026-12-24', 'yearly 1'],
    ['3 Tage nach Erledigung gießen', 'gießen', 'due 2026-11-23', 'afterDone 3'],
    ['2 Wochen nach Erledigung nachfassen', 'nachfassen', 'due 2026-11-23', 'afterDone 14'],
    ['täglich bis 31.12. Protokoll', 'Protokoll', 'due 2026-11-23', 'daily 1 date 2026-12-31'],
    ['wöchentlich 10 mal Kurs', 'Kurs', 'due 2026-11-23', 'weekly 1 count 10'],
  ])('repeats: %s', (line, title, ...parts) => {
    const { title: is, parts: found } = read(line, 'de');
    expect([is, ...found.map(short)]).toEqual([title, ...parts]);
  });

  test.each<Case>([
    ['morgen Zahnarzt erinnere mich um 8', 'Zahnarzt', 'due 2026-11-24', 'bell 2026-11-24T08:00'],
    ['erinnere mich um 8 Zeitung holen', 'Zeitung holen', 'bell 2026-11-24T08:00'],
    ['morgen 14 Uhr Termin, erinnere mich 1 Stunde vorher', 'Termin', 'due 2026-11-24T14:00', 'bell 2026-11-24T13:00'],
    ['Freitag Abgabe erinnere mich morgen um 9', 'Abgabe', 'due 2026-11-27', 'bell 2026-11-24T09:00'],
    ['@Chris Angebot prüfen bis Freitag', 'Angebot prüfen', 'due 2026-11-27', '@3'],
    ['@Anna Berger anrufen', 'anrufen', '@1'],
    ['@Berger anrufen', '@Berger anrufen'],
    ['@niemand fragen', '@niemand fragen'],
    ['Angebot #Werft +Vertrieb +eilig morgen', 'Angebot', 'due 2026-11-24', '#Werft', '+Vertrieb', '+eilig'],
  ])('says more: %s', (line, title, ...parts) => {
    const { title: is, parts: found } = read(line, 'de');
    expect([is, ...found.map(short)]).toEqual([title, ...parts]);
  });
});

describe('a day that no calendar has is named', () => {
  test.each([
    ['Steuer 31.2. abgeben', '31.2.'],
    ['Steuer bis 30.02.2027', '30.02.2027'],
    ['am 31. April Miete', '31. April'],
    ['am 29. Februar 2027 Fest', '29. Februar 2027'],
    ['am 29. Februar Fest', undefined],
    ['am 31.12. Fest', undefined],
    ['Version 31.2.1 freigeben', undefined],
    ['Kapitel 45.2. lesen', undefined],
    ['Version 31.2. prüfen', undefined],
    ['Miete 32.1.2027', '32.1.2027'],
    ['2027-02-31 Miete', '2027-02-31'],
    ['Feb 30 Miete', 'Feb 30'],
    ['Miete 31/2/2027', '31/2/2027'],
    ['Sonntag, 31. Februar Messe', 'Sonntag, 31. Februar'],
    ['31st of June fair', '31st of June'],
    ['Angebot schreiben', undefined],
  ])('%s', (line, day) => {
    expect(read(line, 'de').impossible).toBe(day);
  });

  test('until it is said to be none', () => {
    expect(read('Steuer 31.2. abgeben', 'de', { taken: new Set(['impossible 31.2.']) })).toMatchObject({
      title: 'Steuer 31.2. abgeben',
    });
    expect(read('Steuer 31.2. abgeben', 'de', { taken: new Set(['impossible 31.2.']) }).impossible).toBeUndefined();
  });
});

describe('English', () => {
  test.each<Case>([
    ['call Meier tomorrow 9', 'call Meier', 'due 2026-11-24T09:00'],
    ['call Meier tomorrow at 9am', 'call Meier', 'due 2026-11-24T09:00'],
    ['tomorrow 9 chairs', '9 chairs', 'due 2026-11-24'],
    ['send offer at 3:30 pm', 'send offer', 'due 2026-11-23T15:30'],
    ['lunch at noon', 'lunch', 'due 2026-11-23T12:00'],
    ['report by friday', 'report', 'due 2026-11-27'],
    ['next friday review', 'review', 'due 2026-12-04'],
    ['the day after tomorrow dentist', 'dentist', 'due 2026-11-25'],
    ['follow up in 2 weeks', 'follow up', 'due 2026-12-07'],
    ['turn it off in an hour', 'turn it off', 'due 2026-11-23T10:30'],
    ['pay on the 31st', 'pay', 'due 2026-12-31'],
    ['fair on March 3', 'fair', 'due 2027-03-03'],
    ['party 5 December at 6pm', 'party', 'due 2026-12-05T18:00'],
    ['Fri 14:30 phone call', 'phone call', 'due 2026-11-27T14:30'],
    ['water plants tonight', 'water plants', 'due 2026-11-23T18:00'],
    ['close the books at the end of the month', 'close the books at the', 'due 2026-11-30'],
    ['every monday bins', 'bins', 'due 2026-11-23', 'weekly 1 mo'],
    ['every 2 weeks change filter', 'change filter', 'due 2026-11-23', 'weekly 2'],
    ['every other week change filter', 'change filter', 'due 2026-11-23', 'weekly 2'],
    ['monthly on the 1st rent', 'rent', 'due 2026-12-01', 'monthly 1'],
    ['every weekday at 8 open the shop', 'open the shop', 'due 2026-11-24T08:00', 'weekly 1 mo,tu,we,th,fr'],
    ['every last friday stocktaking', 'stocktaking', 'due 2026-11-27', 'monthly 1 weekdayFromEnd'],
    ['3 days after completion water', 'water', 'due 2026-11-23', 'afterDone 3'],
    ['daily until December 24 candle', 'candle', 'due 2026-11-23', 'daily 1 date 2026-12-24'],
    ['dentist tomorrow remind me at 8', 'dentist', 'due 2026-11-24', 'bell 2026-11-24T08:00'],
    ['tomorrow 2 pm meeting, remind me 30 minutes before', 'meeting', 'due 2026-11-24T14:00', 'bell 2026-11-24T13:30'],
    ['May I call you', 'May I call you'],
    ['call May', 'call May'],
    ['march to the office', 'march to the office'],
    ['sat down with Ben', 'sat down with Ben'],
    ['order sun screen', 'order sun screen'],
    ['book 2 days off', 'book 2 days off'],
    ['second floor room 9', 'second floor room 9'],
    ['release version 2.10', 'release version 2.10'],
  ])('%s', (line, title, ...parts) => {
    const { title: is, parts: found } = read(line, 'en');
    expect([is, ...found.map(short)]).toEqual([title, ...parts]);
  });

  test.each<[Language, ...Case]>([
    ['de', 'call Meier tomorrow at 9', 'call Meier', 'due 2026-11-24T09:00'],
    ['en', 'morgen um 9 Meier anrufen', 'Meier anrufen', 'due 2026-11-24T09:00'],
    ['de', 'follow up in 2 weeks', 'follow up', 'due 2026-12-07'],
    ['en', 'am 3. März Messe', 'Messe', 'due 2027-03-03'],
  ])('whatever is shown (%s): %s', (language, line, title, ...parts) => {
    const { title: is, parts: found } = read(line, language);
    expect([is, ...found.map(short)]).toEqual([title, ...parts]);
  });
});

describe('said in another way', () => {
  const said =
    (language: Language) =>
    (line: string, title: string, ...parts: string[]) => {
      const { title: is, parts: found } = read(line, language);
      expect([is, ...found.map(short)]).toEqual([title, ...parts]);
    };
  test.each<Case>([
    ['nächste Woche Freitag Inventur', 'Inventur', 'due 2026-12-04'],
    ['Freitag nächster Woche Inventur', 'Inventur', 'due 2026-12-04'],
    ['Freitag in einer Woche Inventur', 'Inventur', 'due 2026-12-04'],
    ['in einer halben Stunde Ofen', 'Ofen', 'due 2026-11-23T10:00'],
    ['in anderthalb Stunden Ofen', 'Ofen', 'due 2026-11-23T11:00'],
    ['jeden 2. Dienstag Müll', 'Müll', 'due 2026-11-24', 'weekly 2 tu'],
    ['jeden 2. Dienstag im Monat Müll', 'Müll', 'due 2026-12-08', 'monthly 1 weekdayOfMonth'],
    ['jeden zweiten Dienstag im Monat Müll', 'Müll', 'due 2026-12-08', 'monthly 1 weekdayOfMonth'],
    ['jeden 2. Tag gießen', 'gießen', 'due 2026-11-23', 'daily 2'],
    ['jeden Morgen lüften', 'lüften', 'due 2026-11-24T08:00', 'daily 1'],
    ['jeden Freitagabend abschließen', 'abschließen', 'due 2026-11-27T18:00', 'weekly 1 fr'],
    ['jede Woche montags Bericht', 'Bericht', 'due 2026-11-23', 'weekly 1 mo'],
    ['jeden Mo Training', 'Training', 'due 2026-11-23', 'weekly 1 mo'],
    ['jeden 24. Dezember Baum', 'Baum', 'due 2026-12-24', 'yearly 1'],
    ['3x täglich Tabletten', '3x Tabletten', 'due 2026-11-23', 'daily 1'],
    ['morgen um neun Zug', 'Zug', 'due 2026-11-24T09:00'],
    ['um eine Woche verschieben', 'um eine Woche verschieben'],
    ['um zwei Tage verschieben', 'um zwei Tage verschieben'],
    ['Regal um 5 cm kürzen', 'Regal um 5 cm kürzen'],
    ['Freitagabend um 8 Kino', 'Kino', 'due 2026-11-27T20:00'],
    ['Freitag 8 Uhr abends Kino', 'Kino', 'due 2026-11-27T20:00'],
    ['heute Abend um acht Kino', 'Kino', 'due 2026-11-23T20:00'],
    ['10-12 Uhr Besprechung', '10-12 Uhr Besprechung'],
    ['von 10 bis 12 Uhr Besprechung', 'von 10 bis 12 Uhr Besprechung'],
    ['Vertrag vom 24.12. prüfen', 'Vertrag vom 24.12. prüfen'],
    ['am 24.12 Baum', 'Baum', 'due 2026-12-24'],
    ['29.2. Schaltjahr', 'Schaltjahr', 'due 2028-02-29'],
    ['3/4 Liter Milch kaufen', '3/4 Liter Milch kaufen'],
    ['erinnere mich um acht abends Tee', 'Tee', 'bell 2026-11-23T20:00'],
    ['erinnere mich 1 Stunde vorher Tee', 'erinnere mich 1 Stunde vorher Tee'],
    ['fünf am Tag essen', 'fünf am Tag essen'],
    ['24.12.26 Baum', 'Baum', 'due 2026-12-24'],
    ['20.11. Rechnung', 'Rechnung', 'due 2027-11-20'],
    ['20.11.2026 Rechnung', 'Rechnung', 'due 2026-11-20'],
  ])('in German: %s', said('de'));

  test.each<Case>([
    ['friday next week review', 'review', 'due 2026-12-04'],
    ['a week from friday review', 'review', 'due 2026-12-04'],
    ['in half an hour oven', 'oven', 'due 2026-11-23T10:00'],
    ['tomorrow at 9pm call', 'call', 'due 2026-11-24T21:00'],
    ['tomorrow at 9 p.m. call', 'call', 'due 2026-11-24T21:00'],
    ['tomorrow at nine call', 'call', 'due 2026-11-24T09:00'],
    ['tonight at 9 call', 'call', 'due 2026-11-23T21:00'],
    ['tomorrow night call', 'call', 'due 2026-11-24T18:00'],
    ['at 12am backup', 'backup', 'due 2026-11-24T00:00'],
    ['at 12pm lunch', 'lunch', 'due 2026-11-23T12:00'],
    ['12:30am backup', 'backup', 'due 2026-11-24T00:30'],
    ['12:30 pm lunch', 'lunch', 'due 2026-11-23T12:30'],
    ['at 13pm odd', 'at 13pm odd'],
    ['at quarter to nine train', 'train', 'due 2026-11-24T08:45'],
    ['every other week bins', 'bins', 'due 2026-11-23', 'weekly 2'],
    ['every 2nd tuesday bins', 'bins', 'due 2026-11-24', 'weekly 2 tu'],
    ['every 2nd tuesday of the month bins', 'bins', 'due 2026-12-08', 'monthly 1 weekdayOfMonth'],
    ['every 3rd day water', 'water', 'due 2026-11-23', 'daily 3'],
    ['fortnightly report', 'report', 'due 2026-11-23', 'weekly 2'],
    ['every morning standup', 'standup', 'due 2026-11-24T08:00', 'daily 1'],
    ['every friday evening drinks', 'drinks', 'due 2026-11-27T18:00', 'weekly 1 fr'],
    ['every mon and wed gym', 'gym', 'due 2026-11-23', 'weekly 1 mo,we'],
    ['every 1st rent', 'rent', 'due 2026-12-01', 'monthly 1'],
    ['every december 24 tree', 'tree', 'due 2026-12-24', 'yearly 1'],
    ['12/24 tree', 'tree', 'due 2026-12-24'],
    ['5/1 labour day', 'labour day', 'due 2027-05-01'],
    ['24.12. tree', 'tree', 'due 2026-12-24'],
    ['3/4 cup milk', '3/4 cup milk'],
    ['9-11am meeting', '9-11am meeting'],
    ['every day for 2 weeks log', 'for 2 weeks log', 'due 2026-11-23', 'daily 1'],
    ['december 24th, 2027 tree', 'tree', 'due 2027-12-24'],
  ])('in English: %s', said('en'));
});

test.each<[at: string, line: string, part: string]>([
  // The night to 28 March 2027 has no 2:30.
  ['2027-03-27T20:00:00[Europe/Berlin]', 'morgen um 2:30 Server', '2027-03-28T01:30:00.000Z'],
  ['2027-03-27T20:00:00[Europe/Berlin]', 'morgen um 9 Frühstück', '2027-03-28T07:00:00.000Z'],
  // The night to 25 October 2026 has 2:30 twice: the first.
  ['2026-10-24T20:00:00[Europe/Berlin]', 'morgen um 2:30 Server', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T01:30:00[Europe/Berlin]', 'in 2 Stunden Server', '2026-10-25T01:30:00.000Z'],
  ['2026-10-24T20:00:00[Europe/Berlin]', 'in 2 Wochen Server', '2026-11-07'],
  // Each in the zone of the person: there it is tomorrow already.
  ['2026-11-24T00:30:00[Asia/Tokyo]', 'heute Server', '2026-11-24'],
  ['2026-11-24T00:30:00[Asia/Tokyo]', 'in 3 Tagen Server', '2026-11-27'],
  ['2026-11-22T23:30:00[America/New_York]', 'tomorrow 9am Server', '2026-11-23T14:00:00.000Z'],
  ['2026-12-31T12:00:00[Europe/Berlin]', 'am 1.1. Neujahr', '2027-01-01'],
  ['2027-01-31T12:00:00[Europe/Berlin]', 'am 30. zahlen', '2027-03-30'],
])('at %s, %s is %s', (at, line, due) => {
  expect(read(line, 'de', { at }).parts).toMatchObject([{ kind: 'due', due }]);
});

describe('what is taken back', () => {
  const taken = (...keys: string[]) => new Set(keys);
  test.each<[string, ReadonlySet<string>, string, ...string[]]>([
    ['morgen Zahnarzt', taken('due morgen'), 'morgen Zahnarzt'],
    ['@Chris fragen +eilig', taken('person @chris'), '@Chris fragen', '+eilig'],
    ['jeden Montag Müll', taken('repetition jeden montag'), 'jeden Montag Müll'],
    ['Angebot #Werft morgen', taken('record #werft'), 'Angebot #Werft', 'due 2026-11-24'],
    ['Zahnarzt erinnere mich um 8', taken('reminder erinnere mich um 8'), 'Zahnarzt erinnere mich um 8'],
  ])('%s', (line, back, title, ...parts) => {
    const { title: is, parts: found } = read(line, 'de', { taken: back });
    expect([is, ...found.map(short)]).toEqual([title, ...parts]);
  });

  test('a line of nothing but signs is nothing', () => {
    expect(read(' ·· , ', 'de')).toEqual({ title: '', parts: [] });
    expect(read('x'.repeat(5000), 'de').title).toHaveLength(1000);
  });
});
