import { activityCommands } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useState } from 'react';
import { useClient } from '../../client/react.tsx';
import { isBlankDocument } from '../../editor/document.ts';
import { useUnwritten } from '../../shell/use-unwritten.ts';
import type { Memo } from './fields.ts';

/** A memo that was begun and is left without anything in it goes to the trash: neither its tab stays nor itself in the record's history. */
export function useNothingLeft(aggregateId: string, fields: Memo, isNew: boolean): void {
  const client = useClient();
  const isBegun = isNew && fields.title.trim() === '' && isBlankDocument(fields.doc);
  const said = isBegun ? JSON.stringify(fields) : '';
  const [first] = useState(said);
  useUnwritten(isBegun && said === first, () => {
    const id = parseAggregateId(aggregateId);
    if (id === undefined) return;
    const key = itemKey(id);
    const patches = [[key, { trashed: true }]] as const;
    void client.tell(activityCommands.deleteItems, { aggregateIds: [aggregateId] }, { patches, keys: [key] });
  });
}
