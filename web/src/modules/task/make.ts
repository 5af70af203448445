import { listKey } from '@kontor/contract/activity';
import type { ParamsInputOf } from '@kontor/contract/kernel';
import { taskCommands, type Layout } from '@kontor/contract/task';
import type { ItemTools, PersonAction, Written } from '../../shell/index.ts';
import { beginItem } from '../activity/written/index.ts';
import { problemOf } from './problem-of.ts';
import { problemTexts, texts } from './texts.ts';

type Creation = Omit<ParamsInputOf<typeof taskCommands.create>, 'moduleLayout'>;

/** What it takes to make something and to show it. */
export type Making = ItemTools & { readonly open: (address: string) => void };

/** Creates one at the server and answers its id. Rejects with a `Failure`. */
export async function create({ client }: Pick<ItemTools, 'client'>, layout: Layout, about: Creation): Promise<string> {
  const params = { moduleLayout: layout, ...about };
  const { aggregateId } = await client.transport.command(taskCommands.create, params, client.env.newId(), {
    once: true,
  });
  client.ask.touch([listKey(layout), listKey()]);
  return aggregateId;
}

/** Begins a task or note, which nobody else sees until it is saved, and opens it to be written. */
export const begin = (given: Making, layout: Layout, about: Creation = {}): Promise<void> =>
  beginItem(
    given,
    {
      module: layout,
      from: 'module',
      make: () => create(given, layout, { ...about, inactive: true }),
      failed: (failure) => texts[given.language].notMade(problemOf(problemTexts[given.language], failure)),
    },
    given.open,
  );

/**
 * The same with what it begins with, which is not to be lost: without a network it is made and saved once there is one, and nobody writes
 * in it before.
 */
export async function beginWritten(given: Making, layout: Layout, written: Written | undefined): Promise<void> {
  const { client, notices, language } = given;
  if (written === undefined) return begin(given, layout);
  if (client.connection.get().online) return begin(given, layout, written);
  await client.enqueue(
    taskCommands.create,
    { moduleLayout: layout, ...written, inactive: false },
    { patches: [], keys: [] },
  );
  notices.show({ text: texts[language].madeLater });
}

/** A task for a colleague, which they see once it is saved. */
export const ofPeople: PersonAction = {
  name: 'task',
  icon: 'check-square',
  label: { de: 'Aufgabe', en: 'Task' },
  right: 'createTask',
  run: (given, { userId }, open) => begin({ ...given, open }, 'task', { responsibleUserId: userId }),
};
