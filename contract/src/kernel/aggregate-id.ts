import * as v from 'valibot';
import { ITEM_KIND_NAMES, type ItemKindName } from './item-kinds.ts';

const wireName = (name: ItemKindName): string => `module_${name}`;
const MODULE_BY_WIRE_NAME = new Map(ITEM_KIND_NAMES.map((name) => [wireName(name), name]));

/** What an aggregate id says. Container ids are 0 where they were reset. */
export interface AggregateId {
  readonly module: ItemKindName;
  readonly entryId: number;
  readonly userId: number;
  readonly sourceContainerId: number;
  readonly targetContainerId: number;
}

const idNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const PartsSchema = v.strictObject({
  moduleName: v.string(),
  entryId: idNumber,
  userId: idNumber,
  sourceContainerId: idNumber,
  targetContainerId: idNumber,
});

/** JSON text of an aggregate id, keys in the wire's order and without spaces. */
export function formatAggregateId(id: {
  readonly module: ItemKindName;
  readonly entryId: number;
  readonly userId: number;
  readonly sourceContainerId?: number;
  readonly targetContainerId?: number;
}): string {
  return JSON.stringify({
    moduleName: wireName(id.module),
    entryId: id.entryId,
    userId: id.userId,
    sourceContainerId: id.sourceContainerId ?? 0,
    targetContainerId: id.targetContainerId ?? 0,
  });
}

/** Reads the JSON text of an aggregate id; undefined where it is none. Nothing in it is to be trusted but as a hint where to look. */
export function parseAggregateId(text: string): AggregateId | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parts = v.safeParse(PartsSchema, json);
  if (!parts.success || parts.output.entryId === 0) return undefined;
  const module = MODULE_BY_WIRE_NAME.get(parts.output.moduleName);
  if (module === undefined) return undefined;
  const { entryId, userId, sourceContainerId, targetContainerId } = parts.output;
  return { module, entryId, userId, sourceContainerId, targetContainerId };
}

/** Key of the item that an aggregate id names, whoever looks at it: `email:17`. */
export const itemKey = (id: { readonly module: ItemKindName; readonly entryId: number }): string =>
  `${id.module}:${id.entryId}`;

/** Key of the item that a text names, whoever's it is; empty for what is no aggregate id. */
export const itemKeyOf = (aggregateId: string): string => {
  const id = parseAggregateId(aggregateId);
  return id === undefined ? '' : itemKey(id);
};

/** An aggregate id on the wire, parsed. */
export const AggregateIdSchema = v.pipe(
  v.string(),
  v.maxLength(300),
  v.rawTransform(({ dataset, addIssue, NEVER }): AggregateId => {
    const id = parseAggregateId(dataset.value);
    if (id === undefined) {
      addIssue({ message: 'AGGREGATE_ID_INVALID' });
      return NEVER;
    }
    return id;
  }),
);
