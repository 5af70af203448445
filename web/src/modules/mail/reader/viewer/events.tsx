import { previewQueries, type Invitation } from '@kontor/contract/mail';
import { useAsk } from '../../../../client/react.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { StatePage } from '../../../../ui/parts.tsx';
import { useEventWords } from '../use-event-words.ts';
import { Failed, Waiting } from '../../../../shell/viewer/not-shown.tsx';
import { viewerTexts } from './texts.ts';

interface Props {
  readonly aggregateId: string;
  readonly storageKey: string;
  readonly onDownload: () => void;
}

/** The appointments of a file. */
export function Events({ aggregateId, storageKey, onDownload }: Props) {
  const t = useTexts(viewerTexts);
  const { data, failure, retry } = useAsk(previewQueries.attachedEvents, { aggregateId, storageKey });
  if (data === undefined)
    return failure === undefined ? <Waiting /> : <Failed failure={failure} onRetry={retry} onDownload={onDownload} />;
  if (data.length === 0) return <StatePage icon="calendar-blank" title={t.noEvents} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="viewer-stage" tabIndex={0} role="region" aria-label={t.events}>
      <div className="viewer-sheet">
        <ul className="viewer-cards">
          {data.map((event) => (
            <Event key={`${event.uid} ${event.recurrence} ${event.startDate}`} event={event} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Event({ event }: { event: Invitation }) {
  const t = useTexts(viewerTexts);
  const words = useEventWords();
  const people = event.participants.map(({ name, address }) => name || address).join(', ');
  const facts: readonly (readonly [string, string])[] = [
    [t.organiser, event.organiser.name || event.organiser.address],
    [t.participants, people],
  ];
  return (
    <li>
      <h3>{event.title || t.noTitle}</h3>
      <p>{words.line(event)}</p>
      <dl className="facts">
        {facts.map(([label, text]) =>
          text === '' ? null : (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      {event.description === '' ? null : <p className="viewer-note">{event.description}</p>}
    </li>
  );
}
