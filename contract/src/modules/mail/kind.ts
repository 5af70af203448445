import { defineItemKind } from '../../kernel/item-kind.ts';

/** An email. */
export const mailKind = /* @__PURE__ */ defineItemKind({
  name: 'email',
  number: 1,
  icon: 'envelope-simple',
  words: {
    de: {
      one: 'E-Mail',
      many: 'E-Mails',
      fresh: 'Neue E-Mail',
      untitled: '(kein Betreff)',
      typed: ['mail', 'mails', 'e-mail', 'e-mails'],
    },
    en: {
      one: 'Email',
      many: 'Emails',
      fresh: 'New email',
      untitled: '(no subject)',
      typed: ['email', 'e-mail', 'emails'],
    },
  },
  rights: { list: { name: 'mailList', bit: 12 }, create: { name: 'createMail', bit: 6 } },
  routes: {
    list: { name: 'mailList', path: '/mails/:view/:date/:source' },
    detail: { name: 'mail', path: '/mail/:id/:activityListLocation/:editOrView' },
  },
  isCounted: true,
  canBeSpam: true,
  notices: { setting: 'notificationsMailEnabled', isOn: false },
});
