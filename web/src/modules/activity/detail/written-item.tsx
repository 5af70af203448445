import '../../../editor/writing/writing.css';
import { stateOf, type RelatedItem } from '@kontor/contract/activity';
import {
  itemKey,
  parseAggregateId,
  type ItemKindName,
  type QueryDefinition,
  type Schema,
} from '@kontor/contract/kernel';
import { useCallback, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import type { CoEdit, Stored } from '../../../editor/co-edit.ts';
import type { NoteHandle } from '../../../editor/index.ts';
import type { NoteRecords } from '../../../editor/note/note-editor.tsx';
import type { CoEditKind } from '../../../editor/open-edits.ts';
import { useCoEdit, useShownEdit } from '../../../editor/use-co-edit.ts';
import type { WrittenFields } from '../../../editor/written-edits.ts';
import { Refused, SaveState, TitleField, WrittenText, writingKey } from '../../../editor/writing/index.ts';
import { GonePage } from '../../../shell/failures/gone-page.tsx';
import { useLanguage, useShell, useSplit, useTexts, type ScreenProps } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { SkeletonBlock, Callout, Icon } from '../../../ui/parts.tsx';
import { atItem, useAttendance } from '../attendance/index.ts';
import { ItemBar } from './item-bar.tsx';
import { ItemDetail } from './item-detail.tsx';
import { KIND_ICONS } from '../rows/kinds.ts';
import { Others } from '../rows/others.tsx';
import { RelatedItems } from './related.tsx';
import { StatePills } from './state-pills.tsx';
import { texts } from '../texts.ts';
import { useItemActs, type ItemActs } from '../actions/use-item-acts.tsx';
import { useSeen } from './use-seen.ts';
import { HistoryPanel, useHistoryItem } from './history.tsx';
import { putBackOf } from './put-back.ts';
import { TextConflicts } from './text-conflicts.tsx';
import { useNothingLeft } from './use-nothing-left.ts';
import { usePictures } from './use-pictures.ts';

/** What the server says of every written item. */
interface WrittenDetails {
  readonly aggregateId: string;
  readonly title: string;
  readonly changeable: boolean;
  readonly related: readonly RelatedItem[];
}

/** What a screen of one kind says. */
export interface WrittenWords {
  readonly bar: string;
  readonly untitled: string;
  readonly titlePlaceholder: string;
  readonly text: string;
  readonly placeholder: string;
  readonly gone: string;
  readonly goneHint: string;
  /** To who reads it without the right to write. */
  readonly readOnly: string;
  /** Names of what is edited. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why the server would not have it, by the code of the problem. */
  readonly problems: Readonly<Record<string, string>>;
}

/** What is edited, to be changed in its place. `onWrite` takes the fields that are to be others. */
export interface WrittenPart<D, F> {
  readonly details: D;
  readonly fields: F;
  readonly isFixed: boolean;
  readonly isDone: boolean;
  readonly onWrite: (part: Partial<F>) => void;
}

/** What a kind adds to the bar and over the text. */
interface WrittenExtras {
  readonly items?: readonly MenuItem[];
  readonly buttons?: ReactNode;
  readonly over?: ReactNode;
}

/** A kind of item that is written in its place: what its screen has that is its own. Functions named `use…` are hooks, the same ones for ever. */
export interface WrittenKind<P extends Schema, R extends Schema, F extends WrittenFields> {
  readonly modules: readonly [ItemKindName, ...ItemKindName[]];
  readonly definition: QueryDefinition<string, P, R>;
  readonly edits: CoEditKind<F>;
  /** What of the details is edited. */
  readonly read: (details: v.InferOutput<R>) => Promise<Stored<F>>;
  readonly useWords: (module: ItemKindName) => WrittenWords;
  /** Says what a field holds. */
  readonly useSaying: (details: v.InferOutput<R> | undefined) => (field: string, value: unknown) => string;
  /** The records that it is linked with: their line, and those that are named in its text. */
  readonly useLinking: (details: v.InferOutput<R>) => { readonly line: ReactNode; readonly records: NoteRecords };
  /** Whether one was begun and holds nothing yet but a text that may be empty. */
  readonly isBegun: (details: v.InferOutput<R>) => boolean;
  /** Takes away one that was begun and is left empty. */
  readonly discard: (client: Client, aggregateId: string) => void;
  /** What is known of it beside its text. */
  readonly Chips: ComponentType<WrittenPart<v.InferOutput<R>, F>>;
  /** What stands between its head and its text. */
  readonly Around?: ComponentType<WrittenPart<v.InferOutput<R>, F>>;
  /** Everybody who sees it: they are told of each other, and can be named in it. */
  readonly peopleOf?: (details: v.InferOutput<R>) => readonly { readonly userId: number; readonly name: string }[];
  /** Whether another one edits it alone. */
  readonly isLocked?: (details: v.InferOutput<R>, ownId: number | undefined) => boolean;
  readonly useExtras?: (
    details: v.InferOutput<R> | undefined,
    fields: F | undefined,
    isFixed: boolean,
    onWrite: (part: Partial<F>) => void,
  ) => WrittenExtras;
}

const NO_EXTRAS: WrittenExtras = {};
const useNoExtras = (): WrittenExtras => NO_EXTRAS;
const NOBODY: readonly { readonly userId: number; readonly name: string }[] = [];
const DONE = 3;

type DetailsOf<R extends Schema> = v.InferOutput<R> & WrittenDetails;

/** The screen of a kind of item that is written in its place. */
export function writtenScreen<P extends Schema, R extends Schema, F extends WrittenFields>(
  kind: WrittenKind<P, R, F>,
): ComponentType<ScreenProps> {
  const { useWords } = kind;
  const Shown = shownOf(kind);

  return function Screen({ params }: ScreenProps) {
    const aggregateId = params['id'] ?? '';
    const module = parseAggregateId(aggregateId)?.module ?? kind.modules[0];
    const words = useWords(module);
    const gone = { icon: KIND_ICONS[module], title: words.gone, hint: words.goneHint };
    return (
      <ItemDetail aggregateId={aggregateId} modules={kind.modules} definition={kind.definition} gone={gone}>
        {({ details: received, isGone, stale }) => {
          const details = received as DetailsOf<R> | undefined;
          return isGone && details?.changeable !== true ? (
            <GonePage {...gone} wasKnown />
          ) : (
            <Shown {...{ aggregateId, module, details, isGone, stale }} isNew={params['editOrView'] === 'edit'} />
          );
        }}
      </ItemDetail>
    );
  };
}

interface ShownProps<R extends Schema> {
  readonly aggregateId: string;
  readonly module: ItemKindName;
  readonly details: DetailsOf<R> | undefined;
  readonly isGone: boolean;
  readonly isNew: boolean;
  readonly stale: ReactNode;
}

/** Makes what shows an item of a kind with its bar and its history, as far as it is known. */
function shownOf<P extends Schema, R extends Schema, F extends WrittenFields>(
  kind: WrittenKind<P, R, F>,
): ComponentType<ShownProps<R>> {
  const { useWords, useSaying, useExtras = useNoExtras } = kind;
  const Written = writtenOf(kind);

  return function Shown({ aggregateId, module, details, isGone, isNew, stale }: ShownProps<R>) {
    const words = useWords(module);
    const wide = useSplit();
    const { navigator, tabs } = useShell();
    const id = parseAggregateId(aggregateId);
    const itemId = id === undefined ? '' : itemKey(id);
    const edit = useCoEdit(kind.edits, aggregateId, details, kind.read);
    const leave = useCallback((): void => (wide ? tabs.leave() : navigator.back()), [wide, tabs, navigator]);
    const mayDelete = details?.changeable === true;
    const item = useItemActs(itemId, { close: leave, isKeyed: !wide, mayDelete });
    useSeen(itemId, details === undefined ? undefined : item.row?.status);
    const ownId = useValue(useClient().user)?.id;
    const isLocked = details !== undefined && kind.isLocked?.(details, ownId) === true;
    const isFixed = isGone || details?.changeable !== true || item.isTrashed || isLocked;
    const history = useHistoryItem();
    const say = useSaying(details);
    const extras = useExtras(details, edit?.shown.get().fields, isFixed, (part) => edit?.change(part));
    return (
      <>
        <ItemBar
          wide={wide}
          acts={item}
          mayDelete={mayDelete}
          label={words.bar}
          items={details === undefined ? [] : [...(extras.items ?? []), history.item]}
          onClose={leave}
        >
          {extras.buttons}
        </ItemBar>
        {isGone ? (
          <Callout tone="fault" icon="warning">
            {words.gone}. {words.goneHint}
          </Callout>
        ) : (
          <>
            {extras.over}
            {stale}
          </>
        )}
        {item.question}
        <article className="written-page" data-scrolls aria-busy={edit === undefined}>
          {edit === undefined || details === undefined ? (
            <Skeleton />
          ) : (
            <Written {...{ edit, details, module, item, isNew, isFixed, say }} onDone={leave} />
          )}
        </article>
        {history.isOpen && details !== undefined ? (
          <HistoryPanel
            aggregateId={aggregateId}
            say={say}
            nameOf={(field) => words.fields[field === 'content' ? 'doc' : field]}
            onClose={history.close}
            {...(edit === undefined || isFixed ? {} : { onPutBack: putBackOf(edit) })}
          />
        ) : null}
      </>
    );
  };
}

interface WrittenProps<R extends Schema, F extends WrittenFields> {
  readonly edit: CoEdit<F>;
  readonly details: DetailsOf<R>;
  readonly module: ItemKindName;
  readonly item: ItemActs;
  readonly isNew: boolean;
  readonly isFixed: boolean;
  readonly say: (field: string, value: unknown) => string;
  readonly onDone: () => void;
}

/** Makes what shows all that is written of an item of a kind: its head, its text, and what stands between them. */
function writtenOf<P extends Schema, R extends Schema, F extends WrittenFields>(
  kind: WrittenKind<P, R, F>,
): ComponentType<WrittenProps<R, F>> {
  const { useWords, useLinking, Chips, Around } = kind;

  return function Written({ edit, details, module, item, isNew, isFixed, say, onDone }: WrittenProps<R, F>) {
    const words = useWords(module);
    const t = useTexts(texts);
    const { aggregateId } = details;
    const { fields, state, error, conflicts, taken } = useShownEdit(edit, details.title || words.untitled);
    useNothingLeft(aggregateId, fields, isNew && kind.isBegun(details), kind.discard);
    const handle = useRef<NoteHandle>(null);
    const pictures = usePictures(aggregateId);
    const { line, records } = useLinking(details);
    const people = kind.peopleOf?.(details) ?? NOBODY;
    const [isUntitled] = useState(fields.title === '');
    const [isWriting, setWriting] = useState(false);
    useEffect(() => {
      if (isNew && !isUntitled) handle.current?.focus();
    }, [isNew, isUntitled]);
    const done = (): void =>
      void edit.save().then((isSaved) => {
        if (!isSaved) return;
        item.doIt('ready');
        onDone();
      });
    const keys = { done, save: () => void edit.save() };
    const isDone = item.row?.status === DONE;
    const part = { details, fields, isFixed, isDone, onWrite: (some: Partial<F>) => edit.write(some) };
    return (
      <div
        className="written-whole"
        role="group"
        aria-label={words.bar}
        onFocus={() => setWriting(!isFixed)}
        onBlur={(event) => setWriting(event.currentTarget.contains(event.relatedTarget))}
        onKeyDown={(event) => void writingKey(event, keys)}
      >
        <h1 className="hidden-text">{fields.title || words.untitled}</h1>
        <header className="written-head">
          <TitleField
            label={words.fields['title'] ?? ''}
            placeholder={words.titlePlaceholder}
            maxLength={MAX_TITLE}
            readOnly={isFixed}
            autoFocus={isNew && isUntitled}
            value={fields.title}
            onChange={(title) => edit.write({ title } as Partial<F>)}
            onEnter={() => handle.current?.focus()}
          />
          <Chips {...part} />
          <div className="written-states">
            <StatePills
              state={item.row === undefined ? undefined : stateOf(item.row.status)}
              label={t.stateLabel}
              onState={item.doIt}
            />
            {item.row === undefined || people.length === 0 ? null : <Others row={item.row} words />}
            {isFixed ? (
              <span className="quiet">{details.changeable ? '' : words.readOnly}</span>
            ) : (
              <SaveState state={state} />
            )}
          </div>
          {people.length > 1 ? <Attendants aggregateId={aggregateId} isWriting={isWriting} /> : null}
        </header>
        {line}
        <RelatedItems items={details.related} />
        {state === 'refused' ? (
          <Refused why={words.problems[asFailure(error).code]} onRetry={() => edit.retry()} />
        ) : null}
        <TextConflicts edit={edit} conflicts={conflicts} nameOf={(field) => words.fields[field] ?? field} say={say} />
        {Around === undefined ? null : <Around {...part} />}
        <div className="written-body">
          <WrittenText
            {...{ edit, taken, handle, people, records, ...pictures }}
            label={words.text}
            placeholder={words.placeholder}
            readOnly={isFixed}
            onKey={(event) => writingKey(event, keys)}
          />
        </div>
      </div>
    );
  };
}

/** Most signs of a title. */
const MAX_TITLE = 300;

/** Who else reads or writes here. */
function Attendants({ aggregateId, isWriting }: { aggregateId: string; isWriting: boolean }) {
  const language = useLanguage();
  const doing = isWriting ? 'writing' : 'reading';
  const said = atItem(language, useAttendance({ aggregateId, doing, isWanted: true })).join(' ');
  return (
    <p className="written-attendants" role="status">
      {said === '' ? null : (
        <>
          <Icon name="users" small /> {said}
        </>
      )}
    </p>
  );
}

function Skeleton() {
  return (
    <div className="delayed written-head" aria-hidden="true">
      <SkeletonBlock width="56%" height={26} />
      <SkeletonBlock width="76%" height={28} />
      <SkeletonBlock width="40%" height={28} />
      <SkeletonBlock width="100%" height={240} />
    </div>
  );
}
