import type { EntryRow } from '@kontor/contract/activity';
import type { ListMatch } from '@kontor/contract/kernel';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { ItemKinds } from './item-kind-hooks.ts';
import { matchInFile, saidBy, saidWith, toMatch, type Said } from './matches.ts';
import { bodiesOf, filesWith, type FoundFile } from './store/texts.ts';

/** Characters of files that are looked into for one page of a list. */
const MAX_LOOKED_INTO = 1_500_000;

/** Why rows were found: what to mark in them, and an excerpt with what they miss. Texts are read for the rows of the page that do not say it. */
export async function explain(
  ctx: QueryContext,
  itemKinds: ItemKinds,
  rows: readonly EntryRow[],
  words: readonly string[],
): Promise<readonly ListMatch[]> {
  if (words.length === 0) return [];
  const said = new Map(rows.map((row) => [row, saidBy(row, words)]));
  const unsaid = [...said.values()].filter(isUnsaid);
  for (const [module, items] of Map.groupBy(unsaid, ({ row }) => row.moduleName)) {
    const ids = items.map(({ row }) => row.entryId);
    const texts = await itemKinds.get(module)?.foundTexts?.(ctx, ids, words);
    for (const item of items) {
      const own = texts?.get(item.row.entryId);
      if (own !== undefined) said.set(item.row, saidWith(item, own, words));
    }
  }
  const all = [...said.values()];
  const inFiles = await matchesInFiles(ctx, all.filter(isUnsaid), words);
  return all.flatMap((item) => toMatch(item, inFiles.get(item.row.entryId) ?? item.match) ?? []);
}

const isUnsaid = ({ missing, found }: Said): boolean => found < missing.length;

/** Matches of items of which a file holds more than all else. */
async function matchesInFiles(
  ctx: QueryContext,
  unsaid: readonly Said[],
  words: readonly string[],
): Promise<ReadonlyMap<number, ListMatch>> {
  const open = new Map(unsaid.map((item) => [item.row.entryId, item]));
  if (open.size === 0) return new Map();
  const { db, instance } = ctx;
  const files = await filesWith(db, instance.id, [...open.keys()], words);
  const best: FoundFile[] = [];
  for (const [id, some] of Map.groupBy(files, (file) => file.activity_id)) {
    const { missing = [], found = 0 } = open.get(id) ?? {};
    const counted = some.map((file) => ({ file, count: file.words.filter((word) => missing.includes(word)).length }));
    const [most] = counted.toSorted((one, other) => other.count - one.count);
    if (most !== undefined && most.count > found) best.push(most.file);
  }
  let room = MAX_LOOKED_INTO;
  const looked = best.filter(({ characters }) => (room -= characters) >= 0);
  const bodies = looked.length === 0 ? [] : await bodiesOf(db, instance.id, looked);
  const bodyOf = new Map(looked.map((file, index) => [file, bodies[index] ?? '']));
  return new Map(
    best.map((file) => [file.activity_id, matchInFile(file.activity_id, file.name, bodyOf.get(file) ?? '', words)]),
  );
}
