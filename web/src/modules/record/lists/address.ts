import { ConditionsSchema, type Condition } from '@kontor/contract/record';
import * as v from 'valibot';
import { href } from '../../../shell/index.ts';

export interface RecordSort {
  readonly property: string;
  readonly direction: 'ASC' | 'DESC';
}

/** What a list of records is cut to, as its address says it. */
export interface RecordQuery {
  /** 0: all kinds. */
  readonly instanceId: number;
  /** A query that is saved, or nothing. */
  readonly queryId: string;
  readonly text: string;
  readonly conditions: readonly Condition[];
  /** Words and conditions are those of the query, which the address need not repeat. */
  readonly isAsSaved?: boolean;
  /** Left out: as the list of the kind was sorted last. */
  readonly sort?: RecordSort;
}

/** What a text of JSON says; undefined where that makes no sense. */
export function readJson<S extends v.GenericSchema>(schema: S, json: string): v.InferOutput<S> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

function sortIn(text: string | null): RecordSort | undefined {
  const [, property, direction] = /^([A-Za-z0-9]{1,40})\.(ASC|DESC)$/.exec(text ?? '') ?? [];
  return property === undefined ? undefined : { property, direction: direction as 'ASC' };
}

/** Reads an address; what makes no sense in it is left out. */
export function readAddress(params: Readonly<Record<string, string>>, query: string): RecordQuery {
  const given = new URLSearchParams(query);
  const sort = sortIn(given.get('sort'));
  const id = Number(params['instanceId'] ?? 0);
  const queryId = params['sharedQueryId'] ?? '';
  return {
    instanceId: Number.isSafeInteger(id) && id > 0 ? id : 0,
    queryId,
    isAsSaved: queryId !== '' && !given.has('text') && !given.has('where'),
    text: (given.get('text') ?? '').slice(0, 200),
    conditions: readJson(ConditionsSchema, given.get('where') ?? '[]') ?? [],
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The address of a list, the same for everybody whom it is sent to. */
export function addressOf({ instanceId, queryId, text, conditions, isAsSaved = false, sort }: RecordQuery): string {
  const path = href('idoList', {
    ...(instanceId > 0 || queryId !== '' ? { instanceId: String(instanceId) } : {}),
    ...(queryId === '' ? {} : { sharedQueryId: queryId }),
  });
  const query = new URLSearchParams();
  // Beside a query it is said that there is nothing, too: it is not what the query says.
  const isSaid = queryId !== '' && !isAsSaved;
  if (isSaid || (!isAsSaved && text.trim() !== '')) query.set('text', text.trim());
  if (isSaid || (!isAsSaved && conditions.length > 0)) query.set('where', JSON.stringify(conditions));
  if (sort !== undefined) query.set('sort', `${sort.property}.${sort.direction}`);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** What the server is asked for. */
export const searchOf = ({ text, conditions }: Pick<RecordQuery, 'text' | 'conditions'>) => ({
  fulltextSearch: text,
  detailsSearch: conditions.length === 0 ? '' : JSON.stringify(conditions),
});

export const isSearched = ({ text, conditions }: Pick<RecordQuery, 'text' | 'conditions'>): boolean =>
  text !== '' || conditions.length > 0;
