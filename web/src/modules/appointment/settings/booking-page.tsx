import './settings.css';
import {
  BOOKING_PAGES_KEY,
  MAX_BOOKING_PAGES,
  appointmentCommands,
  appointmentQueries,
  type BookingPage,
} from '@kontor/contract/appointment';
import { useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { CopyButton } from '../../../shell/forms/copy-button.tsx';
import { EditedList, type EditedRows } from '../../../shell/forms/edited-list.tsx';
import { RemoveRow } from '../../../shell/forms/remove-row.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useTexts } from '../../../shell/index.ts';
import { Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { BookingForm, useBookingProblem } from './booking-form.tsx';
import { bookingPageTexts } from './booking-texts.ts';

/** Pages on which people outside book: the person's own, and for administrators those of groups. */
export function BookingPagesPage() {
  const t = useTexts(bookingPageTexts);
  const answer = useAsk(appointmentQueries.bookingPages, {});
  const opened = useOpened<BookingPage>(({ id }) => id);
  return (
    <EditedList
      t={t}
      icon="calendar-check"
      answer={answer}
      rowsOf={({ pages }) => pages}
      opened={opened}
      // Those of groups are counted apart from one's own.
      max={2 * MAX_BOOKING_PAGES}
      full={t.tooMany(2 * MAX_BOOKING_PAGES)}
      form={({ one, onSaved }) => <BookingForm page={one} onSaved={onSaved} onClose={opened.close} />}
      after={({ canMail }) => (canMail ? null : <Callout icon="warning">{t.noMail}</Callout>)}
    >
      {(pages, rows) => <List pages={pages} {...rows} />}
    </EditedList>
  );
}

function List({
  pages,
  focused,
  onOpen,
  onRemoved,
  onChanged,
}: EditedRows<BookingPage> & { pages: readonly BookingPage[] }) {
  const t = useTexts(bookingPageTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const problem = useBookingProblem();
  const [removed, setRemoved] = useState<BookingPage>();
  return (
    <>
      <ul className="rows" aria-label={t.title}>
        {pages.map((page) => {
          const { id, title, owner, url, durations, isOn } = page;
          const words = [isOn ? t.on : t.off, owner, t.minutes(durations.join(', '))].filter(Boolean).join(' · ');
          return (
            <li key={id} className="wraps">
              <Icon name={isOn ? 'calendar-check' : 'calendar-x'} />
              <span className="what">
                <strong>{title}</strong>
                <span className="quiet">{words}</span>
              </span>
              <span className="ends">
                <CopyButton plain text={url} label={t.copy(title)} />
                <a
                  className="icon-button"
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={t.preview(title)}
                  title={t.preview(title)}
                >
                  <Icon name="arrow-square-out" />
                </a>
                <IconButton
                  icon="pencil-simple"
                  label={t.editOne(title)}
                  autoFocus={id === focused}
                  onClick={() => onOpen(page)}
                />
                <IconButton icon="trash" label={t.remove(title)} onClick={() => setRemoved(page)} />
              </span>
            </li>
          );
        })}
      </ul>
      {removed === undefined ? null : (
        <RemoveRow
          title={t.removeTitle(removed.title)}
          action={t.delete}
          rows={{ onChanged, onRemoved }}
          run={async () => {
            await sendOnce(appointmentCommands.removeBookingPage, { id: removed.id });
            client.ask.touch([BOOKING_PAGES_KEY]);
          }}
          done={t.removed(removed.title)}
          say={problem}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.removeHint}</p>
        </RemoveRow>
      )}
    </>
  );
}
