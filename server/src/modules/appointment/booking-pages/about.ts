import type { InstanceContext } from '../../../platform/operation/context.ts';
import type { PageLanguage } from '../../../platform/pages/index.ts';
import { slotOf } from '../rules.ts';
import { readAppointments } from '../store/appointments.ts';
import { realMoments } from '../times.ts';
import type { HoldRow } from './store/holds.ts';
import { findPage } from './store/pages.ts';

/** What somebody is told about a booking. */
export interface About {
  readonly language: PageLanguage;
  readonly title: string;
  readonly location: string;
  readonly zone: string;
  readonly start: number;
  readonly end: number;
}

/** What a booking is: as its appointment stands, or as it was chosen; undefined where neither its page is there nor its appointment. */
export async function aboutOf(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  hold: HoldRow,
  language: PageLanguage,
): Promise<About | undefined> {
  const page = hold.page_id === null ? undefined : await findPage(db, instance.id, hold.page_id);
  const [row] = hold.appointment_id === null ? [] : await readAppointments(db, instance.id, [hold.appointment_id]);
  if (page === undefined && row === undefined) return undefined;
  const chosen = { start: hold.starts_at.getTime(), end: hold.ends_at.getTime() };
  const { start, end } = row === undefined ? chosen : realMoments(slotOf(row), hold.zone);
  return {
    language,
    title: page?.title ?? row?.title ?? '',
    location: row?.location ?? page?.location ?? '',
    zone: hold.zone,
    start,
    end,
  };
}
