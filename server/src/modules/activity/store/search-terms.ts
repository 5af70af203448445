import type { HasValue, IsValue, Search, SearchTerms } from '@kontor/contract/activity';
import { DIRECTIONS, STATES } from '@kontor/contract/activity';
import { kindNumber } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import { folded } from '../../../platform/words.ts';
import { isSharedBeside } from './beside.ts';

type Condition = RawBuilder<unknown>;

/** A condition on `activity`, for the row of the same item. */
const ofItem = (condition: Condition): Condition =>
  sql`exists (select from activity x where x.instance_id = au.instance_id and x.activity_id = au.activity_id and ${condition})`;

const PHONECALL = kindNumber('phonecall');
const ofCall = (condition: Condition): Condition => sql`(au.module = ${PHONECALL} and ${ofItem(condition)})`;

const FLAGS: Readonly<Record<Exclude<IsValue, keyof typeof STATES>, Condition>> = {
  archived: sql`au.archived`,
  shared: isSharedBeside(sql`au`),
  trashed: sql`au.trashed`,
  mine: sql`au.mine`,
  snoozed: sql`au.snoozed_until is not null`,
  // By whatever program: one that lies in a mailbox's folder of what was sent goes out as well.
  sent: sql`(au.module = ${kindNumber('email')} and au.direction = ${DIRECTIONS.indexOf('outgoing')})`,
  missed: ofCall(sql`x.extras @> '{"outcome": "missed"}'`),
  callback: ofCall(sql`x.extras @> '{"callbackDesired": true}'`),
};

/** Written as the conditions of the indexes are. */
const HAS: Readonly<Record<HasValue, Condition>> = {
  attachment: ofItem(sql`x.extras @> '{"hasAttachments": true}'`),
  warning: ofItem(sql`x.extras @> '{"warned": true}'`),
  record: ofItem(sql`x.ido_count > 0`),
};

/** Condition for items of a record whose title has words that begin with all words of the text, or whose number is the text. */
function ofRecords(text: string): Condition {
  const words = folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (words.length === 0) return sql`false`;
  const query = words.map((word) => `'${word}':*A`).join(' & ');
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
  return sql`au.activity_id in (select a.activity_id from items_about(${query}, ${number}) a)`;
}

/** Condition for calls that were longer (`>300`) or shorter (`<300`) than so many seconds. */
function ofDuration(length: string): Condition {
  const seconds = Number(length.slice(1));
  const own = sql`coalesce((x.extras ->> 'duration')::int, 0)`;
  return ofCall(length.startsWith('<') ? sql`${own} < ${seconds}` : sql`${own} > ${seconds}`);
}

const isState = (value: IsValue): value is keyof typeof STATES => value in STATES;

/** Conditions on `activity_user` as `au`: of states and of kinds one is enough, of all else each must hold. */
function conditionsOf({ is, types, has, records, durations }: SearchTerms): Condition[] {
  const states = is.filter(isState).map((state) => STATES[state]);
  return [
    ...(states.length === 0 ? [] : [sql`au.status = any(${states}::smallint[])`]),
    ...(types.length === 0 ? [] : [sql`au.module = any(${types.map(kindNumber)}::smallint[])`]),
    ...is.flatMap((value) => (isState(value) ? [] : [FLAGS[value]])),
    ...has.map((value) => HAS[value]),
    ...records.map(ofRecords),
    ...durations.map(ofDuration),
  ];
}

/** What the operators of a search ask of the rows, but for text and dates. */
export const searchTerms = (search: Search): Condition[] => [
  ...conditionsOf(search),
  // The words of numbers stand where names of senders do: those of mails are not meant.
  ...(search.numbers.length === 0 ? [] : [sql`au.module = ${PHONECALL}`]),
  ...conditionsOf(search.without).map((condition) => sql`not (${condition})`),
];
