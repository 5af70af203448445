import { FindingStrip } from './finding-row.tsx';
import { PeopleRow } from './people-row.tsx';
import type { AppointmentForm } from './use-appointment-form.ts';
import { useSuits } from './use-suits.ts';

/** Who takes part, and when they all could. */
export function WhoRows({
  form,
  appointmentId,
  organiserId,
  onFind,
}: {
  form: AppointmentForm;
  /** Null of a new one. */
  appointmentId: number | null;
  organiserId: number | null;
  /** Looks for another time. */
  onFind: () => void;
}) {
  const suits = useSuits(form.draft, appointmentId);
  return (
    <>
      <PeopleRow
        draft={form.draft}
        organiserId={organiserId}
        suits={suits}
        taken={form.taken}
        onFind={onFind}
        onChange={(participants) => form.change({ participants })}
      />
      <FindingStrip form={form} appointmentId={appointmentId} suits={suits} onMore={onFind} />
    </>
  );
}
