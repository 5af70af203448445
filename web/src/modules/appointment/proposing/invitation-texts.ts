import { defineTexts } from '../../../shell/index.ts';

/** What calendars say of a mail about an appointment. */
export const invitationTexts = defineTexts(
  {
    open: 'Im Kalender öffnen',
    nearby: 'In Ihrem Kalender',
    free: 'Zu dieser Zeit ist in Ihrem Kalender nichts.',
    collides: 'Zur selben Zeit:',
    beside: 'Am selben Tag:',
    untitled: 'Termin ohne Titel',
    busy: 'Belegt',
    allDay: 'ganztägig',
    uninvited: 'Wer hier antwortet, ist zu Ihrem Termin nicht eingeladen. Am Termin ändert das nichts.',
    guest: (name: string) => `${name} ist zu Ihrem Termin nicht eingeladen.`,
    add: 'Hinzufügen',
    addOf: (name: string) => `${name} zum Termin hinzufügen`,
    added: (name: string) => `${name} ist jetzt dabei.`,
  },
  {
    open: 'Open in the calendar',
    nearby: 'In your calendar',
    free: 'There is nothing in your calendar at that time.',
    collides: 'At the same time:',
    beside: 'On the same day:',
    untitled: 'Appointment without a title',
    busy: 'Taken',
    allDay: 'all day',
    uninvited: 'Who answers here is not invited to your appointment. It changes nothing there.',
    guest: (name) => `${name} is not invited to your appointment.`,
    add: 'Add',
    addOf: (name) => `Add ${name} to the appointment`,
    added: (name) => `${name} takes part now.`,
  },
);
