import './book.css';
import { phonecallCommands } from '@kontor/contract/phonecall';
import { useRef, useState } from 'react';
import { Failed, HeadSlot, useKeys, useMedia, useShell, useTexts } from '../../../shell/index.ts';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { Button, Icon, IconButton, LoadingLine, SkeletonBlock, StatePage } from '../../../ui/parts.tsx';
import { WhoAsk } from './who-ask.tsx';
import { useProblem } from '../use-problem.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { ExportButton } from './export.tsx';
import { ImportPage } from './import.tsx';
import { MergesDialog } from './merges.tsx';
import { SimilarPane } from './similar.tsx';
import { BookTable } from './table.tsx';
import { bookTexts } from './texts.ts';
import { useBook, type BookSort } from './use-book.ts';

type Asking = 'add' | 'import' | 'merges' | 'who' | 'delete';

/** Names for numbers: searched, edited in their place, brought together where they sound alike. */
export function BookScreen() {
  const t = useTexts(bookTexts);
  const [searched, setSearched] = useState('');
  const [sort, setSort] = useState<BookSort>({ property: 'name', direction: 'ASC' });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState<Asking>();
  const [isComparing, setComparing] = useState(false);
  const isNarrow = useMedia('(max-width: 900px)');
  const field = useRef<HTMLInputElement>(null);
  const book = useBook(searched, sort);
  const { entries, total, failure, isFetching, retry } = book;
  useKeys({ '/': () => field.current?.focus() });
  const close = (): void => setAsking(undefined);
  const isPaneAlone = isNarrow && isComparing;
  if (asking === 'import') return <Importing onChanged={retry} onClose={close} />;
  // What is not there any more is chosen no more.
  const there = new Set((entries ?? []).map(({ id }) => id));
  if (entries !== undefined && ![...chosen].every((id) => there.has(id)))
    setChosen(new Set([...chosen].filter((id) => there.has(id))));
  return (
    <section className="book">
      {isPaneAlone ? null : (
        <div className="book-main">
          <BookBar total={entries === undefined ? undefined : total} onAsk={setAsking} />
          <LoadingLine shown={isFetching && entries !== undefined} />
          <div className="book-search" role="search">
            <Icon name="magnifying-glass" />
            <input
              ref={field}
              className="input"
              type="search"
              aria-label={t.search}
              placeholder={t.search}
              maxLength={200}
              autoComplete="off"
              value={searched}
              onChange={({ currentTarget }) => setSearched(currentTarget.value)}
            />
            <Button icon="arrows-merge" aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
              {t.similar}
            </Button>
          </div>
          {chosen.size === 0 ? null : (
            <div className="book-chosen" role="toolbar" aria-label={t.chosen(chosen.size)}>
              <span>{t.chosen(chosen.size)}</span>
              <Button icon="trash" onClick={() => setAsking('delete')}>
                {t.delete}
              </Button>
              <Button kind="plain" onClick={() => setChosen(new Set())}>
                {t.cancel}
              </Button>
            </div>
          )}
          <div className="book-body">
            {entries === undefined ? (
              failure === undefined ? (
                <div className="delayed" aria-hidden="true">
                  <SkeletonBlock width="100%" height={44} />
                </div>
              ) : (
                <Failed failure={failure} title={t.failed} onRetry={retry} />
              )
            ) : entries.length === 0 ? (
              <StatePage icon="address-book" title={searched.trim() === '' ? t.empty : t.nothing}>
                {searched.trim() === '' ? t.emptyHint : t.nothingHint}
              </StatePage>
            ) : (
              <BookTable
                {...{ entries, searched, sort, chosen }}
                onSort={setSort}
                onChanged={retry}
                onChoose={(id, isChosen) =>
                  setChosen((known) => {
                    const next = new Set(known);
                    if (isChosen) next.add(id);
                    else next.delete(id);
                    return next;
                  })
                }
              />
            )}
            {book.hasMore ? <Button onClick={book.more}>{t.more}</Button> : null}
          </div>
        </div>
      )}
      {isComparing ? <SimilarPane onChanged={retry} onClose={() => setComparing(false)} /> : null}
      {asking === 'add' ? <EntryDialog onSaved={retry} onClose={close} /> : null}
      {asking === 'merges' ? <MergesDialog onChanged={retry} onClose={close} /> : null}
      {asking === 'who' ? <WhoAsk onClose={close} /> : null}
      {asking === 'delete' ? (
        <Removing
          ids={[...chosen]}
          onRemoved={() => {
            setChosen(new Set());
            retry();
          }}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

/** The bar over the phone book. */
function BookBar({ total, onAsk }: { total: number | undefined; onAsk: (asking: Asking) => void }) {
  const t = useTexts(bookTexts);
  const isNarrow = useMedia('(max-width: 720px)');
  return (
    <div className="toolbar">
      <HeadSlot of="slotTopLeft" />
      <h1>{t.title}</h1>
      <span className={isNarrow ? 'hidden-text' : 'quiet'} role="status">
        {total === undefined ? '' : t.entries(total, true)}
      </span>
      <span className="grow" />
      <IconButton icon="question" label={t.whoIs} onClick={() => onAsk('who')} />
      <IconButton icon="arrows-merge" label={t.merges} onClick={() => onAsk('merges')} />
      <IconButton icon="upload-simple" label={t.import} onClick={() => onAsk('import')} />
      <ExportButton />
      {isNarrow ? (
        <IconButton icon="plus" label={t.add} onClick={() => onAsk('add')} />
      ) : (
        <Button icon="plus" onClick={() => onAsk('add')}>
          {t.add}
        </Button>
      )}
      <HeadSlot of="slotTopRight" />
    </div>
  );
}

/** The import of files, in the place of the phone book. */
function Importing({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  return (
    <section className="book">
      <div className="book-main">
        <div className="toolbar">
          <HeadSlot of="slotTopLeft" />
          <h1>{t.title}</h1>
          <span className="grow" />
          <HeadSlot of="slotTopRight" />
        </div>
        <div className="book-import">
          <ImportPage onChanged={onChanged} onClose={onClose} />
        </div>
      </div>
    </section>
  );
}

/** Asks before entries are taken out. */
function Removing({ ids, onRemoved, onClose }: { ids: readonly number[]; onRemoved: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  const say = useProblem();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  return (
    <Confirm
      title={t.deleteSure(ids.length)}
      action={t.delete}
      danger
      run={async () => {
        await sendOnce(phonecallCommands.removeEntries, { phoneBookEntryIds: [...ids] });
        notices.show({ text: t.deleted(ids.length) });
        onRemoved();
        onClose();
      }}
      say={say}
      onClose={onClose}
    >
      <p>{t.deleteHint}</p>
    </Confirm>
  );
}
