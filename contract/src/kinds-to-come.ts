import { defineItemKind } from './kernel/item-kind.ts';

// Kinds whose modules are still to come. Each moves into the folder of its module with that.

/** A message from one person to others. */
export const messageKind = /* @__PURE__ */ defineItemKind({
  name: 'message',
  number: 6,
  icon: 'chat-text',
  words: {
    de: {
      one: 'Nachricht',
      many: 'Nachrichten',
      fresh: 'Neue Nachricht',
    },
    en: {
      one: 'Message',
      many: 'Messages',
      fresh: 'New message',
    },
  },
  rights: { list: { name: 'messageList', bit: 13 }, create: { name: 'createMessage', bit: 7 } },
  routes: {
    list: { name: 'messageList', path: '/messages/:view/:date/:source' },
    detail: { name: 'message', path: '/message/:id/:activityListLocation/:editOrView/:communicationPartnerUserId?' },
  },
  isCounted: true,
  isArchivedByLink: true,
  notices: { setting: 'notificationsMessageEnabled' },
});

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
