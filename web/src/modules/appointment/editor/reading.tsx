import './editor.css';
import { appointmentQueries, type AppointmentDetail } from '@kontor/contract/appointment';
import type { ReactNode } from 'react';
import { useAsk } from '../../../client/react.tsx';
import type { NoteRecords } from '../../../editor/index.ts';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { Icon, StatePage } from '../../../ui/parts.tsx';
import { draftOf } from './draft.ts';
import { JoinLink } from './location-row.tsx';
import { PeopleRow } from './people-row.tsx';
import { RepetitionRow } from './repetition-row.tsx';
import { Row } from './row.tsx';
import { TextPart } from './text-part.tsx';
import { editorTexts } from './texts.ts';
import { hasHours, minutesOf, timesOf } from './times.ts';
import { ZoneHint } from './when-row.tsx';
import { alertWords, lengthWords, whenWords } from './words.ts';

/** Today where the person is. */
function useToday(): string {
  return Temporal.Instant.fromEpochMilliseconds(useMinute()).toZonedDateTimeISO(useZone()).toPlainDate().toString();
}

/** An appointment that the person reads, and does not change. */
export function Reading({
  details,
  records,
  beneathTitle,
  answer,
  links,
}: {
  details: AppointmentDetail;
  records?: NoteRecords;
  beneathTitle?: ReactNode;
  answer?: ReactNode;
  links?: ReactNode;
}) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const today = useToday();
  const draft = draftOf(details);
  const { title, location, meetingUrl, access, description, alert, dstChange } = details;
  return (
    <div className="appointment-form" role="group" aria-label={t.bar}>
      <div className="appointment-head">
        <h1 className="appointment-title">{title || t.untitled}</h1>
        <p className="quiet">{t.readOnly}</p>
        {beneathTitle}
      </div>
      <Row icon="clock" label={t.when}>
        <p>
          <strong>{whenWords(draft, today, language)}</strong>{' '}
          <span className="quiet">{lengthWords(Math.max(0, minutesOf(draft)), language)}</span>
        </p>
        {dstChange ? <p className="quiet small">{t.dst}</p> : null}
        <ZoneHint zone={draft.zone} isTimed={hasHours(draft)} />
      </Row>
      <RepetitionRow form={{ draft, fault: undefined }} details={details} isForbidden={false} onChange={undefined} />
      {location === '' && meetingUrl === '' ? null : (
        <Row icon="map-pin" label={t.where}>
          <div className="appointment-line">
            {location === '' ? null : <span>{location}</span>}
            <JoinLink address={meetingUrl} />
          </div>
        </Row>
      )}
      <PeopleRow draft={draft} organiserId={details.organiser.userId} stored={details} onChange={undefined} />
      {answer}
      <Row icon="bell" label={t.alert}>
        <p>
          {alertWords(alert, language)}
          {access === 'private' ? (
            <span className="quiet">
              {' '}
              <Icon name="lock-simple" small /> {t.accesses.private}
            </span>
          ) : null}
        </p>
      </Row>
      {links}
      {description === '' ? null : (
        <Row icon="text-align-left" label={t.text}>
          <TextPart
            html={description}
            people={[]}
            {...(records === undefined ? {} : { records })}
            readOnly
            onChange={() => undefined}
            onKey={() => false}
          />
        </Row>
      )}
    </div>
  );
}

/** One of which the person sees no more than when a calendar is taken. */
export function Busy({ details }: { details: AppointmentDetail }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const today = useToday();
  const calendars = useAsk(appointmentQueries.permittedCalendars, {}).data ?? [];
  const name = calendars.find(({ userId }) => userId === details.calendarId)?.fullUserName ?? '';
  return (
    <StatePage icon="lock-simple" title={t.busy} whole>
      {whenWords(timesOf(details), today, language)}
      <br />
      {t.busyHint(name)}
    </StatePage>
  );
}
