import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { taskCommands, type TaskDetail } from '@kontor/contract/task';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { isBlankDocument } from '../../../editor/document.ts';
import { useUnwritten } from '../../../shell/use-unwritten.ts';
import type { Task } from './fields.ts';

/** A task or note that was begun and is left without anything in it is no more: neither its tab nor it itself. */
export function useNothingLeft({ aggregateId, inactive }: TaskDetail, fields: Task, isNew: boolean): void {
  const client = useClient();
  const isBegun = isNew && inactive && fields.title.trim() === '' && isBlankDocument(fields.doc);
  const said = isBegun ? JSON.stringify(fields) : '';
  const [first] = useState(said);
  useUnwritten(isBegun && said === first, () => {
    const id = parseAggregateId(aggregateId);
    if (id === undefined) return;
    const key = itemKey(id);
    const params = { aggregateId, saveType: 'withoutRepetition' } as const;
    void client.tell(taskCommands.destroy, params, { patches: [[key, { trashed: true }]], keys: [key] });
  });
}
