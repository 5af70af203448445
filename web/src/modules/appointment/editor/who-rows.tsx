import type { AppointmentDetail } from '@kontor/contract/appointment';
import { FindingStrip } from './finding-row.tsx';
import { PeopleRow } from './people-row.tsx';
import type { AppointmentForm } from './use-appointment-form.ts';
import { useSuits } from './use-suits.ts';

/** Who takes part, and when they all could. */
export function WhoRows({
  form,
  details,
  organiserId,
  onFind,
}: {
  form: AppointmentForm;
  /** Undefined of a new one. */
  details: AppointmentDetail | undefined;
  organiserId: number | null;
  /** Looks for another time. */
  onFind: () => void;
}) {
  const appointmentId = details?.appointmentId ?? null;
  const suits = useSuits(form.draft, appointmentId);
  return (
    <>
      <PeopleRow
        draft={form.draft}
        organiserId={organiserId}
        suits={suits}
        taken={form.taken}
        stored={details}
        onFind={onFind}
        onChange={(participants) => form.change({ participants })}
      />
      <FindingStrip form={form} appointmentId={appointmentId} suits={suits} onMore={onFind} />
    </>
  );
}
