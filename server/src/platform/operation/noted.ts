import { itemKey, parseAggregateId, type AggregateId, type Audited } from '@kontor/contract/kernel';
import type { AuditNote } from './audit.ts';
import { ProblemError } from './problem.ts';

const MAX_IDS = 10;

const isAggregateId = (value: unknown): value is AggregateId =>
  typeof value === 'object' && value !== null && 'module' in value && 'entryId' in value;

const idText = (value: unknown): string[] => {
  if (isAggregateId(value)) return [itemKey(value)];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'string') return [];
  const id = parseAggregateId(value);
  return [id === undefined ? value : itemKey(id)];
};

/**
 * Returns the ids in parameters or an answer: those of `aggregateId` or `aggregateIds`, else those of the first field whose name ends in
 * `Id` or `Ids`.
 */
function idsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value);
  const named = (pattern: RegExp) => fields.find(([name]) => pattern.test(name))?.[1] as unknown;
  const found = named(/^aggregateIds?$/) ?? named(/Ids?$/);
  return Array.isArray(found) ? found.flatMap(idText) : idText(found);
}

/** The note of an operation that was carried out: of the items that its answer names, else of those it was asked about. */
export function noteOf(
  definition: { readonly name: string; readonly audit?: Audited },
  params: unknown,
  answer: unknown,
): AuditNote | undefined {
  const { audit } = definition;
  if (audit === undefined) return undefined;
  const done = idsOf(answer);
  const ids = done.length > 0 ? done : idsOf(params);
  const details = { operation: definition.name, items: String(ids.length), ids: ids.slice(0, MAX_IDS).join(', ') };
  if (typeof audit === 'string') return { kind: audit, subject: String(ids.length), details };
  return { kind: audit.kind, subject: audit.subject(params), details };
}

/** The note of a refusal that says who tried what they may not; undefined for all that fails for another reason. */
export function refusalOf(definition: { readonly name: string }, error: unknown): AuditNote | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'RIGHT_MISSING') return undefined;
  return { kind: 'access.refused', subject: definition.name, details: { missing: error.detail ?? '' } };
}
