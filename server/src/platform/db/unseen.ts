import { sql, type RawBuilder } from 'kysely';
import { UNSEEN_CLASS } from '../words.ts';

/** A text as `withoutUnseen` makes it. */
export const withoutUnseenIn = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`regexp_replace(${text}, ${UNSEEN_CLASS}, '', 'g')`;
