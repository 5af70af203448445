import { use } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { TabKeyContext } from '../../../shell/tabs/tab-key.ts';
import { IconButton } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { pickRecord } from '../open-dialogs.ts';
import { mergeRecords } from '../asking.ts';
import type { Model } from '../fields/values.ts';
import { mergingTexts } from './texts.ts';

/** Asks which other record this one is the same as, and makes one of both. What is written about it is asked about before. */
export function MergeButton({ model: { idoId, idoInstanceId } }: { model: Model }) {
  const t = useTexts(mergingTexts);
  const client = useClient();
  const { unsaved } = useShell();
  const tabKey = use(TabKeyContext);
  const showRecord = useShowRecord();
  if (useValue(client.configuration)?.rights.createIdo !== true) return null;
  const pick = (): void =>
    pickRecord({
      count: 0,
      about: undefined,
      known: [idoId],
      kindId: idoInstanceId,
      title: t.pickOther,
      knownAs: t.thisOne,
      isThere: true,
      onPick: (other) =>
        mergeRecords({
          idoInstanceId,
          idoIds: [idoId, other.idoId],
          onMerged: (kept) => {
            if (kept !== idoId) showRecord({ idoId: kept, idoInstanceId });
          },
        }),
    });
  return (
    <IconButton
      icon="arrows-merge"
      label={t.mergeWith}
      onClick={() => void unsaved.leave((entry) => entry.account === client.key && entry.tabKey === tabKey, pick)}
    />
  );
}
