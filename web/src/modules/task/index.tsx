import type { EntryRow } from '@kontor/contract/activity';
import type { Client } from '../../client/client.ts';
import type { ItemTools, Written } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { kindManifest } from '../activity/index.tsx';

const loadLists = () => import('./list.tsx');
const loadActs = () => import('./acts.ts');
const loadSeriesActs = () => import('./series-acts.ts');
const loadTasks = () => loadLists().then((module) => module.taskList);
const loadNotes = () => loadLists().then((module) => module.noteList);
const loadDetail = () => import('./detail.tsx');
const TaskDetail = lazily(() => loadDetail().then((module) => module.TaskDetailScreen));
const KeptTasks = lazily(() =>
  import('../activity/written/index.ts').then(({ keptEdits }) =>
    keptEdits('task', () => import('./detail/fields.ts').then((module) => module.TASKS)),
  ),
);
const prepare = (client: Client, aggregateId: string): void =>
  void loadDetail().then(({ prepareTask }) => prepareTask(client, aggregateId));
const preview = lazily(() => import('./row/task-row.tsx').then((module) => module.TaskRow));
const marks = lazily(() => import('./row/task-row.tsx').then((module) => module.TaskMarks));
const time = lazily(() => import('./row/task-row.tsx').then((module) => module.TaskTime));
const dialog = lazily(() => import('./removal.tsx').then((module) => module.RemovalDialog));
const row = {
  preview,
  marks,
  time,
  discardRight: 'userHasWriteAccessToTheTask',
  removal: { needsConfirmation: ({ extras }: EntryRow) => extras['repeats'] === true, dialog },
};

const isTask = ({ moduleName, trashed, extras }: EntryRow): boolean =>
  (moduleName === 'task' || moduleName === 'note') && !trashed && extras['inactive'] !== true;
const mayWrite = (given: EntryRow): boolean => isTask(given) && given.extras['userHasWriteAccessToTheTask'] !== false;
const isThere = ({ trashed }: EntryRow): boolean => !trashed;
const begin = (layout: 'task' | 'note') => (given: ItemTools, open: (address: string) => void, written?: Written) =>
  import('./make.ts').then((module) => module.beginWritten({ ...given, open }, layout, written));
const makeOf =
  (layout: 'task' | 'note') => (given: ItemTools, keys: readonly string[], open: (address: string) => void) =>
    import('./of-items.ts').then((module) => module.makeOf({ ...given, open }, layout, keys));
const delay = (days: 1 | 7) => (given: ItemTools, keys: readonly string[]) =>
  loadActs().then((acts) => acts.delay(given, keys, days));

const task = kindManifest('task', {
  order: 50,
  detail: TaskDetail,
  list: { load: loadTasks, order: 8, keys: 'g t' },
  rows: { task: row },
  first: async () => void (await Promise.all([preview.load(), marks.load(), time.load()])),
  begin: { order: 2, key: 'q', run: begin('task') },
  ofPeople: () => import('./make.ts').then((module) => module.ofPeople),
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
  warm: () => {
    void dialog.load();
    void Promise.all([loadActs(), loadSeriesActs()]).catch(() => undefined);
  },
  bar: KeptTasks,
  prepare: { task: prepare },
});

const note = kindManifest('note', {
  order: 60,
  detail: TaskDetail,
  list: { load: loadNotes, order: 12, keys: 'g n' },
  rows: { note: row },
  prepare: { note: prepare },
  begin: { order: 3, key: 'Q', run: begin('note') },
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
});

export const manifests = [task, note];
