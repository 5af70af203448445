import './snooze-said.css';
import type { EntryRow } from '@kontor/contract/activity';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Icon } from '../../../ui/parts.tsx';
import { snoozedText, type SaidTexts } from './snooze-said.ts';
import { snoozeTexts } from './snooze-texts.ts';

/** Until when a row is put off, or why it is back. */
export function SnoozeSaid({ row }: { row: EntryRow }) {
  const t: SaidTexts = useTexts(snoozeTexts);
  const locale = LOCALES[useLanguage()];
  const zone = useZone();
  const now = useMinute();
  const { short, long } = snoozedText(row, t, { locale, zone, now });
  return (
    <span className="row-snoozed" title={long}>
      <Icon name="clock" small />
      <span aria-hidden="true">{short}</span>
      <span className="hidden-text">{long}</span>
    </span>
  );
}
