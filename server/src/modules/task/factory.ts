import { STATES, type Status } from '@kontor/contract/activity';
import type { Layout, TaskFields } from '@kontor/contract/task';
import type { Change } from '../../platform/operation/change.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { makeTask } from './making.ts';

export interface TaskSeed extends Partial<TaskFields> {
  readonly layout?: Layout;
  readonly userId: number;
  readonly status?: Status;
  readonly parentId?: number;
}

/** Makes a task of somebody's, and returns its number. */
export const seedTask = (
  change: Change,
  instance: Instance,
  { layout = 'task', userId, status = STATES.seen, parentId, ...fields }: TaskSeed,
): Promise<number> =>
  change(instance, (ctx) =>
    makeTask(
      ctx,
      {
        title: 'Angebot Werft Neumann',
        content: '',
        responsibleUserId: userId,
        ownerUserId: 0,
        forerunTime: 0,
        fixedMaturityDate: null,
        alarmConfig: { date: null, notifiable: false, ownerDate: null, ownerType: 'never', notifiableUserIds: [] },
        repetitionConfig: null,
        tags: [],
        waitsFor: [],
        zone: 'Europe/Berlin',
        ...fields,
      },
      { layout, createdBy: userId, statusOf: () => status, parentId: parentId ?? null },
    ),
  );
