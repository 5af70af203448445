import { defineTexts } from '../../../shell/index.ts';

export const searchTexts = defineTexts(
  {
    unknown: (typed: string, names: string) => `„${typed}“ wird als Wort gesucht. Diese Angaben gibt es: ${names}.`,
    value: (typed: string, name: string, values: string) =>
      `„${typed}“ wird als Wort gesucht. Hinter „${name}“ kann stehen: ${values}.`,
    day: (typed: string, name: string) =>
      `„${typed}“ wird als Wort gesucht. Hinter „${name}“ steht ein Tag: 21.11.2026, heute oder 7t (vor sieben Tagen).`,
    number: (typed: string, name: string) =>
      `„${typed}“ wird als Wort gesucht. Hinter „${name}“ stehen drei Ziffern einer Telefonnummer oder mehr.`,
    duration: (typed: string, name: string) =>
      `„${typed}“ wird als Wort gesucht. Hinter „${name}“ steht, wie lang ein Anruf war: >5m oder <30s.`,
    missing: (typed: string) => `Hinter „${typed}“ fehlt noch, wonach gesucht wird.`,
    tooMany: (most: string) => `Gesucht wird nach den ersten ${most} Wörtern.`,
    offers: 'Vorschläge',
    recent: 'Zuletzt gesucht',
    saved: 'Gespeicherte Filter',
    offered: (count: number) => (count === 1 ? '1 Vorschlag' : `${count} Vorschläge`),
    operators: {
      from: 'Absender',
      to: 'Empfänger',
      is: 'Zustand',
      type: 'Art des Eintrags',
      record: 'Datensatz',
      has: 'Enthält',
      before: 'Vor einem Tag',
      after: 'Ab einem Tag',
      number: 'Telefonnummer',
      duration: 'Länge des Anrufs',
    },
  },
  {
    unknown: (typed: string, names: string) => `“${typed}” is searched for as a word. These can be used: ${names}.`,
    value: (typed: string, name: string, values: string) =>
      `“${typed}” is searched for as a word. “${name}” can be followed by: ${values}.`,
    day: (typed: string, name: string) =>
      `“${typed}” is searched for as a word. “${name}” is followed by a day: 2026-11-21, today or 7d (seven days ago).`,
    number: (typed: string, name: string) =>
      `“${typed}” is searched for as a word. “${name}” is followed by three digits of a telephone number, or more.`,
    duration: (typed: string, name: string) =>
      `“${typed}” is searched for as a word. “${name}” is followed by how long a call was: >5m or <30s.`,
    missing: (typed: string) => `What to look for is still missing after “${typed}”.`,
    tooMany: (most: string) => `The first ${most} words are searched for.`,
    offers: 'Suggestions',
    recent: 'Searched for lately',
    saved: 'Saved filters',
    offered: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
    operators: {
      from: 'Sender',
      to: 'Receiver',
      is: 'State',
      type: 'Kind of item',
      record: 'Record',
      has: 'Contains',
      before: 'Before a day',
      after: 'From a day on',
      number: 'Telephone number',
      duration: 'Length of the call',
    },
  },
);
