import { defineTexts } from '../../../shell/index.ts';

/** What calendars say of a mail about an appointment. */
export const invitationTexts = defineTexts({ open: 'Im Kalender öffnen' }, { open: 'Open in the calendar' });
