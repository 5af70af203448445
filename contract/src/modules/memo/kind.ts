import { defineItemKind } from '../../kernel/item-kind.ts';

/** A memo about records. */
export const memoKind = /* @__PURE__ */ defineItemKind({
  name: 'activity',
  number: 8,
  icon: 'notepad',
  words: {
    de: { one: 'Memo', many: 'Memos', fresh: 'Neues Memo' },
    en: { one: 'Memo', many: 'Memos', fresh: 'New memo', typed: ['memo', 'activity'] },
  },
  rights: {},
  routes: { detail: { name: 'memo', path: '/memo/:id/:activityListLocation/:editOrView/:tab?' } },
  alarms: {
    types: { activity: null },
    at: 'about',
  },
});
