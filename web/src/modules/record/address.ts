import { href, useShell, type HowOpened } from '../../shell/index.ts';

export interface NamedRecord {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

/** Address of a record's page. A record is named by its kind and its number: `1-7`. */
export const recordHref = ({ idoId, idoInstanceId }: NamedRecord, tab?: string, from = 'ido'): string =>
  href('record', {
    id: `${idoInstanceId}-${idoId}`,
    activityListLocation: from,
    editOrView: 'view',
    ...(tab === undefined ? {} : { tab }),
  });

/** The record that an address names; undefined where it names none. */
export function recordOf(id: string): NamedRecord | undefined {
  const [, kind, number] = /^([1-9]\d{0,8})-([1-9]\d{0,14})$/.exec(id) ?? [];
  return kind === undefined || number === undefined
    ? undefined
    : { idoInstanceId: Number(kind), idoId: Number(number) };
}

/** Address of the history of a mail address, or of a contact person of a record, whether what happened is linked or not. */
export const historyHref = (of: { readonly address: string } | (NamedRecord & { readonly personId: number })): string =>
  href('record', {
    id: 'address' in of ? `with:${of.address}` : `${of.idoInstanceId}-${of.idoId}-${of.personId}`,
    activityListLocation: 'ido',
    editOrView: 'view',
  });

/** Whose history an address names; undefined where it names none. */
export function historyOf(id: string): { address: string } | (NamedRecord & { personId: number }) | undefined {
  if (id.startsWith('with:')) return { address: id.slice('with:'.length) };
  const [, kind, number, person] = /^([1-9]\d{0,8})-([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(id) ?? [];
  return person === undefined
    ? undefined
    : { idoInstanceId: Number(kind), idoId: Number(number), personId: Number(person) };
}

/** Opens a record's page, from wherever: beside what is open where nothing else is said. */
export function useShowRecord(): (record: NamedRecord, how?: HowOpened) => void {
  const { tabs } = useShell();
  return (record, how = 'beside') => tabs.open(recordHref(record), how);
}
