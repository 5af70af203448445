export { firstOccurrences, occurrenceAfter, occurrencesBetween, type LocalTime } from './occurrences.ts';
export { dayOf, instantOf, localTimeOf, nextAfter, toRule, type Repetition } from './rules.ts';
