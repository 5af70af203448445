import './record.css';
import type { RecordResult } from '@kontor/contract/record';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { Failure } from '../../client/failure.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, Callout, Icon, LoadingLine } from '../../ui/parts.tsx';
import type { Picking } from './open-dialogs.ts';
import { CreateForm } from './create-form.tsx';
import { FoundRecord, named } from './found-record.tsx';
import type { Named } from './links.ts';
import { mergingTexts } from './merging/texts.ts';
import { texts } from './texts.ts';
import { useSearch } from './use-search.ts';

/** Where a record is looked for, or made, for what asked for one. */
export function RecordPicker({ picking, onClose }: { picking: Picking; onClose: () => void }) {
  const t = useTexts(texts);
  const m = useTexts(mergingTexts);
  const [typed, setTyped] = useState('');
  const [isMaking, setMaking] = useState(false);
  const leaveRef = useRef<(then: () => void) => void>((then) => then());
  const title = isMaking
    ? t.newTitle
    : picking.count === 0
      ? (picking.title ?? t.pickOther)
      : picking.count === 1
        ? t.pickTitle
        : t.pickMany(picking.count);
  const take = (record: Named): void => {
    onClose();
    picking.onPick(record);
  };
  return (
    <Dialog title={title} closeLabel={t.close} size="l" onClose={() => leaveRef.current(onClose)}>
      {isMaking ? (
        <CreateForm
          typed={typed.trim()}
          about={picking.about}
          onlyKindId={picking.kindId}
          isLinked={picking.count > 0}
          leaveRef={leaveRef}
          onMade={take}
          known={{ label: m.takeIt, run: take }}
          onBack={() => setMaking(false)}
        />
      ) : (
        <Search typed={typed} picking={picking} onType={setTyped} onTake={take} onMake={() => setMaking(true)} />
      )}
    </Dialog>
  );
}

function Search({
  typed,
  picking: { known, about, kindId, knownAs, isThere },
  onType,
  onTake,
  onMake,
}: {
  typed: string;
  picking: Picking;
  onType: (typed: string) => void;
  onTake: (record: Named) => void;
  onMake: () => void;
}) {
  const t = useTexts(texts);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const mayMake = useValue(useClient().configuration)?.rights.createIdo === true && isThere !== true;
  const { results, failure, isSearching, retry } = useSearch(typed, kindId);
  const [chosen, setChosen] = useState(0);
  const name = typed.trim() || about?.name || about?.email || '';
  const count = results.length + (mayMake ? 1 : 0);
  const active = Math.min(chosen, count - 1);
  const take = (index: number): void => {
    const found = results[index];
    if (found === undefined) {
      if (mayMake && index === results.length) onMake();
    } else if (!known.includes(found.idoId)) onTake(named(found));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && count > 0) setChosen((active + by + count) % count);
    else if (event.key === 'Enter' && active >= 0) {
      // What stands there is not yet what was typed for.
      if (!isSearching) take(active);
    } else return;
    event.preventDefault();
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div className="record-search">
      <div className="record-search-field">
        <Icon name="magnifying-glass" />
        <input
          ref={input}
          className="input"
          role="combobox"
          aria-label={t.search}
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          aria-autocomplete="list"
          placeholder={t.searchHint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => {
            onType(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
        <LoadingLine shown={isSearching} />
      </div>
      <SearchState
        typed={typed.trim()}
        count={results.length}
        failure={failure}
        isSearching={isSearching}
        onRetry={() => {
          input.current?.focus();
          retry();
        }}
      />
      <Results
        ref={list}
        id={id}
        results={results}
        active={active}
        known={known}
        knownAs={knownAs}
        toMake={mayMake ? name : undefined}
        onTake={take}
      />
    </div>
  );
}

/** How far the search is: that it failed, how much was found, or that nothing was. */
function SearchState({
  typed,
  count,
  failure,
  isSearching,
  onRetry,
}: {
  typed: string;
  /** So many were found. */
  count: number;
  failure: Failure | undefined;
  isSearching: boolean;
  onRetry: () => void;
}) {
  const t = useTexts(texts);
  return (
    <>
      {failure === undefined ? null : (
        <Callout tone="fault" icon="warning" action={<Button onClick={onRetry}>{t.retry}</Button>}>
          {failure.kind === 'offline' ? t.searchOffline : t.searchFailed}
        </Callout>
      )}
      <p className="hidden-text" role="status">
        {typed === '' || failure !== undefined ? '' : isSearching ? t.searching : t.found(count)}
      </p>
      {typed === '' || isSearching || failure !== undefined || count > 0 ? null : (
        <p className="record-none quiet">{t.nothing(typed)}</p>
      )}
    </>
  );
}

/** What was found, and at its end that one is made. */
function Results({
  ref,
  id,
  results,
  active,
  known,
  knownAs,
  toMake,
  onTake,
}: Pick<Picking, 'known' | 'knownAs'> & {
  ref: Ref<HTMLDivElement>;
  /** What the field calls the list and its lines by. */
  id: string;
  results: readonly RecordResult[];
  /** Index of the line that the keys are on. */
  active: number;
  /** What one that is made is called; undefined where none can be. */
  toMake: string | undefined;
  onTake: (index: number) => void;
}) {
  const t = useTexts(texts);
  return (
    <div id={`${id}-list`} ref={ref} className="record-results" role="listbox" aria-label={t.results}>
      {results.map((found, index) => {
        const isKnown = known.includes(found.idoId);
        return (
          <div
            key={found.idoId}
            id={`${id}-${index}`}
            className="record-result"
            role="option"
            aria-selected={index === active}
            aria-disabled={isKnown}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(index)}
          >
            <FoundRecord found={found} more={isKnown ? (knownAs ?? t.isLinked) : found.instanceTitle} />
          </div>
        );
      })}
      {toMake === undefined ? null : (
        <div
          id={`${id}-${results.length}`}
          className="record-result"
          role="option"
          aria-selected={active === results.length}
          data-apart={results.length > 0}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(results.length)}
        >
          <Icon name="plus" small />
          <span className="record-result-names">
            <span>{toMake === '' ? t.create : t.createNamed(toMake)}</span>
          </span>
        </div>
      )}
    </div>
  );
}
