import './row.css';
import type { EntryRow } from '@kontor/contract/activity';
import type { AppointmentExtras } from '@kontor/contract/appointment';
import { nearDatesIn } from '../../../shell/dates/near-dates.ts';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Icon } from '../../../ui/parts.tsx';
import { extrasOf, momentOf } from './moment.ts';
import { rowTexts } from './row-texts.ts';

/** When an appointment begins, in the place of when it came. */
function AppointmentTime({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const dates = nearDatesIn(useLanguage(), useZone());
  const now = useMinute();
  const moment = momentOf(row);
  const { timeMode, participation } = extrasOf(row);
  return (
    <time className="row-time appointment-time" data-declined={participation === 'declined'} dateTime={moment}>
      <span className="hidden-text">{t.begins} </span>
      {dates.text(moment, now)}
      {timeMode === 'allDay' ? <span className="hidden-text">, {t.allDay}</span> : null}
    </time>
  );
}

/** Where it is, who else is there, and how its text begins. */
function AppointmentRow({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { location, participants, preview } = extrasOf(row);
  return (
    <span className="row-preview appointment-said">
      {location === '' ? null : (
        <span>
          <span className="hidden-text">{t.where} </span>
          {location}
        </span>
      )}
      {participants > 1 ? <span> {t.people(participants)}</span> : null}
      {preview === '' ? null : <span> {preview}</span>}
    </span>
  );
}

type Mark = 'provisional' | 'tentative' | 'declined' | 'isPrivate' | 'repeats' | 'alarm';
const ICONS: Readonly<Record<Mark, IconName>> = {
  provisional: 'circle-dashed',
  tentative: 'question',
  declined: 'x-circle',
  isPrivate: 'lock-simple',
  repeats: 'repeat',
  alarm: 'bell',
};

/** What is to be known of an appointment at a glance, in the order in which it is shown. */
function marksOf({ participation, participants, access, repeats, hasAlarm }: AppointmentExtras): readonly Mark[] {
  const isProvisional = participation === 'none' && participants > 1;
  const answer = participation === 'tentative' || participation === 'declined' ? [participation] : [];
  return [
    ...(isProvisional ? (['provisional'] as const) : answer),
    ...(access === 'private' ? (['isPrivate'] as const) : []),
    ...(repeats ? (['repeats'] as const) : []),
    ...(hasAlarm ? (['alarm'] as const) : []),
  ];
}

/** Whether it is answered, private, repeats or calls. */
function AppointmentMarks({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  return (
    <>
      {marksOf(extrasOf(row)).map((mark) => (
        <Icon key={mark} name={ICONS[mark]} small label={t[mark]} />
      ))}
    </>
  );
}

export { AppointmentRow as preview, AppointmentMarks as marks, AppointmentTime as time };
