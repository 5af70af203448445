import * as v from 'valibot';
import { AggregateIdSchema, ItemKindNameSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';
import { DirectionSchema, StatusSchema } from './entities.ts';

/** What people have to do with an item. */
export const TIP_ROLES = ['from', 'sender', 'replyTo', 'to', 'cc', 'bcc'] as const;
/** Most people of an item that are named; the others are counted. */
export const MAX_TIP_PEOPLE = 50;

const TipSchema = v.object({
  moduleName: ItemKindNameSchema,
  /** Subject in full. */
  information: v.string(),
  people: v.array(v.object({ role: v.picklist(TIP_ROLES), name: v.string(), address: v.string() })),
  /** So many more there are. */
  morePeople: v.number(),
  /** Where the person has it: the name of the mailbox, empty where they are no member of it any more, and what it came in by. */
  mailbox: v.object({ name: v.string(), channel: v.string() }),
  context: v.string(),
  direction: DirectionSchema,
  /** Seconds since 1970. */
  timestamp: v.number(),
  status: StatusSchema,
  archived: v.boolean(),
  trashed: v.boolean(),
  /** How far all are who have the item, by name, oneself among them; `isShared`: by a share. */
  states: v.array(
    v.object({
      userId: v.number(),
      name: v.string(),
      status: StatusSchema,
      isOwn: v.boolean(),
      // What a device has kept from before there was any does not say it.
      isShared: v.optional(v.boolean(), false),
    }),
  ),
});
export type Tip = v.InferOutput<typeof TipSchema>;

/** What does not fit into an item's row. */
export const tips = defineQuery({
  name: 'activity.tips',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: TipSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: {
    params: { aggregateId: formatAggregateId({ module: 'email', entryId: 17, userId: 1 }) },
    result: {
      moduleName: 'email',
      information: 'Lieferschein fehlt',
      people: [
        { role: 'from', name: 'Paul Neumann', address: 'paul.neumann@werft.example' },
        { role: 'to', name: '', address: 'info@nordwerk.example' },
      ],
      morePeople: 0,
      mailbox: { name: 'Info', channel: 'info@nordwerk.example' },
      context: '',
      direction: 'incoming',
      timestamp: 1_795_219_200,
      status: 1,
      archived: false,
      trashed: false,
      states: [{ userId: 1, name: 'Anna Arndt', status: 1, isOwn: true }],
    },
  },
});

export const tipQueries = { tips } as const;
