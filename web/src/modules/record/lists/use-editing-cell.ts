import { MAX_CELL_TEXT, recordQueries, type FieldDefinition, type Value } from '@kontor/contract/record';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { fieldsOf, isMany, valueOf } from '../fields/values.ts';
import { saveField } from './edits.ts';
import { listTexts } from './list-texts.ts';
import type { Chosen } from './use-selection.ts';
import type { Cell } from './use-rows.ts';

/** A cell that is being edited. */
export interface EditedCell {
  readonly of: Chosen;
  readonly index: number;
  readonly field: FieldDefinition;
  readonly value: Value;
}

/** Whether a cell shows all that stands in the field, as it is stored. */
const isWholeIn = (field: FieldDefinition, cell: Cell): boolean =>
  !isMany(field) &&
  field.kind !== 'textarea' &&
  // Its cell has names.
  field.kind !== 'reference' &&
  (cell === null || String(cell).length < MAX_CELL_TEXT);

/** What is edited of a list, and how it is saved: at once, with a way back by `z`. */
export function useEditingCell() {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(listTexts);
  const [edited, setEdited] = useState<EditedCell>();

  /** `own`: what the person has made of the cell, which the server may not have told of yet. */
  const begin = async (at: Omit<EditedCell, 'value'>, cell: Cell, own: Value | undefined): Promise<void> => {
    const { of, field } = at;
    if (own !== undefined) return setEdited({ ...at, value: own });
    if (isWholeIn(field, cell)) return setEdited({ ...at, value: cell === null ? '' : String(cell) });
    try {
      const { jsonModel } = await client.ask.run(recordQueries.model, { idoId: of.id, idoInstanceId: of.kindId });
      const known = jsonModel === null ? undefined : fieldsOf(jsonModel).find(({ key }) => key === field.key);
      if (known !== undefined) setEdited({ ...at, value: valueOf(known) });
    } catch {
      notices.show({ text: t.loadFailed, tone: 'fault' });
    }
  };
  const save = (of: Chosen, key: string, before: Value, value: Value): void => {
    const edit = { idoId: of.id, idoInstanceId: of.kindId, key };
    void saveField(client, { ...edit, before, value }, of.changed);
    const undo = (): void => void saveField(client, { ...edit, before: value, value: before }, of.changed);
    // It is seen where it was written: nothing is said, but it can be undone.
    notices.done(undo, new Promise(() => undefined));
  };
  return { edited, begin, save, end: () => setEdited(undefined) };
}
