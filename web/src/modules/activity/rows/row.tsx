import { stateOf, type EntryRow } from '@kontor/contract/activity';
import type { ListMatch } from '@kontor/contract/kernel';
import { memo, Suspense } from 'react';
import { useRow } from '../../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Marked, Preview, shownMatchOf } from './found.tsx';
import { KIND_ICONS, kindColour } from './kinds.ts';
import { Others } from './others.tsx';
import { Records } from './records.tsx';
import { RowActions } from './row-actions.tsx';
import { useRowKind } from './row-kinds.ts';
import { RowPortrait } from './row-portrait.tsx';
import { Team } from './team.tsx';
import { texts } from '../texts.ts';
import { ThreadCount } from './thread-count.tsx';
import { lazily } from '../../../ui/lazily.tsx';

interface Props {
  readonly itemId: string;
  /** Why it was found. */
  readonly match?: ListMatch | undefined;
  readonly compact: boolean;
  /** Whether the list mixes kinds, so that each row has to say its own. */
  readonly mixed: boolean;
  readonly selected: boolean;
  readonly open: boolean;
  /** Mails of its thread that it stands for, itself among them. */
  readonly count?: number | undefined;
}

/** One row of a list. Plain elements alone: there are thousands of them in a day. */
export const Row = memo(function Row({ itemId, match, compact, mixed, selected, open, count = 1 }: Props) {
  const t = useTexts(texts);
  const now = useMinute();
  const row = useRow(itemId);
  const { icon: OwnIcon, marks: Marks } = useRowKind(row?.moduleName);
  if (row === undefined) return <div className="row" />;
  const contact = row.contact || t.nobody;
  const shownMatch = shownMatchOf(match);
  const words = match?.words;
  const status = <StatusMark status={row.status} label={t.states[stateOf(row.status)]} />;
  const marks = (
    <>
      {Marks === undefined ? null : <Marks row={row} />}
      <SnoozeMark row={row} />
      <ThreadCount count={count} />
      <Team row={row} count={count} />
      <Flags row={row} />
    </>
  );
  const isSaid = mixed || OwnIcon !== undefined;
  const kindName = t.kinds[row.moduleName];
  const kind =
    OwnIcon === undefined ? (
      <Icon name={KIND_ICONS[row.moduleName]} small {...(isSaid ? { label: kindName } : {})} />
    ) : (
      <OwnIcon row={row} label={kindName} />
    );
  const picture = (
    <span className="row-picture" data-part="picture" style={kindColour(row.moduleName)}>
      {selected ? (
        <span className="avatar row-check" data-size={compact ? 's' : undefined}>
          <Icon name="check" />
        </span>
      ) : compact ? (
        <span className="row-kind">{kind}</span>
      ) : (
        <>
          <RowPortrait row={row} name={contact} />
          {isSaid ? <span className="kind-badge">{kind}</span> : null}
        </>
      )}
    </span>
  );
  const time = <RowTime row={row} now={now} />;
  const substance = (
    <span className="row-substance" data-found={shownMatch !== undefined} data-marked={words !== undefined}>
      <span className="row-information">
        <Marked text={row.information || t.untitled[row.moduleName]} words={words} />
      </span>
      <Preview row={row} shownMatch={shownMatch} />
    </span>
  );
  return (
    <div className="row" data-status={row.status} data-selected={selected} data-open={open} data-compact={compact}>
      {picture}
      {compact && shownMatch === undefined ? (
        <>
          <span className="row-line">
            <span className="row-contact">
              <Marked text={contact} words={words} />
            </span>
          </span>
          {substance}
          {marks}
          <Others row={row} />
          {status}
          {time}
        </>
      ) : (
        <span className="row-lines">
          <span className="row-line">
            <span className="row-contact">
              <Marked text={contact} words={words} />
            </span>
            {marks}
            {status}
            {time}
          </span>
          <span className="row-line">
            {substance}
            <Others row={row} />
          </span>
        </span>
      )}
      <RowActions row={row} />
    </div>
  );
});

/** What every item may be, as icons with their words. */
function Flags({ row }: { row: EntryRow }) {
  const t = useTexts(texts);
  return (
    <>
      {row.extras['warned'] === true ? (
        <span className="row-warned">
          <Icon name="warning" fill small label={t.warned} />
        </span>
      ) : null}
      {row.extras['hasAttachments'] === true ? <Icon name="paperclip" small label={t.attachments} /> : null}
      {row.globalized ? <Icon name="users" small label={t.shared} /> : null}
      <Records row={row} />
      {row.archived ? <Icon name="archive" small label={t.archived} /> : null}
    </>
  );
}

/** When it came, or what stands in the place of that. */
function RowTime({ row, now }: { row: EntryRow; now: number }) {
  const formats = useFormats();
  const { time: Time } = useRowKind(row.moduleName);
  if (Time !== undefined) return <Time row={row} />;
  return <time className="row-time">{formats.short(row.timestamp, now)}</time>;
}

const Said = lazily(() => import('../actions/snooze-said.tsx').then((module) => module.SnoozeSaid));

/** Until when a row is put off, or why it is back while it is New; nothing for all others. */
function SnoozeMark({ row }: { row: EntryRow }) {
  const isBack = row.status === 1 && typeof row.extras['wokenAt'] === 'number';
  if (row.snoozedUntil === null && !isBack) return null;
  return (
    <Suspense fallback={null}>
      <Said row={row} />
    </Suspense>
  );
}
