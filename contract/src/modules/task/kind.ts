import { defineItemKind } from '../../kernel/item-kind.ts';

/** A note: a task in the layout of what is worth keeping, whose alarms are those of a task. */
export const noteKind = /* @__PURE__ */ defineItemKind({
  name: 'note',
  number: 4,
  icon: 'note',
  words: {
    de: { one: 'Notiz', many: 'Notizen', fresh: 'Neue Notiz' },
    en: { one: 'Note', many: 'Notes', fresh: 'New note' },
  },
  rights: { list: { name: 'noteList', bit: 14 }, create: { name: 'createNote', bit: 8 } },
  routes: {
    list: { name: 'noteList', path: '/notes/:view/:date/:source' },
    detail: { name: 'note', path: '/note/:id/:activityListLocation/:editOrView' },
  },
  isCounted: true,
  isArchivedByLink: true,
  notices: { setting: 'notificationsNotesEnabled' },
  alarms: {
    types: { task: null, taskOwner: null, taskOwnerAlways: null },
    at: 'due',
    isHeardByOpening: true,
  },
});

/** A task. */
export const taskKind = /* @__PURE__ */ defineItemKind({
  name: 'task',
  number: 5,
  icon: 'check-square',
  words: {
    de: {
      one: 'Aufgabe',
      many: 'Aufgaben',
      fresh: 'Neue Aufgabe',
    },
    en: { one: 'Task', many: 'Tasks', fresh: 'New task' },
  },
  rights: { list: { name: 'taskList', bit: 16 }, create: { name: 'createTask', bit: 9 } },
  routes: {
    list: { name: 'taskList', path: '/tasks/:view/:date/:source' },
    detail: { name: 'task', path: '/task/:id/:activityListLocation/:editOrView' },
  },
  isCounted: true,
  isArchivedByLink: true,
  notices: { setting: 'notificationsTasksEnabled' },
  alarms: {
    types: {
      task: null,
      taskOwner: { de: 'Von Ihnen vergebene Aufgabe', en: 'Task given by you' },
      taskOwnerAlways: { de: 'Von Ihnen vergebene Aufgabe', en: 'Task given by you' },
    },
    at: 'due',
    isHeardByOpening: true,
  },
});
