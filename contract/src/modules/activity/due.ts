import * as v from 'valibot';
import { DaySchema, ItemKindNameSchema, TimeZoneSchema, defineQuery, formatAggregateId } from '../../kernel/index.ts';
import { listKey } from './queries.ts';

/** Days that are looked at together, at most. */
const MAX_DUE_DAYS = 62;
const DAY_MS = 86_400_000;

/** Something that a person has to do by a time. */
export const DueItemSchema = v.object({
  aggregateId: v.string(),
  module: ItemKindNameSchema,
  title: v.string(),
  /** A day, or an instant (ISO 8601). */
  due: v.string(),
});
export type DueItem = v.InferOutput<typeof DueItemSchema>;

/** What the person has to do that is due on some days by the clock of a zone and is not Done, what is due first at first: of each kind at most 500. */
export const due = defineQuery({
  name: 'activity.due',
  params: v.pipe(
    v.strictObject({ from: DaySchema, to: DaySchema, zone: TimeZoneSchema }),
    v.check(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MAX_DUE_DAYS * DAY_MS, 'DAYS_INVALID'),
  ),
  result: v.array(DueItemSchema),
  refreshOn: () => [listKey()],
  steady: true,
  example: {
    params: { from: '2026-11-23', to: '2026-11-29', zone: 'Europe/Berlin' },
    result: [
      {
        aggregateId: formatAggregateId({ module: 'task', entryId: 17, userId: 1 }),
        module: 'task',
        title: 'Angebot Werft Neumann',
        due: '2026-11-24',
      },
    ],
  },
});

export const dueQueries = { due } as const;
