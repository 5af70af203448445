import type { Invitation } from '@kontor/contract/mail';
import { useLanguage, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { ruleInWords, timeInWords } from './event-rules.ts';

/** How an appointment is told in the person's language and zone. */
export function useEventWords(): {
  readonly when: (event: Invitation) => string;
  /** When, where, and how it repeats. */
  readonly line: (event: Invitation) => string;
} {
  const language = useLanguage();
  const zone = useZone();
  const locale = LOCALES[language];
  const when = (event: Invitation): string => timeInWords(event, locale, zone);
  return {
    when,
    line: (event) =>
      [when(event), event.location, event.repeats === null ? '' : ruleInWords(event.repeats, language, locale)]
        .filter((part) => part !== '')
        .join(' · '),
  };
}
