import { listKey } from '@kontor/contract/activity';
import type { ParamsInputOf } from '@kontor/contract/kernel';
import { TASK_TAGS_KEY, taskCommands } from '@kontor/contract/task';
import type { Client } from '../../../client/client.ts';
import type { ChosenRecord } from '../../record/index.tsx';
import type { Part } from '../understand.ts';

export type QuickTask = ParamsInputOf<typeof taskCommands.create>;

/** The task that a line says. `records`: those that were chosen, by their word. */
export function taskOf(
  title: string,
  parts: readonly Part[],
  records: ReadonlyMap<string, ChosenRecord>,
  zone: string,
): QuickTask {
  const task: QuickTask & { tags: string[]; idoLinkings: { idoId: number; idoInstanceId: number }[] } = {
    moduleLayout: 'task',
    title: title.slice(0, 300),
    inactive: false,
    zone,
    tags: [],
    idoLinkings: [],
  };
  for (const part of parts)
    switch (part.kind) {
      case 'due':
        task.fixedMaturityDate = part.due;
        break;
      case 'person':
        task.responsibleUserId = part.userId;
        break;
      case 'repetition':
        task.repetitionConfig = part.repetition;
        break;
      case 'reminder':
        task.alarmConfig = { date: part.at, notifiable: true };
        break;
      case 'tag':
        task.tags = [...new Set([...task.tags, part.tag])].slice(0, 30);
        break;
      case 'record': {
        const record = records.get(part.word);
        if (record !== undefined)
          task.idoLinkings = [...task.idoLinkings, { idoId: record.idoId, idoInstanceId: record.idoInstanceId }];
      }
    }
  return task;
}

/** Gives a task to the queue; ends with why the server would not have it, or undefined once it is made. */
export async function makeTask(client: Client, task: QuickTask): Promise<string | undefined> {
  const processId = await client.enqueue(taskCommands.create, task, { patches: [], keys: [] });
  return new Promise((resolve) => {
    const end = (refused: string | undefined): void => {
      stopApplied();
      stopWaiting();
      resolve(refused);
    };
    const stopApplied = client.onApplied((command) => {
      if (command.processId !== processId) return;
      // Events of this page's own commands reload nothing.
      client.ask.touch([listKey('task'), listKey(), TASK_TAGS_KEY]);
      end(undefined);
    });
    const stopWaiting = client.waiting.subscribe(() => {
      const one = client.waiting.get().find((command) => command.processId === processId);
      if (one?.state !== 'refused') return;
      void client.queue.discard([processId]);
      end(one.refusal?.code ?? '');
    });
  });
}

/** Titles of the tasks that wait to be made, by process id. */
export function waitingTasks(
  waiting: ReturnType<Client['waiting']['get']>,
): readonly (readonly [id: string, title: string])[] {
  return waiting.flatMap(({ processId, name, params, state }) => {
    const { title, inactive } = params as Partial<QuickTask>;
    const isQuick = name === taskCommands.create.name && inactive === false && state !== 'refused';
    return isQuick ? [[processId, title ?? ''] as const] : [];
  });
}
