import { listKey } from '@kontor/contract/activity';
import type { ParamsInputOf } from '@kontor/contract/kernel';
import { taskCommands, type Layout } from '@kontor/contract/task';
import { asFailure } from '../../client/failure.ts';
import { detailHref, type ItemGiven } from '../../shell/index.ts';
import { problemOf } from './problem-of.ts';
import { problemTexts, texts } from './texts.ts';

type Creation = Omit<ParamsInputOf<typeof taskCommands.create>, 'moduleLayout'>;

/** Address at which a task or note is written. */
const editHref = (layout: Layout, aggregateId: string): string | undefined =>
  detailHref({ module: layout, aggregateId }, 'module')?.replace(/view$/, 'edit');

/** Creates one at the server and answers its id. Rejects with a `Failure`. */
export async function create({ client }: Pick<ItemGiven, 'client'>, layout: Layout, about: Creation): Promise<string> {
  const params = { moduleLayout: layout, ...about };
  const { aggregateId } = await client.transport.command(taskCommands.create, params, client.env.newId(), {
    once: true,
  });
  client.ask.touch([listKey(layout), listKey()]);
  return aggregateId;
}

/** Begins a task or note, which nobody else sees until it is saved, and opens it to be written. Says why where that fails. */
export async function begin(given: ItemGiven, layout: Layout, about: Creation = {}): Promise<void> {
  const { notices, language, tabs } = given;
  try {
    const address = editHref(layout, await create(given, layout, { ...about, inactive: true }));
    if (address !== undefined) tabs.open(address, 'beside');
  } catch (error) {
    notices.show({
      text: texts[language].notMade(problemOf(problemTexts[language], asFailure(error))),
      tone: 'fault',
      action: { label: texts[language].retry, run: () => void begin(given, layout, about) },
    });
  }
}
