import '../../editor/writing/writing.css';
import { stateOf } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { memoQueries, type MemoDetail } from '@kontor/contract/memo';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Client } from '../../client/client.ts';
import { asFailure } from '../../client/failure.ts';
import type { CoEdit } from '../../editor/co-edit.ts';
import { useCoEdit, useShownEdit } from '../../editor/use-co-edit.ts';
import { type NoteHandle } from '../../editor/index.ts';
import { Refused, SaveState, TitleField, WrittenText, writingKey } from '../../editor/writing/index.ts';
import { useLanguage, useShell, useSplit, useTexts, useZone, type ScreenProps } from '../../shell/index.ts';
import { GonePage } from '../../shell/gone-page.tsx';
import { Bone, Callout } from '../../ui/parts.tsx';
import {
  ItemBar,
  RelatedItems,
  StatePills,
  activityTexts,
  useSeen,
  type ItemActs,
  useItemActs,
} from '../activity/index.tsx';
import {
  HistoryPanel,
  ItemDetail,
  putBackOf,
  TextOdds,
  useHistoryItem,
  usePictures,
} from '../activity/detail/index.ts';
import { SharedLinkLine, useLinks, useRecordsInText } from '../record/index.tsx';
import { MemoChips } from './chips.tsx';
import { MEMOS, memoOf, type Memo } from './fields.ts';
import { sayField } from './say-field.ts';
import { texts } from './texts.ts';
import { useNothingLeft } from './use-nothing-left.ts';

/** Asks for a memo that will probably be opened next. */
export const prepareMemo = (client: Client, aggregateId: string): void =>
  client.ask.prepare(memoQueries.details, { aggregateId });

/** One memo, written in its place. */
export function MemoDetailScreen({ params }: ScreenProps) {
  const t = useTexts(texts);
  const aggregateId = params['id'] ?? '';
  const gone = { icon: 'notepad', title: t.gone, hint: t.goneHint } as const;
  return (
    <ItemDetail aggregateId={aggregateId} modules={['activity']} definition={memoQueries.details} gone={gone}>
      {({ details, isGone, stale }) =>
        isGone && details?.changeable !== true ? (
          <GonePage {...gone} wasKnown />
        ) : (
          <Shown
            aggregateId={aggregateId}
            details={details}
            isGone={isGone}
            isNew={params['editOrView'] === 'edit'}
            stale={stale}
          />
        )
      }
    </ItemDetail>
  );
}

function Shown({
  aggregateId,
  details,
  isGone,
  isNew,
  stale,
}: {
  aggregateId: string;
  details: MemoDetail | undefined;
  isGone: boolean;
  isNew: boolean;
  stale: ReactNode;
}) {
  const t = useTexts(texts);
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  const id = parseAggregateId(aggregateId);
  const itemId = id === undefined ? '' : itemKey(id);
  const edit = useCoEdit(MEMOS, aggregateId, details, memoOf);
  const leave = useCallback((): void => (wide ? tabs.leave() : navigator.back()), [wide, tabs, navigator]);
  const mayDelete = details?.changeable === true;
  const acts = useItemActs(itemId, { close: leave, isKeyed: !wide, mayDelete });
  useSeen(itemId, details === undefined ? undefined : acts.row?.status);
  const history = useHistoryItem();
  const place = { language: useLanguage(), zone: useZone() };
  return (
    <>
      <ItemBar
        wide={wide}
        acts={acts}
        mayDelete={mayDelete}
        label={t.bar}
        items={details === undefined ? [] : [history.item]}
        onClose={leave}
      />
      {isGone ? (
        <Callout tone="fault" icon="warning">
          {t.gone}. {t.goneHint}
        </Callout>
      ) : (
        stale
      )}
      {acts.question}
      <article className="written-page" data-scrolls aria-busy={edit === undefined}>
        {edit === undefined || details === undefined ? (
          <Bones />
        ) : (
          <Written
            edit={edit}
            details={details}
            acts={acts}
            isNew={isNew}
            isFixed={isGone || !details.changeable || acts.isTrashed}
            onDone={leave}
          />
        )}
      </article>
      {history.isOpen && details !== undefined ? (
        <HistoryPanel
          aggregateId={aggregateId}
          say={(field, value) => sayField(field, value, details, t, place)}
          nameOf={(field) => t.fields[field === 'content' ? 'doc' : (field as keyof typeof t.fields)]}
          onClose={history.close}
          {...(edit === undefined || !details.changeable ? {} : { onPutBack: putBackOf(edit) })}
        />
      ) : null}
    </>
  );
}

