import type { fieldTexts } from './field-texts.ts';

export type FieldName = keyof (typeof fieldTexts)['de']['labels'];
/** Placeholders that a signature has a value for, and those of templates. */
export const SIGNATURE_FIELDS = [
  'sender.name',
  'sender.firstName',
  'sender.lastName',
  'sender.email',
] as const satisfies readonly FieldName[];
export const TEMPLATE_FIELDS = [
  'receiver.name',
  'receiver.firstName',
  'receiver.lastName',
  'receiver.email',
  ...SIGNATURE_FIELDS,
  'date',
  'time',
  'subject',
  'instance.title',
] as const satisfies readonly FieldName[];
