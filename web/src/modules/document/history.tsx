import type { Difference } from '@kontor/contract/activity';
import { documentCommands, documentQueries, type DocumentDetail } from '@kontor/contract/document';
import { recordQueries } from '@kontor/contract/record';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { ItemHistory } from '../activity/index.tsx';
import { formTexts, texts } from './texts.ts';
import { useNoBox } from './use-no-box.ts';

/** What became of a document, with what can be put back. */
export function DocumentHistory({ details, onClose }: { details: DocumentDetail; onClose: () => void }) {
  const t = useTexts(texts);
  const f = useTexts(formTexts);
  const noBox = useNoBox(details);
  const client = useClient();
  const maySeeRecords = useValue(client.configuration)?.rights.idoList === true;
  const boxes = useAsk(documentQueries.boxes, {}).data?.boxes ?? [];
  const kinds = useAsk(recordQueries.instances, maySeeRecords ? {} : undefined).data ?? [];
  const names: Readonly<Record<string, string>> = {
    title: f.title,
    filename: f.filename,
    postboxId: f.postboxId,
    buzzwords: f.buzzwords,
    categories: f.categories,
    version: t.versionField,
  };
  const say = (field: string, value: unknown): string => {
    if (field === 'postboxId')
      return value === 0 ? noBox : (boxes.find(({ boxId }) => boxId === value)?.name ?? t.otherBox);
    if (field === 'categories' && Array.isArray(value))
      return value.map((id) => kinds.find(({ ID }) => ID === id)?.Name ?? '…').join(', ');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const putBack = async ({ field, before }: Difference): Promise<void> => {
    if (field === 'version') throw new Error('A version stays');
    const { aggregateId, aggregateVersion, title, filename, buzzwords, postboxId, categories } = details;
    await client.sendNow(documentCommands.process, {
      aggregateId,
      aggregateVersion,
      title,
      filename,
      buzzwords,
      postboxId,
      categories: categories.map(({ idoInstanceId }) => idoInstanceId),
      [field]: before,
    });
  };
  return (
    <ItemHistory
      aggregateId={details.aggregateId}
      say={say}
      nameOf={(field) => names[field]}
      isFixed={(field) => field === 'version'}
      onClose={onClose}
      {...(details.changeable ? { onPutBack: putBack } : {})}
    />
  );
}