function Written({
  edit,
  details,
  acts,
  isNew,
  isFixed,
  onDone,
}: {
  edit: CoEdit<Memo>;
  details: MemoDetail;
  acts: ItemActs;
  isNew: boolean;
  isFixed: boolean;
  onDone: () => void;
}) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const { aggregateId } = details;
  const { fields, state, error, odds, taken } = useShownEdit(edit, details.title || t.untitled);
  const place = { language: useLanguage(), zone: useZone() };
  useNothingLeft(aggregateId, fields, isNew && details.changeable);
  const handle = useRef<NoteHandle>(null);
  const pictures = usePictures(aggregateId);
  const linking = useLinks(aggregateId, details.links);
  const records = useRecordsInText(linking);
  const done = useCallback((): void => {
    void edit.save().then((isSaved) => {
      if (!isSaved) return;
      acts.doIt('ready');
      onDone();
    });
  }, [edit, acts, onDone]);
  const keys = { done, save: () => void edit.save() };
  const [isUntitled] = useState(fields.title === '');
  useEffect(() => {
    if (isNew && !isUntitled) handle.current?.focus();
  }, [isNew, isUntitled]);
  const { code } = asFailure(error);
  return (
    <div className="written-whole" role="group" aria-label={t.bar} onKeyDown={(event) => void writingKey(event, keys)}>
      <h1 className="hidden-text">{fields.title || t.untitled}</h1>
      <header className="written-head">
        <TitleField
          label={t.fields.title}
          placeholder={t.titlePlaceholder}
          maxLength={300}
          readOnly={isFixed}
          autoFocus={isNew && isUntitled}
          value={fields.title}
          onChange={(title) => edit.write({ title })}
          onEnter={() => handle.current?.focus()}
        />
        <MemoChips details={details} fields={fields} isFixed={isFixed} onWrite={(part) => edit.write(part)} />
        <div className="written-states">
          <StatePills
            state={acts.row === undefined ? undefined : stateOf(acts.row.status)}
            label={a.stateLabel}
            onState={acts.doIt}
          />
          {isFixed ? (
            <span className="quiet">{details.changeable ? '' : t.readOnly}</span>
          ) : (
            <SaveState state={state} />
          )}
        </div>
      </header>
      <SharedLinkLine aggregateId={aggregateId} linking={linking} people={[]} about={undefined} isKeyed />
      <RelatedItems items={details.related} />
      {state === 'refused' ? <Refused why={t.problems[code]} onRetry={() => edit.retry()} /> : null}
      <TextOdds
        edit={edit}
        odds={odds}
        nameOf={(field) => t.fields[field as keyof typeof t.fields]}
        say={(field, value) => sayField(field, value, details, t, place)}
      />
      <div className="written-body">
        <WrittenText
          edit={edit}
          taken={taken}
          handle={handle}
          label={t.text}
          placeholder={t.placeholder}
          people={[]}
          records={records}
          readOnly={isFixed}
          onKey={(event) => writingKey(event, keys)}
          {...pictures}
        />
      </div>
    </div>
  );
}

function Bones() {
  return (
    <div className="delayed written-head" aria-hidden="true">
      <Bone width="56%" height={26} />
      <Bone width="72%" height={28} />
      <Bone width="40%" height={28} />
      <Bone width="100%" height={220} />
    </div>
  );
}
