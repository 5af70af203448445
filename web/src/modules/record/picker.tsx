import './record.css';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, Callout, Icon, LoadingLine } from '../../ui/parts.tsx';
import type { Picking } from './asked.ts';
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
      {failure === undefined ? null : (
        <Callout
          tone="fault"
          icon="warning"
          action={
            <Button
              onClick={() => {
                input.current?.focus();
                retry();
              }}
            >
              {t.retry}
            </Button>
          }
        >
          {failure.kind === 'offline' ? t.searchOffline : t.searchFailed}
        </Callout>
      )}
      <p className="hidden-text" role="status">
        {typed.trim() === '' || failure !== undefined ? '' : isSearching ? t.searching : t.found(results.length)}
      </p>
      {typed.trim() === '' || isSearching || failure !== undefined || results.length > 0 ? null : (
        <p className="record-none quiet">{t.nothing(typed.trim())}</p>
      )}
      <div id={`${id}-list`} ref={list} className="record-results" role="listbox" aria-label={t.results}>
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
              onClick={() => take(index)}
            >
              <FoundRecord found={found} more={isKnown ? (knownAs ?? t.isLinked) : found.instanceTitle} />
            </div>
          );
        })}
        {mayMake ? (
          <div
            id={`${id}-${results.length}`}
            className="record-result"
            role="option"
            aria-selected={active === results.length}
            data-apart={results.length > 0}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(results.length)}
          >
            <Icon name="plus" small />
            <span className="record-result-names">
              <span>{name === '' ? t.create : t.createNamed(name)}</span>
            </span>
          </div>
        ) : null}
      </div>
    </div>
  );
}
