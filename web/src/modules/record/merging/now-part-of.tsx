import type { RecordModel } from '@kontor/contract/record';
import { useEffect } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { mergingTexts } from './texts.ts';

type Into = NonNullable<RecordModel['mergedInto']>;

/** Says on the page of a record which other one it has become part of while it was looked at. */
export function NowPartOf({ into, isDirty }: { into: Into; isDirty: boolean }) {
  const t = useTexts(mergingTexts);
  const showRecord = useShowRecord();
  return (
    <Callout
      tone={isDirty ? 'fault' : 'plain'}
      icon="arrows-merge"
      action={<Button onClick={() => showRecord(into)}>{t.openRecord}</Button>}
    >
      {isDirty ? t.nowPartOfWhile(into.displayName) : t.nowPartOf(into.displayName)}
    </Callout>
  );
}

/** Leads from the address of a record that was merged to the one that it is part of. */
export function MovedTo({ into, onMove }: { into: Into; onMove: (into: Into) => void }) {
  const t = useTexts(mergingTexts);
  const { idoId } = into;
  useEffect(() => {
    onMove(into);
    // Once for each record that it leads to.
    // oxlint-disable-next-line react/exhaustive-deps -- what it is called and how it is moved to are no reason to move again
  }, [idoId]);
  return <Callout icon="arrows-merge">{t.nowPartOf(into.displayName)}</Callout>;
}
