import type { FieldDefinition, Value } from '@kontor/contract/record';
import { beginningOf, isNumbered } from '../fields/beginnings.ts';
import { emptyOf } from '../fields/values.ts';
import type { FormTexts } from './form-texts.ts';

/** The day of a moment, as it is kept. */
const dayOf = (ms: number): string => {
  const date = new Date(ms);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

function textOf(field: Extract<FieldDefinition, { kind: 'textField' }>, t: FormTexts): string {
  if (field.isNumber === true) return '1234.5';
  const [icon] = field.actionIcons;
  if (icon === 'mail') return t.sampleMail;
  if (icon === 'phone') return '+49 40 1234567';
  return icon === 'link' ? t.sampleLink : t.sample;
}

/** What an example record has in a field. */
export function sampleOf(field: FieldDefinition, t: FormTexts, now: number): Value {
  switch (field.kind) {
    case 'textField':
      return textOf(field, t);
    case 'textarea':
      return t.sampleText;
    case 'singleChoiceSelect':
    case 'singleChoiceRadio':
      return field.choices[0] ?? '';
    case 'multiplechoice':
    case 'checkboxgroup':
    case 'multiplechoiceTag':
      return field.choices.slice(0, 1);
    case 'datefield':
      return dayOf(now);
    case 'timefield':
      return field.minValue > '09:00' || field.maxValue < '09:00' ? field.minValue : '09:00';
    case 'reference':
    case 'computed':
      return emptyOf(field);
  }
}

/** What a new record would begin with in a field; undefined where nothing is said. */
export function beginningIn(
  field: FieldDefinition,
  { now, me }: { readonly now: number; readonly me: string },
): Value | undefined {
  return isNumbered(field) ? '1' : beginningOf(field, { today: dayOf(now), me });
}
