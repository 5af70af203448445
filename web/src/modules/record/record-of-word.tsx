import './record-of-word.css';
import type { RecordResult } from '@kontor/contract/record';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../shell/index.ts';
import { Icon } from '../../ui/parts.tsx';
import { texts } from './texts.ts';
import { useSearch } from './use-search.ts';

/** Most records that are offered for a word. */
const MAX_OFFERED = 4;

/** A record that somebody has chosen. */
export interface ChosenRecord {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly displayName: string;
}

const chosen = ({ idoId, instanceId, idoDisplayName }: RecordResult): ChosenRecord => ({
  idoId,
  idoInstanceId: instanceId,
  displayName: idoDisplayName,
});

/** Records to choose from for a word. One alone is chosen. */
export function RecordOfWord({ word, onPick }: { word: string; onPick: (record: ChosenRecord) => void }) {
  const t = useTexts(texts);
  const { results, failure, isSearching } = useSearch(word);
  const [first] = results;
  const isOnly = !isSearching && results.length === 1;
  const pick = useEffectEvent(onPick);
  useEffect(() => {
    if (isOnly && first !== undefined) pick(chosen(first));
  }, [isOnly, first]);
  if (isSearching && results.length === 0) return <p className="record-word-hint">{t.wordSearching}</p>;
  if (results.length === 0)
    return (
      <p className="record-word-hint" role="status">
        {failure === undefined ? t.noRecordOf(word) : t.noWordSearch}
      </p>
    );
  return (
    <div className="record-word" role="group" aria-label={t.whichRecord(word)}>
      {results.slice(0, MAX_OFFERED).map((record) => (
        <button key={record.idoId} type="button" className="chip" onClick={() => onPick(chosen(record))}>
          <Icon name="address-book" small />
          <span>{record.idoDisplayName}</span>
        </button>
      ))}
    </div>
  );
}
