import { NOT_OF_PERSONS, type FieldDefinition, type FieldKind } from '@kontor/contract/record';
import type { IconName } from '../../../ui/icon-names.ts';
import { beginningOf } from './designing.ts';
import type { FormTexts } from './form-texts.ts';

export const ICON_OF: Readonly<Record<FieldKind, IconName>> = {
  textField: 'text-t',
  textarea: 'text-align-left',
  singleChoiceSelect: 'caret-down',
  singleChoiceRadio: 'circle-half',
  multiplechoice: 'list-bullets',
  checkboxgroup: 'check-square',
  multiplechoiceTag: 'tag',
  datefield: 'calendar-blank',
  timefield: 'clock',
  reference: 'link',
  computed: 'table',
};
export const FIELD_KINDS = Object.keys(ICON_OF) as readonly FieldKind[];

/** The icon of a field, which may say more than its kind. */
export function iconOf(field: FieldDefinition): IconName {
  if (field.kind !== 'textField') return ICON_OF[field.kind];
  if (field.isNumber === true) return 'list-numbers';
  const [icon] = field.actionIcons;
  return icon === 'mail'
    ? 'envelope-simple'
    : icon === 'phone'
      ? 'phone'
      : icon === 'link'
        ? 'arrow-square-out'
        : 'text-t';
}

/** What a field is called by what it is. */
export function kindNameOf(field: FieldDefinition, t: FormTexts): string {
  if (field.kind !== 'textField') return t.kinds[field.kind];
  if (field.isNumber === true) return t.number;
  const [icon] = field.actionIcons;
  return icon === 'mail' || icon === 'phone' || icon === 'link' ? t[icon] : t.kinds.textField;
}

export interface Preset {
  readonly name: string;
  readonly icon: IconName;
  readonly field: FieldDefinition;
}

/** What can be added: every kind of field, and the texts that people look for by another name. */
export function presetsOf(
  t: FormTexts,
  about: { readonly kindId: number; readonly isOfPersons: boolean },
): readonly Preset[] {
  const of = (kind: FieldKind, label: string, more: object = {}): Preset => {
    const begun = beginningOf(kind, { key: 'new', label, choice: t.choice, kindId: about.kindId });
    const field = { ...begun, ...more };
    return { name: label, icon: iconOf(field), field };
  };
  const no: readonly string[] = about.isOfPersons ? NOT_OF_PERSONS : [];
  return [
    of('textField', t.kinds.textField),
    of('textField', t.number, { isNumber: true }),
    of('textField', t.mail, { actionIcons: ['mail'] }),
    of('textField', t.phone, { actionIcons: ['phone'] }),
    of('textField', t.link, { actionIcons: ['link'] }),
    ...FIELD_KINDS.filter((kind) => kind !== 'textField').map((kind) => of(kind, t.kinds[kind])),
  ].filter(({ field }) => !no.includes(field.kind));
}
