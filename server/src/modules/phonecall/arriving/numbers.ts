import { readNumber } from '../../../platform/phone/said.ts';
import type { ReadEvent } from './calls.ts';
import { cleanText, type PhoneEvent } from './events.ts';

/** What of a house's own: short numbers, which are reached from within alone. */
const INTERNAL = /^\d{1,5}$/;

/** Whether a text is a number that is reached from within the house alone. */
export const isHouseNumber = (text: string): boolean => INTERNAL.test(text);

/** The number of a text: digits with the code of the country, or null, and the text itself; empty where it was kept back. */
function numberOf(text: string, country: string): { readonly number: number | null; readonly text: string } {
  const written = cleanText(text);
  if (written === '' || INTERNAL.test(written)) return { number: null, text: written };
  return readNumber(written, country) ?? { number: null, text: written };
}

/** Reads the numbers of an event: the other side's, and ours. */
export function readEvent(event: PhoneEvent, { country, now }: { country: string; now: number }): ReadEvent {
  const [from, to] = [numberOf(event.from, country), numberOf(event.to, country)];
  const [other, own] = event.direction === 'out' ? [to, from] : [from, to];
  const diversion = numberOf(event.diversion ?? '', country);
  // Clocks of telephone systems are wrong now and then; what is yet to come did not happen then.
  const at = event.at === undefined ? now : Math.min(event.at, now);
  return {
    event,
    at,
    number: other.number,
    numberText: other.text,
    called: own.number,
    calledText: own.text,
    divertedFrom: diversion.number === null ? diversion.text : String(diversion.number),
  };
}

/** Whether both sides are of the house: such a call is nobody's to look at. */
export const isInternal = ({ from, to }: PhoneEvent): boolean => INTERNAL.test(from) && INTERNAL.test(to);
