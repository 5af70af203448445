import { defineTexts, type Language } from '../language.ts';
import { findImpossibleDay } from './dates.ts';

const texts = defineTexts(
  { said: (day: string) => `Den ${day} gibt es nicht.` },
  { said: (day: string) => `There is no ${day}.` },
);

/** What is said of a day in a line that no calendar has, such as 31.2.; undefined where there is none. */
export function sayNoSuchDay(line: string, language: Language): string | undefined {
  const found = findImpossibleDay(line);
  return found && texts[language].said(found.value);
}
