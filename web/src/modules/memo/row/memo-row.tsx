import type { EntryRow } from '@kontor/contract/activity';
import { useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { rowTexts } from './row-texts.ts';

/** What a memo is about, and how long that took. */
export function MemoRow({ row: { extras } }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { communicationTypeId, duration, preview } = extras;
  const kind = typeof communicationTypeId === 'number' ? t.types[communicationTypeId - 1] : undefined;
  const minutes = typeof duration === 'number' ? Math.round(duration / 60) : 0;
  const said = [kind ?? '', minutes > 0 ? t.minutes(Math.floor(minutes / 60), minutes % 60) : '', preview].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  return <span className="row-preview">{said.join(' · ')}</span>;
}

/** Whether somebody is called to it. */
export function MemoMarks({ row: { extras } }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  return extras['hasAlarm'] === true ? <Icon name="bell" small label={t.alarm} /> : null;
}
