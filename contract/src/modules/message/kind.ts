import { defineItemKind } from '../../kernel/item-kind.ts';

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
