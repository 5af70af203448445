import { listKey } from '@kontor/contract/activity';
import type { ParamsInputOf } from '@kontor/contract/kernel';
import { taskCommands, type Layout } from '@kontor/contract/task';
import { asFailure } from '../../client/failure.ts';
import { detailHref, type ItemGiven } from '../../shell/index.ts';
import { holdUntilOpen } from '../../ui/held-keys.tsx';
import { problemOf } from './problem-of.ts';
import { problemTexts, texts } from './texts.ts';

type Creation = Omit<ParamsInputOf<typeof taskCommands.create>, 'moduleLayout'>;

/** What it takes to make something and to show it. */
export type Making = ItemGiven & { readonly open: (address: string) => void };

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
export const begin = (given: Making, layout: Layout, about: Creation = {}): Promise<void> =>
  holdUntilOpen(tryToBegin(given, layout, about));

async function tryToBegin(given: Making, layout: Layout, about: Creation): Promise<boolean> {
  const { notices, language, open } = given;
  try {
    const aggregateId = await create(given, layout, { ...about, inactive: true });
    const address = detailHref({ module: layout, aggregateId }, 'module', 'edit');
    if (address !== undefined) open(address);
    return true;
  } catch (error) {
    notices.show({
      text: texts[language].notMade(problemOf(problemTexts[language], asFailure(error))),
      tone: 'fault',
      action: { label: texts[language].retry, run: () => void begin(given, layout, about) },
    });
    return false;
  }
}
