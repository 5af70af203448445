import { taskCommands, taskQueries, type TaskDetail, type TaskFieldsInput } from '@kontor/contract/task';
import type { Stored } from '../../../editor/co-edit.ts';
import { docOfHtml, type WrittenNode } from '../../../editor/index.ts';
import { writtenEdits } from '../../../editor/written-edits.ts';

type Written = Required<Omit<TaskFieldsInput, 'content' | 'alarmConfig' | 'repetitionConfig'>>;

/** Who is reminded, as it is written. */
export interface Reminding {
  readonly date: string | null;
  readonly notifiable: boolean;
  readonly ownerDate: string | null;
  readonly ownerType: TaskDetail['alarmConfig']['ownerType'];
  readonly notifiableUserIds: readonly number[];
}

/** What of a task or note is edited. */
export interface Task extends Omit<Written, 'tags' | 'waitsFor'> {
  readonly doc: WrittenNode;
  readonly tags: readonly string[];
  readonly waitsFor: readonly number[];
  readonly alarmConfig: Reminding;
  readonly repetitionConfig: TaskDetail['repetitionConfig'];
}

/** What stands there where somebody else has saved meanwhile: the fields as they are sent. */
interface Standing extends TaskFieldsInput {
  readonly aggregateVersion: number;
}

const remindingOf = (given: TaskFieldsInput['alarmConfig']): Reminding => ({
  date: given.date ?? null,
  notifiable: given.notifiable ?? false,
  ownerDate: given.ownerDate ?? null,
  ownerType: given.ownerType ?? 'never',
  notifiableUserIds: (given.notifiableUserIds ?? []).toSorted((a, b) => a - b),
});

async function taskOfStanding({
  aggregateVersion,
  content,
  alarmConfig,
  repetitionConfig,
  ...rest
}: Standing): Promise<Stored<Task>> {
  return {
    version: aggregateVersion,
    fields: {
      title: rest.title,
      doc: await docOfHtml(content),
      responsibleUserId: rest.responsibleUserId,
      ownerUserId: rest.ownerUserId,
      forerunTime: rest.forerunTime,
      fixedMaturityDate: rest.fixedMaturityDate,
      alarmConfig: remindingOf(alarmConfig),
      repetitionConfig: repetitionConfig as Task['repetitionConfig'],
      tags: rest.tags,
      waitsFor: rest.waitsFor,
      zone: rest.zone,
    },
  };
}

/** What the server says of a task as it is edited here. */
export const taskOf = (details: TaskDetail): Promise<Stored<Task>> =>
  taskOfStanding({
    ...details,
    alarmConfig: {
      ...details.alarmConfig,
      notifiableUserIds: details.alarmConfig.alarmConfigNotifiableUsers.map(({ userId }) => userId),
    },
    tags: details.tags,
    waitsFor: details.waitsFor.map(({ id }) => id),
  });

/** Tasks and notes as they are edited by several. */
export const TASKS = writtenEdits<Task, Standing>({
  kind: 'task',
  details: taskQueries.details,
  save: taskCommands.process,
  conflict: 'TASK_CONFLICT',
  read: taskOfStanding,
  send: (fields, isTyping) => ({ ...fields, isTyping }),
  sets: ['tags', 'waitsFor'],
});
