import { useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { useClient } from '../../../client/react.tsx';
import { isBlankDocument } from '../../../editor/document.ts';
import { useUnwritten } from '../../../shell/forms/use-unwritten.ts';
import type { WrittenFields } from '../../../editor/written-edits.ts';

/** What was begun and is left without anything in it is no more: neither its tab nor it itself. */
export function useNothingLeft(
  aggregateId: string,
  fields: WrittenFields,
  isBegun: boolean,
  discard: (client: Client, aggregateId: string) => void,
): void {
  const client = useClient();
  const isEmpty = isBegun && fields.title.trim() === '' && isBlankDocument(fields.doc);
  const said = isEmpty ? JSON.stringify(fields) : '';
  const [first] = useState(said);
  useUnwritten(isEmpty && said === first, () => discard(client, aggregateId));
}
