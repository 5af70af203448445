import type { FieldDefinition, ModelField } from '@kontor/contract/record';
import type { ReactNode } from 'react';
import { beginningOf, useBeginner } from './beginnings.ts';
import { RecordField } from './field.tsx';
import type { EditTarget } from '../edited-parts.ts';
import type { Editing } from '../use-editing.ts';
import { emptyOf, mayBeWritten, valueOf } from './values.ts';

export interface FieldsProps {
  readonly editing: Editing;
  readonly isFixed: boolean;
  readonly onWrite: ((addresses: readonly string[]) => void) | undefined;
}

/** Fields of a place, with what is written there over what is stored. */
export function Fields({
  editing,
  isFixed,
  onWrite,
  target,
  fields,
  isFocused = false,
  asideOf,
}: FieldsProps & {
  target: EditTarget;
  /** Of one who is to come there is nothing stored: what stands there is what they begin with. */
  fields: readonly (FieldDefinition | ModelField)[];
  /** Whether the first one takes the focus. */
  isFocused?: boolean;
  /** What stands beside the labels, by the keys of the fields. */
  asideOf?: (key: string) => ReactNode | undefined;
}) {
  const beginner = useBeginner();
  const { edits, faults, conflicts } = editing.partOf(target);
  return (
    <div className="record-fields">
      {fields.map((field, index) => {
        const { key } = field;
        const stored =
          'value' in field || 'selectedValue' in field || 'selectedValues' in field
            ? valueOf(field)
            : ((mayBeWritten(field) ? beginningOf(field, beginner) : undefined) ?? emptyOf(field));
        return (
          <RecordField
            key={key}
            field={field}
            value={edits[key]?.value ?? stored}
            fault={faults[key]}
            isFixed={isFixed}
            theirs={conflicts[key]}
            isFocused={isFocused && index === 0}
            aside={asideOf?.(key)}
            onChange={(value) => editing.write(target, key, stored, value)}
            onTakeMine={() => editing.takeMine(target, key)}
            onTakeTheirs={() => editing.takeTheirs(target, key)}
            onWrite={onWrite}
          />
        );
      })}
    </div>
  );
}
