/** Languages of the product; German is written first. */
export type Language = 'de' | 'en';

export const LOCALES = { de: 'de-DE', en: 'en-US' } as const satisfies Record<Language, string>;

/** Language of a browser's tag: English for English, else German. */
export const languageOf = (tag: string): Language => (tag.toLowerCase().startsWith('en') ? 'en' : 'de');

/** A module's texts in all languages. A text that one language lacks does not compile. */
export interface Texts<T> {
  readonly de: T;
  readonly en: T;
}

type Same<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly string[]
      : T[K] extends (...given: infer G) => string
        ? (...given: G) => string
        : Same<T[K]>;
};

/** Words that are the same everywhere. */
const COMMON = {
  de: {
    retry: 'Erneut versuchen',
    close: 'Schließen',
    cancel: 'Abbrechen',
    undo: 'Rückgängig',
    save: 'Speichern',
    back: 'Zurück',
    open: 'Öffnen',
    edit: 'Bearbeiten',
  },
  en: {
    retry: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    undo: 'Undo',
    save: 'Save',
    back: 'Back',
    open: 'Open',
    edit: 'Edit',
  },
} as const;
type Common = Record<keyof (typeof COMMON)['de'], string>;

/**
 * Declares a catalogue: German as it is written, and English with exactly the same keys and parameters. The words that are the same everywhere are in
 * each of them; a catalogue that has others for one of them says so.
 */
export function defineTexts<T extends object>(de: T, en: Same<T>): Texts<Omit<Common, keyof T> & Same<T>> {
  return {
    de: { ...COMMON.de, ...(de as unknown as Same<T>) },
    en: { ...COMMON.en, ...en },
  };
}

const RULES = { de: new Intl.PluralRules('de'), en: new Intl.PluralRules('en') };
const NUMBERS = { de: new Intl.NumberFormat('de-DE'), en: new Intl.NumberFormat('en-US') };

/** A count with its noun: `plural('de', 2, 'Eintrag', 'Einträge')` is `2 Einträge`. */
export const plural = (language: Language, count: number, one: string, other: string): string =>
  `${NUMBERS[language].format(count)}\u00a0${RULES[language].select(count) === 'one' ? one : other}`;
