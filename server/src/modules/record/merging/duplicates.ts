import { SIMILAR_REASONS, duplicatesKey } from '@kontor/contract/record';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, QueryContext } from '../../../platform/operation/context.ts';
import { exactly } from '../finding.ts';
import type { ReadableKind } from '../kinds/readable.ts';
import { referencesIn } from '../kinds/references.ts';
import { displayNameOf, ownFields } from '../rules.ts';
import { readRecords } from '../store/records.ts';
import { tellKeys } from '../telling.ts';
import { tableOf } from '../views.ts';
import { groupsOf, likeliestFirst } from './groups.ts';
import { areTitlesAlike, likelyHalves } from './likeness.ts';
import {
  countPairs,
  findSearch,
  pairsByReach,
  pairsByTitle,
  putPairs,
  putSearch,
  readPairs,
  recordsAfter,
} from './store/duplicates.ts';

const SEARCH_JOB = 'record.findDuplicates';
const AT_ONCE = 200;
/** Pairs that are read to make groups of. */
const MAX_PAIRS = 20_000;
const TITLE = SIMILAR_REASONS.indexOf('title') + 1;

/** Begins to look for the duplicates of a kind; where that is under way it begins anew. */
export async function beginSearch(ctx: ChangeContext, kindId: number): Promise<void> {
  const startedAt = ctx.now();
  await putSearch(ctx.db, ctx.instance.id, kindId, { startedAt, finishedAt: null });
  await enqueue(ctx, { kindId, after: 0, startedAt });
  await tellDuplicates(ctx, kindId);
}

interface Step {
  readonly kindId: number;
  readonly after: number;
  readonly startedAt: number;
}

const enqueue = (ctx: ChangeContext, step: Step): Promise<void> =>
  ctx.enqueue(SEARCH_JOB, { ...step }, { key: `${SEARCH_JOB}:${ctx.instance.id}:${step.kindId}` });

/** Tells everybody who sees records that there are others. */
export const tellDuplicates = (ctx: ChangeContext, kindId: number): Promise<void> =>
  tellKeys(ctx, [duplicatesKey(kindId)]);

/** Some records a step, in the order of their numbers; goes on after a restart where it was. */
export const duplicateJobs: JobHandlers = {
  [SEARCH_JOB]: ({ change }, payload) =>
    change(async (ctx) => {
      const { db, instance } = ctx;
      const [kindId, after, startedAt] = [
        Number(payload['kindId']),
        Number(payload['after']),
        Number(payload['startedAt']),
      ];
      const search = await findSearch(db, instance.id, kindId);
      // Another one has begun since.
      if (search?.started_at !== startedAt) return;
      const records = await recordsAfter(db, instance.id, kindId, after, AT_ONCE);
      const last = records.at(-1);
      if (last === undefined) {
        await putSearch(db, instance.id, kindId, { startedAt, finishedAt: ctx.now() });
        return tellDuplicates(ctx, kindId);
      }
      const ids = records.map((record) => record.record_id);
      const pairs = [
        ...(await pairsByReach(db, instance.id, kindId, ids)),
        ...(await alikePairs(ctx, kindId, records)),
      ];
      await putPairs(db, instance.id, kindId, ids, pairs);
      await enqueue(ctx, { kindId, after: last.record_id, startedAt });
    }),
};

/** Pairs of records with later ones whose titles are alike. */
async function alikePairs(
  { db, instance }: ChangeContext,
  kindId: number,
  records: Awaited<ReturnType<typeof recordsAfter>>,
) {
  const queries = records.flatMap(({ record_id: recordId, title }) => {
    const halves = likelyHalves(title);
    return halves.length === 0 ? [] : { recordId, query: halves.map(exactly).join(' | ') };
  });
  const likely = await pairsByTitle(db, kindId, queries);
  const others = await readRecords(db, instance.id, [...new Set(likely.map((pair) => pair.other))]);
  const titles = new Map(records.map((record) => [record.record_id, record.title]));
  return likely
    .filter(({ one, other }) => areTitlesAlike(titles.get(one) ?? '', others.get(other)?.title ?? ''))
    .map((pair) => ({ ...pair, why: TITLE }));
}

/** The duplicates of a kind, as they were found last and nobody has decided on. For people who see records alone. */
export async function duplicatesIn(
  { db, instance }: QueryContext,
  kind: ReadableKind,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const search = await findSearch(db, instance.id, kind.kind_id);
  const pairs = await readPairs(db, instance.id, kind.kind_id, MAX_PAIRS);
  const all = likeliestFirst(groupsOf(pairs));
  const groups = all.slice((page - 1) * limit, page * limit);
  const records = await readRecords(
    db,
    instance.id,
    groups.flatMap((group) => group.recordIds),
  );
  const stored = [...records.values()].map((record) => record.fields);
  const references = await referencesIn(db, instance.id, ownFields(kind.fields), stored);
  return {
    searchedAt: search?.finished_at ?? null,
    isSearching: search !== undefined && search.finished_at === null,
    pairs: pairs.length < MAX_PAIRS ? pairs.length : await countPairs(db, instance.id, kind.kind_id),
    groupCount: all.length,
    groups: groups.map(({ recordIds, why }) => ({
      why: why.flatMap((number) => SIMILAR_REASONS[number - 1] ?? []),
      records: recordIds.flatMap((id) => {
        const record = records.get(id);
        if (record === undefined) return [];
        return {
          idoId: id,
          displayName: displayNameOf(record.title, record.subtitle),
          changedAt: record.changed_at,
          idoTableViewAsHTML: tableOf(kind, record.fields, references),
        };
      }),
    })),
  };
}
