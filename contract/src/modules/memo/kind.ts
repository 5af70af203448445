import { defineItemKind } from '../../kernel/item-kind.ts';

/** A memo about records. */
export const memoKind = /* @__PURE__ */ defineItemKind({
  name: 'activity',
  number: 8,
  icon: 'notepad',
  words: {
    de: { one: 'Memo', many: 'Memos', fresh: 'Neues Memo', untitled: '(ohne Titel)', typed: ['memo', 'memos'] },
    en: { one: 'Memo', many: 'Memos', fresh: 'New memo', untitled: '(no title)', typed: ['memo', 'activity'] },
  },
  rights: {},
  routes: { detail: { name: 'memo', path: '/memo/:id/:activityListLocation/:editOrView/:tab?' } },
  isCounted: false,
  isArchivedByLink: false,
  canBeSpam: false,
  alarms: {
    types: {
      activity: { de: 'Memo', en: 'Memo' },
    },
    at: 'about',
    isHeardByOpening: false,
  },
});
