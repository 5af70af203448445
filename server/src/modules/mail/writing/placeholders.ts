import type { ReceiverInput } from '@kontor/contract/mail';
import { nameParts, type Language } from './rules.ts';

export interface KnownPerson {
  readonly firstName: string;
  readonly lastName: string;
}

const LOCALES: Readonly<Record<Language, string>> = { de: 'de-DE', en: 'en-GB' };

/** What the placeholders of the sender stand for. What nothing is known of is left out. */
export const senderFields = (
  sender: { readonly email: string } | undefined,
  { firstName, lastName }: KnownPerson,
): Readonly<Record<string, string>> => ({
  'sender.name': `${firstName} ${lastName}`.trim(),
  'sender.firstName': firstName,
  'sender.lastName': lastName,
  'sender.email': sender?.email ?? '',
});

/** What the placeholders of the receiver stand for. */
export function receiverFields(receiver: ReceiverInput | undefined): Readonly<Record<string, string>> {
  if (receiver === undefined) return {};
  const { first, last } = nameParts(receiver.receiverRealName);
  const whole = first === '' ? receiver.receiverRealName : `${first} ${last}`.trim();
  return {
    'receiver.name': whole,
    'receiver.firstName': first,
    'receiver.lastName': last,
    'receiver.email': receiver.receiver,
  };
}

/** Date and time as a letter bears them. */
export function timeFields(now: number, timeZone: string, language: Language): Readonly<Record<string, string>> {
  const at = new Date(now);
  return {
    date: at.toLocaleDateString(LOCALES[language], { timeZone, day: 'numeric', month: 'long', year: 'numeric' }),
    time: at.toLocaleTimeString(LOCALES[language], { timeZone, hour: '2-digit', minute: '2-digit' }),
  };
}
