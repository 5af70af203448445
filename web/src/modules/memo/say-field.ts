import type { MemoDetail } from '@kontor/contract/memo';
import { LOCALES, type Language } from '../../shell/language.ts';
import { lengthOf } from './clock.ts';
import type { texts } from './texts.ts';
import { typeName } from './type-name.ts';

/** What a field of a memo holds, as people read it. */
export function sayField(
  field: string,
  value: unknown,
  { availableCommunicationTypes, contactPersonAvailableUsers }: MemoDetail,
  t: (typeof texts)['de'],
  { language, zone }: { readonly language: Language; readonly zone: string },
): string {
  const moment = (ms: number): string =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(ms);
  if (value === null || value === '') return '';
  if (field === 'communicationTypeId') {
    const type = availableCommunicationTypes.find(({ id }) => id === value);
    return type === undefined ? '' : typeName(t, type.communicationType);
  }
  if (field === 'contactPersonId')
    return contactPersonAvailableUsers.find(({ id }) => id === value)?.displayName ?? t.lostPerson;
  if (field === 'duration' && typeof value === 'number') return value === 0 ? '' : lengthOf(value);
  if (field === 'timestamp' && typeof value === 'number') return moment(value * 1000);
  if (field === 'alarm' && typeof value === 'string') return moment(Date.parse(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
