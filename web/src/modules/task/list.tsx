import './task.css';
import { sessionQueries } from '@kontor/contract/account';
import { taskQueries, type Layout } from '@kontor/contract/task';
import type { ComponentProps } from 'react';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { useLanguage, useTexts, useShell } from '../../shell/index.ts';
import { Button, StatePage } from '../../ui/parts.tsx';
import { defineList, type OwnFilters, type ListDeclaration } from '../activity/index.tsx';
import { listOfKind } from '../activity/lists/index.ts';
import { CUSTOM_ICONS, CUSTOM_KEYS, isListed, tagOf } from './own-filters.ts';
import { taskFrames } from './frames.ts';
import { QuickLine } from './quick/line.tsx';
import { texts } from './texts.ts';
import { begin } from './make.ts';

/** Begins a task or note and opens it. */
function useBegin(): (layout: Layout) => void {
  const client = useClient();
  const { notices, tabs } = useShell();
  const language = useLanguage();
  return (layout) => void begin({ client, notices, language, open: (address) => tabs.open(address, 'beside') }, layout);
}

const TaskOwnFilters: OwnFilters['options'] = ({ children }) => {
  const t = texts[useLanguage()];
  const tags = useAsk(taskQueries.tags, {}).data ?? [];
  return children([
    ...CUSTOM_KEYS.map((key) => ({ key, label: t.custom[key], icon: CUSTOM_ICONS[key] })),
    ...tags.map((tag) => ({ key: tagOf(tag), label: t.tag(tag) })),
  ]);
};

/** Tasks that the person sees: those that come up first stand first. */
export const taskList = defineList({
  route: 'taskList',
  name: 'task',
  from: 'module',
  title: { de: texts.de.tasks, en: texts.en.tasks },
  search: { de: texts.de.searchTasks, en: texts.en.searchTasks },
  query: taskQueries.taskItems,
  params: (params, _kinds, customFilter) => ({ ...params, customFilter }),
  views: ['open', 'mine', 'all', 'custom'],
  ownFilters: {
    label: { de: texts.de.ownFilters, en: texts.en.ownFilters },
    default: 'favorites',
    options: TaskOwnFilters,
    keeps: isListed,
  },
  default: { view: 'open', date: 'all' },
  sort: { property: 'timestamp', direction: 'ASC' },
  frames: taskFrames,
  useUsers: () => useAsk(sessionQueries.moduleUsers, { module: 'task' }).data,
  hides: true,
  beside: QuickLine,
  empty: NoTasks,
});

/** Notes that the person sees. */
export const noteList = listOfKind('note', taskQueries.noteItems, {
  search: { de: texts.de.searchNotes, en: texts.en.searchNotes },
  default: { view: 'all', date: 'all' },
  empty: NoNotes,
});

const useRight = (name: 'createTask' | 'createNote'): boolean =>
  useValue(useClient().configuration)?.rights[name] === true;

function NoTasks({ filter, otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(texts);
  const begin = useBegin();
  const mayMake = useRight('createTask');
  if (otherwise !== undefined) return otherwise;
  return (
    <StatePage
      icon="check-square"
      title={t.empty[filter.view]}
      action={
        filter.view !== 'custom' && mayMake ? (
          <Button kind="primary" icon="plus" onClick={() => begin('task')}>
            {filter.view === 'all' ? t.firstTask : t.newTask}
          </Button>
        ) : undefined
      }
    >
      {filter.view === 'custom' ? t.emptyCustomHint : t.emptyHint}
    </StatePage>
  );
}

function NoNotes({ filter, otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(texts);
  const begin = useBegin();
  const mayMake = useRight('createNote');
  if (otherwise !== undefined) return otherwise;
  return (
    <StatePage
      icon="note"
      title={t.emptyNotes[filter.view]}
      action={
        mayMake ? (
          <Button kind="primary" icon="plus" onClick={() => begin('note')}>
            {filter.view === 'all' ? t.firstNote : t.newNote}
          </Button>
        ) : undefined
      }
    >
      {t.emptyNotesHint}
    </StatePage>
  );
}
