import { activityCommands, listKey, type EntryRow } from '@kontor/contract/activity';
import { recordQueries } from '@kontor/contract/record';
import type { Layout } from '@kontor/contract/task';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import { asFailure } from '../../client/failure.ts';
import type { ItemTools } from '../../shell/index.ts';
import { begin, create, type Making } from './make.ts';
import { ofTexts } from './of-texts.ts';
import { problemOf } from './problem-of.ts';
import { problemTexts } from './texts.ts';

/** UTF-16 units of a selected text that is taken along. */
const MAX_SELECTED = 100_000;

/** The text that is selected on the page, in whichever frame. */
export function selectedText(page: Document): string {
  const own = page.getSelection()?.toString().trim() ?? '';
  if (own !== '') return own.slice(0, MAX_SELECTED);
  for (const frame of page.querySelectorAll('iframe')) {
    const text = frame.checkVisibility() ? (frame.contentDocument?.getSelection()?.toString().trim() ?? '') : '';
    if (text !== '') return text.slice(0, MAX_SELECTED);
  }
  return '';
}

/** What an item hands on to the task that is made of it. Of records, those that it is linked with, where they are known in time. */
async function aboutOf({ client }: ItemTools, row: EntryRow, content: string) {
  const me = client.user.get()?.id ?? 0;
  const aggregateId = aggregateIdOf(row, me);
  const mayLink = client.configuration.get()?.rights.idoList === true;
  const links =
    row.idoCount === 0 || !mayLink
      ? []
      : await client.transport.query(recordQueries.links, { aggregateId }, { once: true }).then(
          ({ results }) => results,
          () => [],
        );
  return {
    activityLink: {
      aggregateId,
      title: row.information.slice(0, 2000),
      contact: row.contact.slice(0, 2000),
      content,
      originTimestamp: row.timestamp,
      ...(me === 0 ? {} : { responsibleUserId: me }),
    },
    idoLinkings: links
      .filter(({ isSuggested }) => !isSuggested)
      .slice(0, 50)
      .map(({ idoId, idoInstanceId }) => ({ idoId, idoInstanceId })),
  };
}

/** Makes a task or note of an item, with what is selected of it, and opens it; of several one each, which are there at once. */
export async function makeOf(given: Making, layout: Layout, keys: readonly string[]): Promise<void> {
  const selected = selectedText(document);
  const rows = keys.map((key) => given.client.store.get(key)).filter((row) => row !== undefined);
  const [first] = rows;
  if (first === undefined) return;
  if (rows.length === 1) await begin(given, layout, await aboutOf(given, first, selected));
  else await makeSeveral(given, layout, rows);
}

async function makeSeveral(given: ItemTools, layout: Layout, rows: readonly EntryRow[]): Promise<void> {
  const { client, notices, language } = given;
  const t = ofTexts[language];
  const made: string[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      made.push(await create(given, layout, { ...(await aboutOf(given, row, '')), inactive: false }));
    } catch (error) {
      const rest = rows.slice(index);
      notices.show({
        text: t.notAll(made.length, rows.length, problemOf(problemTexts[language], asFailure(error))),
        tone: 'fault',
        action: { label: t.retry, run: () => void makeSeveral(given, layout, rest) },
      });
      return;
    }
  }
  const undo = async (): Promise<void> => {
    await client.enqueue(activityCommands.deleteItems, { aggregateIds: made }, { patches: [], keys: [] });
    client.ask.touch([listKey(layout), listKey()]);
  };
  notices.done(() => void undo(), Promise.resolve({ text: t.made[layout](made.length), undo: t.undo }));
}
