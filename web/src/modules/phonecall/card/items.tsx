import type { EntryRow } from '@kontor/contract/activity';
import type { ResultOf } from '@kontor/contract/kernel';
import type { phonecallQueries } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { detailHref, useFormats, useLanguage, useMinute, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Icon } from '../../../ui/parts.tsx';
import { KIND_ICONS, kindColour } from '../../activity/index.tsx';
import { rowTexts } from '../row/row-texts.ts';
import { rowOfCall, untilText } from '../row/rules.ts';
import { cardTexts } from './texts.ts';

type Card = ResultOf<typeof phonecallQueries.card>;
/** Rows that the card has room for. */
const MAX_ROWS = 4;

const keyOf = ({ moduleName, entryId }: EntryRow): string => `${moduleName}:${entryId}`;

/** What is open with who calls, callbacks that are wanted first: at most four, or three and the last mail. */
export function CardItems({ card }: { card: Card | undefined }) {
  const t = useTexts(cardTexts);
  // Nothing jumps when the answer is there: its room is kept.
  if (card === undefined) return <div className="call-card-items" data-empty="true" aria-hidden="true" />;
  const { open, openCount, lastMail } = card;
  // The last mail may be open itself: it is one row then.
  const others = open.filter((row) => lastMail === null || keyOf(row) !== keyOf(lastMail));
  const rows = others.slice(0, lastMail === null ? MAX_ROWS : MAX_ROWS - 1);
  if (rows.length === 0 && lastMail === null) return null;
  const more = openCount - rows.length - (open.length - others.length);
  return (
    <ul className="call-card-items">
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <CardItem row={row} isMail={false} />
        </li>
      ))}
      {more > 0 ? <li className="quiet small">{t.moreOpen(more)}</li> : null}
      {lastMail === null ? null : (
        <li>
          <CardItem row={lastMail} isMail />
        </li>
      )}
    </ul>
  );
}

function CardItem({ row, isMail }: { row: EntryRow; isMail: boolean }) {
  const t = useTexts(cardTexts);
  const r = useTexts(rowTexts);
  const formats = useFormats();
  const now = useMinute();
  const { tabs } = useShell();
  const userId = useValue(useClient().user)?.id ?? 0;
  const { moduleName, information, contact, timestamp } = row;
  const isCallback = moduleName === 'phonecall' && rowOfCall(row).isCallbackDesired;
  return (
    <button
      type="button"
      onClick={() =>
        tabs.open(detailHref({ module: moduleName, aggregateId: aggregateIdOf(row, userId) }, 'inbox'), 'beside')
      }
    >
      <span style={kindColour(moduleName)} className="call-card-kind">
        <Icon name={KIND_ICONS[moduleName]} small />
      </span>
      <span className="call-next-said">
        <strong>{isCallback ? r.callback : isMail ? t.lastMail : information || contact}</strong>{' '}
        {isCallback || isMail ? information : ''}
      </span>
      <time className="quiet">{formats.short(timestamp, now)}</time>
    </button>
  );
}

/** What a screen reader is told of a call, once: who it is, and what is open with them. Empty until that is known. */
export function useSpoken(card: Card | undefined, who: string): string {
  const t = useTexts(cardTexts);
  const locale = LOCALES[useLanguage()];
  const zone = useZone();
  const now = useMinute();
  const [spoken, setSpoken] = useState('');
  if (card !== undefined && spoken === '') {
    const callback = card.open.find((row) => row.moduleName === 'phonecall' && rowOfCall(row).isCallbackDesired);
    const until = callback === undefined ? undefined : rowOfCall(callback).callbackUntil;
    const more =
      callback !== undefined
        ? t.callbackOpen(until === undefined ? '' : untilText(until, { now, zone, locale }))
        : card.openCount > 0
          ? t.open(card.openCount)
          : '';
    // Once: what comes later is not said again.
    setSpoken(t.spoken(who, more));
  }
  return spoken;
}
