/** RECORD_INVALID: `data.faults` is a list of `FieldFault`. `unique` says which record has the value, where one does. */
export const FIELD_FAULTS = [
  'required',
  'choice',
  'address',
  'date',
  'time',
  'number',
  'unique',
  'reference',
  'right',
  'unknown',
  'tooLong',
] as const;
export interface FieldFault {
  readonly key: string;
  readonly why: (typeof FIELD_FAULTS)[number];
  readonly other?: { readonly idoId: number; readonly idoInstanceId: number; readonly displayName: string };
}
