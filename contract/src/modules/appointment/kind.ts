import { defineItemKind } from '../../kernel/item-kind.ts';

/** An appointment. */
export const appointmentKind = /* @__PURE__ */ defineItemKind({
  name: 'appointment',
  number: 7,
  icon: 'calendar-blank',
  words: {
    de: {
      one: 'Termin',
      many: 'Termine',
      list: 'Kalender',
      fresh: 'Neuer Termin',
    },
    en: {
      one: 'Appointment',
      many: 'Appointments',
      list: 'Calendar',
      fresh: 'New appointment',
    },
  },
  rights: { list: { name: 'agendaList', bit: 1 }, create: { name: 'createAppointment', bit: 3 } },
  routes: {
    list: { name: 'agendaList', path: '/agenda' },
    detail: { name: 'appointment', path: '/appointment/:id/:activityListLocation/:editOrView' },
  },
  isCounted: true,
  notices: { setting: 'notificationsAppointmentEnabled' },
  alarms: {
    types: { appointment: null },
    at: 'begins',
    isHeardByOpening: true,
  },
});
