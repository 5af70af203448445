import type { EntryRow } from '@kontor/contract/activity';
import type { Client } from '../../client/client.ts';
import { defineManifest, type ItemGiven } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { listScreen, loadSources, useModuleCount, defaultPathOf } from '../activity/index.tsx';

const loadLists = () => import('./list.tsx');
const loadActs = () => import('./acts.ts');
const loadSeriesActs = () => import('./series-acts.ts');
const loadTasks = () => loadLists().then((module) => module.taskList);
const loadNotes = () => loadLists().then((module) => module.noteList);
const tasks = listScreen(loadTasks);
const notes = listScreen(loadNotes);
const loadDetail = () => import('./detail.tsx');
const TaskDetail = lazily(() => loadDetail().then((module) => module.TaskDetailScreen));
const KeptTasks = lazily(() => import('./kept.tsx').then((module) => module.KeptTasks));
const prepare = (client: Client, aggregateId: string): void =>
  void loadDetail().then(({ prepareTask }) => prepareTask(client, aggregateId));
const preview = lazily(() => import('./row/task-row.tsx').then((module) => module.TaskRow));
const marks = lazily(() => import('./row/task-row.tsx').then((module) => module.TaskMarks));
const time = lazily(() => import('./row/task-row.tsx').then((module) => module.TaskTime));
const dialog = lazily(() => import('./removal.tsx').then((module) => module.RemovalDialog));
const detail = (icon: 'check-square' | 'note') =>
  ({ kind: 'detail', component: TaskDetail, icon, keptAlive: true }) as const;
const row = {
  preview,
  marks,
  time,
  discardRight: 'userHasWriteAccessToTheTask',
  removal: { isAsked: ({ extras }: EntryRow) => extras['repeats'] === true, dialog },
};

const isTask = ({ moduleName, trashed, extras }: EntryRow): boolean =>
  (moduleName === 'task' || moduleName === 'note') && !trashed && extras['inactive'] !== true;
const mayWrite = (given: EntryRow): boolean => isTask(given) && given.extras['userHasWriteAccessToTheTask'] !== false;
const isThere = ({ trashed }: EntryRow): boolean => !trashed;
const begin = (layout: 'task' | 'note') => (given: ItemGiven, open: (address: string) => void) =>
  import('./make.ts').then((module) => module.begin({ ...given, open }, layout));
const makeOf =
  (layout: 'task' | 'note') => (given: ItemGiven, keys: readonly string[], open: (address: string) => void) =>
    import('./of-items.ts').then((module) => module.makeOf({ ...given, open }, layout, keys));
const delay = (days: 1 | 7) => (given: ItemGiven, keys: readonly string[]) =>
  loadActs().then((acts) => acts.delay(given, keys, days));

export const task = defineManifest({
  name: 'task',
  right: 'taskList',
  screens: { taskList: tasks, task: detail('check-square') },
  menu: [
    {
      route: 'taskList',
      path: defaultPathOf('taskList'),
      icon: 'check-square',
      label: { de: 'Aufgaben', en: 'Tasks' },
      order: 8,
      keys: 'g t',
      useCount: () => useModuleCount('task'),
    },
  ],
  rows: { task: row },
  first: async () => void (await Promise.all([preview.load(), marks.load(), time.load()])),
  creates: [
    {
      name: 'task',
      icon: 'check-square',
      label: { de: 'Aufgabe', en: 'Task' },
      order: 2,
      key: 'q',
      right: 'createTask',
      run: begin('task'),
    },
  ],
  onItems: [
    {
      name: 'delayDay',
      icon: 'calendar-blank',
      label: { de: 'Auf den nächsten Tag', en: 'To the next day' },
      key: 'T',
      on: mayWrite,
      run: delay(1),
    },
    {
      name: 'delayWeek',
      icon: 'fast-forward',
      label: { de: 'Um eine Woche', en: 'By a week' },
      key: 'V',
      on: mayWrite,
      run: delay(7),
    },
    {
      name: 'favor',
      icon: 'star',
      label: { de: 'Favorit', en: 'Favourite' },
      key: '*',
      on: isTask,
      run: (given, keys) => loadActs().then((acts) => acts.favor(given, keys)),
    },
    {
      name: 'skip',
      icon: 'repeat',
      label: { de: 'Dieses Mal auslassen', en: 'Leave out this time' },
      key: 'O',
      on: (given) => mayWrite(given) && given.extras['repeats'] === true,
      run: (given, keys) => loadSeriesActs().then((acts) => acts.skip(given, keys)),
    },
    {
      name: 'taskOf',
      icon: 'check-square',
      label: { de: 'Aufgabe daraus', en: 'Task of it' },
      key: 'C',
      right: 'createTask',
      ofDetails: true,
      on: isThere,
      run: makeOf('task'),
    },
  ],
  ahead: async () => {
    const [{ sourcesAhead }, list] = await Promise.all([loadSources(), loadTasks()]);
    return (client) => ({ lists: sourcesAhead(client, list) });
  },
  warm: () => {
    for (const part of [tasks.component, TaskDetail, dialog]) void part.load();
    void Promise.all([loadActs(), loadSeriesActs()]).catch(() => undefined);
  },
  bar: KeptTasks,
  prepare: { task: prepare },
});

export const note = defineManifest({
  name: 'note',
  right: 'noteList',
  screens: { noteList: notes, note: detail('note') },
  menu: [
    {
      route: 'noteList',
      path: defaultPathOf('noteList'),
      icon: 'note',
      label: { de: 'Notizen', en: 'Notes' },
      order: 12,
      keys: 'g n',
      useCount: () => useModuleCount('note'),
    },
  ],
  rows: { note: row },
  prepare: { note: prepare },
  creates: [
    {
      name: 'note',
      icon: 'note',
      label: { de: 'Notiz', en: 'Note' },
      order: 3,
      key: 'Q',
      right: 'createNote',
      run: begin('note'),
    },
  ],
  onItems: [
    {
      name: 'noteOf',
      icon: 'note',
      label: { de: 'Notiz daraus', en: 'Note of it' },
      key: 'M',
      right: 'createNote',
      ofDetails: true,
      on: isThere,
      run: makeOf('note'),
    },
  ],
  ahead: async () => {
    const [{ sourcesAhead }, list] = await Promise.all([loadSources(), loadNotes()]);
    return (client) => ({ lists: sourcesAhead(client, list) });
  },
  warm: () => void notes.component.load(),
});
