import '../../editor/writing/writing.css';
import './detail/detail.css';
import { stateOf } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { taskQueries, type Layout, type TaskDetail } from '@kontor/contract/task';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Client } from '../../client/client.ts';
import { asFailure } from '../../client/failure.ts';
import { useClient, useValue } from '../../client/react.tsx';
import type { CoEdit } from '../../editor/co-edit.ts';
import type { NoteHandle } from '../../editor/index.ts';
import { useCoEdit, useShownEdit } from '../../editor/use-co-edit.ts';
import { Refused, SaveState, TitleField, WrittenText, writingKey } from '../../editor/writing/index.ts';
import {
  useFormats,
  useLanguage,
  useMinute,
  useShell,
  useSplit,
  useTexts,
  useZone,
  type ScreenProps,
} from '../../shell/index.ts';
import { GonePage } from '../../shell/gone-page.tsx';
import { Bone, Button, Callout, Icon, IconButton } from '../../ui/parts.tsx';
import { atItem, useAttendance } from '../activity/attendance/index.ts';
import {
  ItemBar,
  Others,
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
import { Around } from './detail/around.tsx';
import { TaskChips } from './detail/chips.tsx';
import { TASKS, taskOf, type Task } from './detail/fields.ts';
import { sayTaskField } from './detail/say-field.ts';
import { detailTexts } from './detail/texts.ts';
import { useTaskActs } from './detail/use-task-acts.tsx';
import { useNothingLeft } from './detail/use-nothing-left.ts';

/** Asks for a task or note that will probably be opened next. */
export const prepareTask = (client: Client, aggregateId: string): void =>
  client.ask.prepare(taskQueries.details, { aggregateId });

/** One task or note, written in its place. */
export function TaskDetailScreen({ params }: ScreenProps) {
  const t = useTexts(detailTexts);
  const aggregateId = params['id'] ?? '';
  const layout: Layout = parseAggregateId(aggregateId)?.module === 'note' ? 'note' : 'task';
  const gone = { icon: layout === 'note' ? 'note' : 'check-square', title: t.gone[layout], hint: t.goneHint } as const;
  return (
    <ItemDetail aggregateId={aggregateId} modules={['task', 'note']} definition={taskQueries.details} gone={gone}>
      {({ details, isGone, stale }) =>
        isGone && details?.changeable !== true ? (
          <GonePage {...gone} wasKnown />
        ) : (
          <Shown
            aggregateId={aggregateId}
            layout={layout}
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

/** Why the person cannot write in it now, of those that the screen says itself. */
const lockOf = (details: TaskDetail | undefined, ownId: number | undefined): 'none' | 'own' | 'other' =>
  details?.lockConfig.locked !== true ? 'none' : details.lockConfig.userId === ownId ? 'own' : 'other';

function useSaying(details: TaskDetail | undefined) {
  const t = useTexts(detailTexts);
  const place = { language: useLanguage(), zone: useZone(), now: useMinute() };
  return (field: string, value: unknown): string =>
    details === undefined ? '' : sayTaskField(field, value, details, t, place);
}

function Shown({
  aggregateId,
  layout,
  details,
  isGone,
  isNew,
  stale,
}: {
  aggregateId: string;
  layout: Layout;
  details: TaskDetail | undefined;
  isGone: boolean;
  isNew: boolean;
  stale: ReactNode;
}) {
  const t = useTexts(detailTexts);
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  const id = parseAggregateId(aggregateId);
  const itemId = id === undefined ? '' : itemKey(id);
  const edit = useCoEdit(TASKS, aggregateId, details, taskOf);
  const leave = useCallback((): void => (wide ? tabs.leave() : navigator.back()), [wide, tabs, navigator]);
  const mayDelete = details?.changeable === true;
  const item = useItemActs(itemId, { close: leave, isKeyed: !wide, mayDelete });
  useSeen(itemId, details === undefined ? undefined : item.row?.status);
  const own = useValue(useClient().user)?.id;
  const lock = lockOf(details, own);
  const isFixed = isGone || details?.changeable !== true || item.isTrashed || lock === 'other';
  const history = useHistoryItem();
  const say = useSaying(details);
  const task = edit?.shown.get().fields;
  const acts = useTaskActs(details, task, isFixed, (part) => edit?.change(part));
  return (
    <>
      <ItemBar
        wide={wide}
        acts={item}
        mayDelete={mayDelete}
        label={t.bar[layout]}
        items={details === undefined ? [] : [...acts.items, history.item]}
        onClose={leave}
      >
        <Star acts={acts} details={details} />
      </ItemBar>
      <Notices layout={layout} details={details} isGone={isGone} lock={lock} onTakeOver={acts.takeOver} />
      {isGone ? null : stale}
      {item.question}
      {acts.dialog}
      <article className="written-page" data-scrolls aria-busy={edit === undefined}>
        {edit === undefined || details === undefined ? (
          <Bones />
        ) : (
          <Written edit={edit} details={details} item={item} isNew={isNew} isFixed={isFixed} say={say} onDone={leave} />
        )}
      </article>
      {history.isOpen && details !== undefined ? (
        <HistoryPanel
          aggregateId={aggregateId}
          say={say}
          nameOf={(field) => t.fields[field]}
          onClose={history.close}
          {...(edit === undefined || isFixed ? {} : { onPutBack: putBackOf(edit) })}
        />
      ) : null}
    </>
  );
}

/** Whether it is among the person's favourites. */
function Star({ acts, details }: { acts: ReturnType<typeof useTaskActs>; details: TaskDetail | undefined }) {
  const t = useTexts(detailTexts);
  if (acts.favor === undefined || details?.favoriteButton.render !== true) return null;
  return (
    <IconButton
      icon="star"
      fill={acts.isFavored}
      label={acts.isFavored ? t.unfavor : t.favor}
      aria-pressed={acts.isFavored}
      onClick={acts.favor}
    />
  );
}

/** What stands over it: that it is gone, or that somebody edits it alone. */
function Notices({
  layout,
  details,
  isGone,
  lock,
  onTakeOver,
}: {
  layout: Layout;
  details: TaskDetail | undefined;
  isGone: boolean;
  lock: ReturnType<typeof lockOf>;
  onTakeOver: (() => void) | undefined;
}) {
  const t = useTexts(detailTexts);
  if (isGone)
    return (
      <Callout tone="fault" icon="warning">
        {t.gone[layout]}. {t.goneHint}
      </Callout>
    );
  if (details === undefined || lock === 'none') return null;
  return <LockLine details={details} isOwn={lock === 'own'} onTakeOver={onTakeOver} />;
}

/** Who edits it alone, and since when. */
function LockLine({
  details: { lockConfig },
  isOwn,
  onTakeOver,
}: {
  details: TaskDetail;
  isOwn: boolean;
  onTakeOver: (() => void) | undefined;
}) {
  const t = useTexts(detailTexts);
  const formats = useFormats();
  const now = useMinute();
  const since = lockConfig.date === null ? '' : formats.short(Date.parse(lockConfig.date) / 1000, now);
  return (
    <Callout
      icon="lock-simple"
      action={isOwn || onTakeOver === undefined ? undefined : <Button onClick={onTakeOver}>{t.takeOver}</Button>}
    >
      {isOwn ? t.lockedByMe : t.lockedBy(lockConfig.userDisplayName, since)}
    </Callout>
  );
}

/** Who else reads or writes here. */
function Company({ details, isWriting }: { details: TaskDetail; isWriting: boolean }) {
  const language = useLanguage();
  const people = useAttendance({
    aggregateId: details.aggregateId,
    doing: isWriting ? 'writing' : 'reading',
    isWanted: details.allUsers.length > 1,
  });
  const said = atItem(language, people).join(' ');
  return (
    <p className="task-company" role="status">
      {said === '' ? null : (
        <>
          <Icon name="users" small /> {said}
        </>
      )}
    </p>
  );
}

function Written({
  edit,
  details,
  item,
  isNew,
  isFixed,
  say,
  onDone,
}: {
  edit: CoEdit<Task>;
  details: TaskDetail;
  item: ItemActs;
  isNew: boolean;
  isFixed: boolean;
  say: (field: string, value: unknown) => string;
  onDone: () => void;
}) {
  const t = useTexts(detailTexts);
  const a = useTexts(activityTexts);
  const { aggregateId, moduleLayout: layout } = details;
  const { fields, state, error, odds, taken } = useShownEdit(edit, details.title || t.untitled[layout]);
  useNothingLeft(details, fields, isNew);
  const handle = useRef<NoteHandle>(null);
  const pictures = usePictures(aggregateId);
  const linking = useLinks(aggregateId, details.links);
  const records = useRecordsInText(linking);
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
  const { code } = asFailure(error);
  return (
    <div
      className="written-whole"
      role="group"
      aria-label={t.bar[layout]}
      onFocus={() => setWriting(!isFixed)}
      onBlur={(event) => setWriting(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => void writingKey(event, keys)}
    >
      <h1 className="hidden-text">{fields.title || t.untitled[layout]}</h1>
      <header className="written-head">
        <TitleField
          label={t.fields['title'] ?? ''}
          placeholder={t.titlePlaceholder[layout]}
          maxLength={300}
          readOnly={isFixed}
          autoFocus={isNew && isUntitled}
          value={fields.title}
          onChange={(title) => edit.write({ title })}
          onEnter={() => handle.current?.focus()}
        />
        <TaskChips
          details={details}
          task={fields}
          isFixed={isFixed}
          isDone={item.row?.status === 3}
          onWrite={(part) => edit.write(part)}
        />
        <div className="written-states">
          <StatePills
            state={item.row === undefined ? undefined : stateOf(item.row.status)}
            label={a.stateLabel}
            onState={item.doIt}
          />
          {item.row === undefined ? null : <Others row={item.row} words />}
          {isFixed ? (
            <span className="quiet">{details.changeable ? '' : t.readOnly}</span>
          ) : (
            <SaveState state={state} />
          )}
        </div>
        <Company details={details} isWriting={isWriting} />
      </header>
      <SharedLinkLine aggregateId={aggregateId} linking={linking} people={[]} about={undefined} isKeyed />
      <RelatedItems items={details.related} />
      {state === 'refused' ? <Refused why={t.problems[code]} onRetry={() => edit.retry()} /> : null}
      <TextOdds edit={edit} odds={odds} nameOf={(field) => t.fields[field] ?? field} say={say} />
      <Around
        details={details}
        isFixed={isFixed}
        onUnwait={(id) => edit.write({ waitsFor: fields.waitsFor.filter((one) => one !== id) })}
      />
      <div className="written-body">
        <WrittenText
          edit={edit}
          taken={taken}
          handle={handle}
          label={t.text[layout]}
          placeholder={t.placeholder[layout]}
          people={details.allUsers.map(({ ID, Displayname }) => ({ userId: ID, name: Displayname }))}
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
      <Bone width="80%" height={28} />
      <Bone width="40%" height={28} />
      <Bone width="100%" height={260} />
    </div>
  );
}
