import { href } from '../../shell/index.ts';
import type { AboutNumber } from '../../shell/numbers/phone-parts.ts';

/** What stands in the place of a call's id while there is none. */
export const NEW_ID = 'new';

/** What a call that is noted by hand begins with. */
export interface CallBeginning {
  readonly number?: string;
  /** 1: it went out. */
  readonly direction?: 0 | 1;
  readonly record?: { readonly idoId: number; readonly idoInstanceId: number } | undefined;
}

/** Address of a call that is noted by hand; `draft` tells it from others. */
export function newCallHref(draft: string, { number, direction, record }: CallBeginning = {}): string {
  const query = new URLSearchParams({ draft });
  if (number !== undefined && number !== '') query.set('number', number);
  if (direction === 1) query.set('dir', 'out');
  if (record !== undefined) query.set('record', `${record.idoInstanceId}-${record.idoId}`);
  const path = href('phoneCall', {
    id: NEW_ID,
    activityListLocation: 'module',
    editOrView: 'edit',
    isAManuellCreation: 'true',
  });
  return `${path}?${query.toString()}`;
}

/** What stands in such an address. What makes no sense is passed over. */
export function callBeginningOf(
  query: string,
): Required<Omit<CallBeginning, 'record'>> & Pick<CallBeginning, 'record'> & { readonly draft: string } {
  const given = new URLSearchParams(query);
  const [, idoInstanceId, idoId] = /^([1-9]\d{0,8})-([1-9]\d{0,14})$/.exec(given.get('record') ?? '') ?? [];
  return {
    draft: given.get('draft') ?? NEW_ID,
    number: (given.get('number') ?? '').slice(0, 100),
    direction: given.get('dir') === 'out' ? 1 : 0,
    record: idoId === undefined ? undefined : { idoId: Number(idoId), idoInstanceId: Number(idoInstanceId) },
  };
}

/** Address at which a number is called: with the record, and the contact person of it, that the call is about. */
export const dialHref = ({ number, record, contactPersonId }: AboutNumber): string =>
  href('phoneCallCreate', {
    id: record === undefined ? '0' : `${record.idoId}-${record.idoInstanceId}-${contactPersonId ?? 0}`,
    desiredPhoneNumberToContact: number.trim(),
  });

/** Whom an address says that a call is about; undefined where it names nobody. */
export function dialledRecordOf(
  id: string,
):
  | { readonly idoId: number; readonly idoInstanceId: number; readonly contactPersonId: number | undefined }
  | undefined {
  const [, idoId, idoInstanceId, person] = /^([1-9]\d{0,14})-([1-9]\d{0,8})-(\d{1,15})$/.exec(id) ?? [];
  if (idoId === undefined) return undefined;
  return {
    idoId: Number(idoId),
    idoInstanceId: Number(idoInstanceId),
    contactPersonId: person === undefined || Number(person) === 0 ? undefined : Number(person),
  };
}
