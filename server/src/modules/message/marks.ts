import type { Db } from '../../platform/db/database.ts';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { isMarkTold, seesMarks, type ReadMarks } from './rules.ts';
import { readRules } from './settings.ts';
import type { SeenRow, UnseenMarks } from './store/members.ts';

/** Answers who hides how far they have read, of an instance. */
export type Hiding = (db: Db, instanceId: number) => Promise<ReadonlySet<number>>;

/** Who tells whom how far they have read. */
export async function readMarks(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  hiding: Hiding,
): Promise<ReadMarks> {
  const [{ readMarks: isOn }, hidden] = await Promise.all([readRules(db, instance.id), hiding(db, instance.id)]);
  return { isOn, hiding: hidden };
}

/** For what tells nobody of anybody's reading. */
export const NO_MARKS: ReadMarks = { isOn: false, hiding: new Set() };

/** The same for SQL: of whom somebody is not told, or that they are told of nobody. */
export const unseenMarks = (marks: ReadMarks, askerId: number): UnseenMarks => ({
  isAll: !seesMarks(askerId, marks),
  userIds: [...marks.hiding],
});

/** How far others have read, as far as somebody is told of it: who hides it looks as if they had not read. */
export const toldSeen = <R extends SeenRow>(rows: readonly R[], askerId: number, marks: ReadMarks): readonly R[] =>
  rows.map((row) => (isMarkTold(row.user_id, askerId, marks) ? row : { ...row, seen_no: -1, seen_at: null }));
