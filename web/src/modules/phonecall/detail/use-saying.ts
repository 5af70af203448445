import type { PhonecallDetail } from '@kontor/contract/phonecall';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { clockOf } from '../row/rules.ts';
import { texts } from './texts.ts';

type Said = Pick<PhonecallDetail, 'availableUsers' | 'availableCallLists' | 'callListId' | 'callList'>;

/** Says what is known of a call, as people read it. */
export function useSaying() {
  const t = useTexts(texts);
  const formats = useFormats();
  const person = (id: unknown, { availableUsers }: Said): string =>
    id === 0 ? t.nobody : (availableUsers.find((one) => one.id === id)?.name ?? '');
  const list = (id: unknown, { availableCallLists, callListId, callList }: Said): string =>
    id === 0
      ? t.ownList
      : (availableCallLists.find((one) => one.id === id)?.name ?? (id === callListId ? callList : ''));
  return {
    history: t.legs,
    person,
    list,
    moment: (seconds: number): string => formats.full(seconds),
    /** What a field of the history holds. */
    field(field: string, value: unknown, details: Said): string {
      if (field === 'receivedBy' || field === 'receivedFor' || field === 'callbackBy') return person(value, details);
      if (field === 'phoneCallListId') return list(value, details);
      if (field === 'duration' && typeof value === 'number') return clockOf(value);
      if (field === 'direction')
        return value === 1 || value === 'outgoing' ? t.directions.outgoing : t.directions.incoming;
      if (typeof value === 'boolean') return value ? t.yes : t.no;
      if (
        (field === 'callbackUntil' || field === 'timestamp') &&
        typeof value === 'string' &&
        !Number.isNaN(Date.parse(value))
      )
        return formats.full(Date.parse(value) / 1000);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    },
  };
}
export type Saying = ReturnType<typeof useSaying>;
