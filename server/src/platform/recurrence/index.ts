export { firstOccurrences, occurrenceAfter, type LocalTime } from './occurrences.ts';
export { dayOf, instantOf, localTimeOf, nextAfter, toRule } from './rules.ts';
