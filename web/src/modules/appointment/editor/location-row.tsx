import { MAX_LOCATION, MAX_MEETING_URL } from '@kontor/contract/appointment';
import { useId, useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { Fault, Row } from './row.tsx';
import { editorTexts } from './texts.ts';
import type { AppointmentForm } from './use-appointment-form.ts';

/** Where it is: a location, a meeting by video, or both. */
export function LocationRow({ form: { draft, change, wrong } }: { form: AppointmentForm }) {
  const t = useTexts(editorTexts);
  const { location, meetingUrl } = draft;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isWrong = wrong.includes('url');
  const hasVideo = isOpen || meetingUrl !== '';
  return (
    <>
      <Row icon="map-pin" label={t.where}>
        <div className="appointment-line">
          <input
            className="input"
            aria-label={t.where}
            placeholder={t.wherePlaceholder}
            maxLength={MAX_LOCATION}
            autoComplete="off"
            value={location}
            onChange={({ currentTarget }) => change({ location: currentTarget.value })}
          />
          {hasVideo ? null : (
            <Button kind="plain" icon="video-camera" onClick={() => setOpen(true)}>
              {t.video}
            </Button>
          )}
        </div>
      </Row>
      {hasVideo ? (
        <Row icon="video-camera" label={t.video}>
          <div className="appointment-line">
            <input
              className="input"
              type="url"
              inputMode="url"
              aria-label={t.video}
              placeholder={t.videoPlaceholder}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? id : undefined}
              autoComplete="off"
              maxLength={MAX_MEETING_URL}
              autoFocus={isOpen}
              value={meetingUrl}
              onChange={({ currentTarget }) => change({ meetingUrl: currentTarget.value })}
            />
            <JoinLink address={meetingUrl} />
          </div>
          <Fault id={id} text={isWrong ? t.videoFault : undefined} />
        </Row>
      ) : null}
    </>
  );
}

/** The way to a meeting by video. */
export function JoinLink({ address }: { address: string }) {
  const t = useTexts(editorTexts);
  if (!/^https?:\/\/\S+$/i.test(address)) return null;
  return (
    <a className="button" data-kind="normal" href={address} target="_blank" rel="noopener noreferrer">
      <Icon name="video-camera" />
      {t.join}
    </a>
  );
}
