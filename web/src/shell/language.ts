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

/** Declares a catalogue: German as it is written, and English with exactly the same keys and parameters. */
export function defineTexts<T extends object>(de: T, en: Same<T>): Texts<Same<T>> {
  return { de: de as unknown as Same<T>, en };
}

const RULES = { de: new Intl.PluralRules('de'), en: new Intl.PluralRules('en') };
const NUMBERS = { de: new Intl.NumberFormat('de-DE'), en: new Intl.NumberFormat('en-US') };

/** A count with its noun: `plural('de', 2, 'Eintrag', 'Einträge')` is `2 Einträge`. */
export const plural = (language: Language, count: number, one: string, other: string): string =>
  `${NUMBERS[language].format(count)}\u00a0${RULES[language].select(count) === 'one' ? one : other}`;
