import { recordQueries, type Link, type RecordResult } from '@kontor/contract/record';
import { useClient } from '../../client/react.tsx';
import type { NoteRecords, RecordOffer } from '../../editor/index.ts';
import { OfferList, type Offering } from '../../editor/offer-list.tsx';
import type { Offered } from '../../editor/triggers.ts';
import { useTexts } from '../../shell/index.ts';
import { recordOf, useShowRecord } from './address.ts';
import { FoundRecord, named } from './found-record.tsx';
import type { Named } from './links.ts';
import { isNumber, isSought, wordsOf } from './mention-rules.ts';
import { texts } from './texts.ts';
import { useLinks, type Linking } from './use-links.ts';
import { useSearch } from './use-search.ts';
import { useSeesRecords } from '../activity/index.tsx';

/** Records that are offered at once. */
const MOST = 8;

/** A record that was chosen, and what it is called among words. */
export interface MeantRecord extends Named {
  readonly title: string;
}

const meant = (found: RecordResult): MeantRecord => ({
  ...named(found),
  title: wordsOf(found.idoTitle) || String(found.idoId),
});

export interface RecordOffering extends Offering {
  /** What the list is called, and how many it has. */
  readonly label: string;
  readonly said: string;
  /** Why there is none, where that is not for lack of one. */
  readonly emptyText: string | undefined;
}

/** Records that what is typed behind a `#` may mean; undefined where none is typed. None for who may see none. */
export function useRecordOffering(typed: string | undefined, onTake: (record: MeantRecord) => void): RecordOffering {
  const t = useTexts(texts);
  const sought = useSeesRecords() && typed !== undefined && isSought(typed) ? typed : '';
  const { results, failure, isSearching } = useSearch(sought);
  const shown = results.slice(0, MOST);
  return {
    lines: shown.map((found) => ({
      key: String(found.idoId),
      content: <FoundRecord found={found} more={found.instanceTitle} />,
      take: () => onTake(meant(found)),
    })),
    isWaiting: isSearching,
    isLoose: isNumber(sought),
    label: t.results,
    said: isSearching ? '' : t.found(shown.length),
    emptyText: failure === undefined ? undefined : failure.kind === 'offline' ? t.searchOffline : t.searchFailed,
  };
}

/** Records that a `#` in a text may mean, at its place. */
export function RecordOffers({
  offered,
  field,
  onTake,
  onClose,
}: {
  offered: Offered;
  field: HTMLElement;
  onTake: (record: MeantRecord) => void;
  onClose: () => void;
}) {
  const offering = useRecordOffering(offered.query, onTake);
  return <OfferList {...offering} offered={offered} field={field} onClose={onClose} />;
}

/** Links an item with a record that its text names, unless it is. */
function linkOnce({ links, link }: Pick<Linking, 'links' | 'link'>, record: Named): void {
  if (!links.some(({ idoId, isSuggested }) => idoId === record.idoId && !isSuggested)) link(record);
}

const keyOf = ({ idoInstanceId, idoId }: Named): string => `${idoInstanceId}-${idoId}`;

/** How the text of an item has to do with records: one that is named in it is linked with the item too. */
export const useRecordsInText = (linking: Linking): NoteRecords =>
  useNamedRecords((record) => linkOnce(linking, record));

/** How a text has to do with records, which may be of no item yet: who stores it links what it names. */
export function useNamedRecords(onNamed: (record: MeantRecord) => void = () => undefined): NoteRecords {
  const showRecord = useShowRecord();
  const maySee = useSeesRecords();
  const open = (key: string): void => {
    const record = recordOf(key);
    if (record !== undefined) showRecord(record);
  };
  const offer = ({ put, ...given }: RecordOffer) => (
    <RecordOffers
      {...given}
      onTake={(record) => {
        put(keyOf(record), record.title);
        onNamed(record);
      }}
    />
  );
  return maySee ? { offer, open } : { open };
}

const NONE: readonly Link[] = [];

/** Links an item, of which no links are shown beside it, with a record that is named in words about it. */
export function useLinkNamed(aggregateId: string): (record: MeantRecord) => Promise<void> {
  const client = useClient();
  const { links, link } = useLinks(aggregateId, NONE);
  return async (record) => {
    // Where nobody can say what it is linked with, linking it once more changes nothing.
    const stored = await client.ask.run(recordQueries.links, { aggregateId }).catch(() => NONE);
    linkOnce({ links: [...stored, ...links], link }, record);
  };
}
