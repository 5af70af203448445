import { defineItemKind } from '../../kernel/item-kind.ts';

/** A phone call. */
export const phonecallKind = /* @__PURE__ */ defineItemKind({
  name: 'phonecall',
  number: 2,
  icon: 'phone',
  words: {
    de: {
      one: 'Anruf',
      many: 'Anrufe',
      fresh: 'Neues Telefonat',
      untitled: '(ohne Notiz)',
      typed: ['anruf', 'anrufe', 'telefonat'],
    },
    en: {
      one: 'Call',
      many: 'Calls',
      fresh: 'New phone call',
      untitled: '(no note)',
      typed: ['call', 'calls', 'phonecall'],
    },
  },
  rights: { list: { name: 'phoneCallList', bit: 15 } },
  routes: {
    list: { name: 'phoneCallList', path: '/phoneCalls/:view/:date/:source' },
    detail: { name: 'phoneCall', path: '/phoneCall/:id/:activityListLocation/:editOrView/:isAManuellCreation' },
  },
  isCounted: true,
  isArchivedByLink: true,
  notices: { setting: 'notificationsPhoneCallsEnabled' },
  alarms: {
    types: { phonecall: { de: 'Rückruf', en: 'Callback' } },
    at: 'due',
    isHeardByOpening: true,
  },
});
