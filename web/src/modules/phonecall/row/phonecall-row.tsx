import './row.css';
import type { EntryRow } from '@kontor/contract/activity';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Icon } from '../../../ui/parts.tsx';
import { rowTexts } from './row-texts.ts';
import { SIGN_ICONS, clockOf, rowOfCall, untilText, type RowOfCall } from './rules.ts';

/** The direction of a call, and what became of it, as a form: the colour says it a second time. */
function CallTile({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { sign } = rowOfCall(row);
  return (
    <span className="avatar call-tile" data-sign={sign}>
      <Icon name={SIGN_ICONS[sign]} label={t.signs[sign]} />
    </span>
  );
}

/** Who has called back, what it was beside a conversation, and the number behind a name. */
function CallPreview({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { sign, number, faxPages, calledBackBy } = rowOfCall(row);
  const said = [
    ...(calledBackBy === '' ? [] : [t.calledBack(calledBackBy)]),
    ...(sign === 'fax' && faxPages > 0 ? [t.pages(faxPages)] : []),
    ...(number === '' || row.contact === number ? [] : [number]),
    row.channel,
  ].filter((part) => part !== '');
  return said.length === 0 ? null : <span className="row-preview">{said.join(' · ')}</span>;
}

/** Who took it, and whom it was for. */
function Hands({ call: { by, to } }: { call: RowOfCall }) {
  const t = useTexts(rowTexts);
  if (by === undefined && to === undefined) return null;
  const words = [...(by === undefined ? [] : [t.by(by.name)]), ...(to === undefined ? [] : [t.to(to.name)])].join(', ');
  return (
    <span className="call-hands" role="img" aria-label={words} title={words}>
      {by === undefined ? '' : by.initial}
      {to === undefined ? '' : ` → ${to.initial}`}
    </span>
  );
}

/** How often the number was tried, that a name is a guess, who took it for whom, how long it took, and until when somebody is to be called back. */
function CallMarks({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const call = rowOfCall(row);
  const { tries, isGuessed, duration, isCallbackDesired, callbackUntil, callbackBy } = call;
  return (
    <>
      {tries < 2 ? null : (
        <span className="call-tries" title={t.tries(tries)}>
          <span aria-hidden="true">{tries}</span>
          <span className="hidden-text">{t.tries(tries)}</span>
        </span>
      )}
      {isGuessed ? <Icon name="question" small label={t.guessed} /> : null}
      {isCallbackDesired && row.status !== 3 ? <Callback until={callbackUntil} by={callbackBy} /> : null}
      <Hands call={call} />
      {duration === 0 ? null : (
        <span className="call-length">
          <span className="hidden-text">{t.duration(clockOf(duration))}</span>
          <span aria-hidden="true">{clockOf(duration)}</span>
        </span>
      )}
    </>
  );
}

function Callback({ until, by }: { until: number | undefined; by: string }) {
  const t = useTexts(rowTexts);
  const locale = LOCALES[useLanguage()];
  const zone = useZone();
  const now = useMinute();
  return (
    <span
      className="call-back"
      data-late={until !== undefined && until < now}
      title={by === '' ? t.callback : t.callbackBy(by)}
    >
      <Icon name="bell" small label={t.callback} />
      {until === undefined ? null : (
        <span className="call-until">{t.until(untilText(until, { now, zone, locale }))}</span>
      )}
    </span>
  );
}

export { CallPreview as preview, CallMarks as marks, CallTile as portrait };
