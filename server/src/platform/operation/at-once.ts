import type { Db } from '../db/database.ts';

const marked = new WeakSet<object>();

/**
 * Marks the handler of a command that may begin before it is known that the command was not sent before. Its first act is a statement of `ctx.db` that
 * changes nothing, such as one that locks what it is about; until that is answered it touches nothing else. Where the command was sent before, this
 * statement fails, and the transaction is taken back.
 */
export function atOnce<H extends (...given: never[]) => unknown>(handler: H): H {
  marked.add(handler);
  return handler;
}

export const beginsAtOnce = (handler: object): boolean => marked.has(handler);

/** A handle that sends at once and answers when something has come true; it fails as that does. */
export const answeringAfter = (db: Db, comesTrue: Promise<unknown>): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await comesTrue;
      return result;
    },
  });
