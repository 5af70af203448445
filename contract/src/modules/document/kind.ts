import { defineItemKind } from '../../kernel/item-kind.ts';

/** A document. */
export const documentKind = /* @__PURE__ */ defineItemKind({
  name: 'document',
  number: 3,
  icon: 'file-text',
  words: {
    de: {
      one: 'Dokument',
      many: 'Dokumente',
      fresh: 'Neues Dokument',
    },
    en: {
      one: 'Document',
      many: 'Documents',
      fresh: 'New document',
    },
  },
  rights: { list: { name: 'documentList', bit: 10 }, create: { name: 'createDocument', bit: 4 } },
  routes: {
    list: { name: 'documentList', path: '/documents/:view/:date/:source' },
    detail: { name: 'document', path: '/document/:id/:activityListLocation/:editOrView' },
  },
  isCounted: true,
  isArchivedByLink: true,
  notices: { setting: 'notificationsDocumentsEnabled' },
});
