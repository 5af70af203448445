import * as v from 'valibot';
import { NothingSchema, defineCommand, defineEvent, defineQuery, eventPayload } from '../../../kernel/index.ts';
import { RECORDS_KEY, recordParams } from '../entities.ts';

/** What is read from a person's favourites. */
export const FAVOURITES_KEY = 'favourites';
/** Most favourites of one person. */
export const MAX_FAVOURITES = 200;

/** A record that a person has marked, for themselves alone. */
export const FavouriteSchema = v.object({
  idoId: v.number(),
  idoInstanceId: v.number(),
  /** Name of its kind. */
  instance: v.string(),
  instanceColor: v.string(),
  /** From 1. */
  position: v.number(),
  title: v.string(),
});
export type Favourite = v.InferOutput<typeof FavouriteSchema>;

const example: Favourite = {
  idoId: 7,
  idoInstanceId: 1,
  instance: 'Kunden',
  instanceColor: '#2f6f4f',
  position: 1,
  title: 'Werft Neumann',
};

/** The person's favourites in their order; records that were deleted are left out. */
export const favourites = defineQuery({
  name: 'record.favourites',
  params: NothingSchema,
  result: v.array(FavouriteSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [FAVOURITES_KEY, RECORDS_KEY, 'recordKinds'],
  example: { params: {}, result: [example] },
});

const AnswerSchema = v.array(FavouriteSchema);
const named = { idoId: 7, idoInstanceId: 1 };

/** Puts a record behind the person's favourites; one that is there stays where it is. Returns all of them. */
export const addFavourite = defineCommand({
  name: 'record.addFavourite',
  params: v.strictObject(recordParams),
  result: AnswerSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'TOO_MANY_FAVOURITES'],
  example: { params: named, result: [example] },
});

/** Takes a record out of them, also one that is not there any more. Returns those that are left. */
export const removeFavourite = defineCommand({
  name: 'record.removeFavourite',
  params: v.strictObject(recordParams),
  result: AnswerSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: named, result: [] },
});

/** Puts the favourites into this order; those that are not named come after the others. Returns all of them. */
export const orderFavourites = defineCommand({
  name: 'record.orderFavourites',
  params: v.strictObject({
    favourites: v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(MAX_FAVOURITES)),
  }),
  result: AnswerSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: { favourites: [named] }, result: [example] },
});

/** A person's favourites are others, or in another order. */
export const favouritesChanged = defineEvent('record.favouritesChanged', v.object(eventPayload));
