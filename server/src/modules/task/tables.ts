import type { Repetition, TaskFields } from '@kontor/contract/task';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Json } from '../../platform/db/tables.ts';

/** What a task was made of, as it was said then. */
export interface LinkText {
  readonly aggregateId: string;
  readonly title: string;
  readonly contact: string;
  readonly content: string;
  readonly originTimestamp: number;
  readonly responsibleUserId: number | null;
}

/** What a task that is made anew begins as. */
export type Template = Pick<
  TaskFields,
  | 'title'
  | 'content'
  | 'responsibleUserId'
  | 'ownerUserId'
  | 'forerunTime'
  | 'fixedMaturityDate'
  | 'alarmConfig'
  | 'tags'
  | 'zone'
>;

/** What a task was before it became the next one of its series. */
export interface SkipUndo extends Pick<Template, 'fixedMaturityDate' | 'alarmConfig'> {
  readonly kind: 'skip';
  readonly taskId: number;
  readonly occurrence: number;
  readonly scheduled: string | null;
  /** Of the series. */
  readonly last: string;
}

/** What a series was before it was ended with a task, and which tasks were thrown away with it. */
export interface EndUndo {
  readonly kind: 'end';
  readonly taskId: number;
  readonly ended: boolean;
  readonly repetition: Repetition;
  readonly taskIds: readonly number[];
}
export type SeriesUndo = SkipUndo | EndUndo;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    task_series: {
      instance_id: number;
      series_id: Generated<number>;
      repetition: Json<Repetition>;
      zone: string;
      starts: string;
      last: string;
      made: Defaulted<number>;
      ended: Defaulted<boolean>;
      template: Json<Template>;
      template_of: number;
      undo: ColumnType<SeriesUndo[], string | undefined, string>;
    };
    task: {
      instance_id: number;
      task_id: number;
      layout: 'task' | 'note';
      edit: Defaulted<number>;
      content: Defaulted<string>;
      responsible_id: number;
      owner_id: Defaulted<number>;
      created_by: number;
      created_at: number;
      due_at: number | null;
      over_at: number | null;
      due_day: string | null;
      forerun_s: Defaulted<number>;
      zone: string;
      alarm: Json<TaskFields['alarmConfig']>;
      tags: Defaulted<string[]>;
      inactive: Defaulted<boolean>;
      done_at: number | null;
      trashed: Defaulted<boolean>;
      series_id: number | null;
      occurrence: number | null;
      scheduled: string | null;
      parent_id: number | null;
      link: Json<LinkText> | null;
      people: Defaulted<number[]>;
      mentioned: Defaulted<number[]>;
      told: number | null;
      locked_by: number | null;
      locked_at: number | null;
      locked_saved_at: number | null;
      locked_session: string | null;
    };
    task_wait: { instance_id: number; task_id: number; waits_for: number };
    task_calendar: {
      instance_id: number;
      task_id: number;
      user_id: number;
      name: string;
      uid: string;
      lines: Json<unknown[]>;
    };
    task_favorite: { instance_id: number; task_id: number; user_id: number };
  }
}
