import { accountEvents } from '@kontor/contract/account';
import { formatAggregateId, tidyName, type ParamsOf } from '@kontor/contract/kernel';
import { MAX_RULES, type Rule, type ruleCommands, type ruleQueries } from '@kontor/contract/mail';
import type { CommandContext, QueryContext } from '../../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../../platform/operation/manifest.ts';
import { fail } from '../../../../platform/operation/problem.ts';
import { loadPerson, namesOf, requireRight } from '../../../account/index.ts';
import { lockItems } from '../../../activity/index.ts';
import { changeableAccount, mayChangeAccount, seenAccount } from '../../mailboxes/access.ts';
import { everybody } from '../../mailboxes/accounts.ts';
import { accountOfBox, type AccountRow } from '../../store/accounts.ts';
import { targetFault, type ActionParts } from './actions.ts';
import { factsOf, withRecords } from './facts.ts';
import { isMeaningful, judge } from './rules.ts';
import { fire, wantsHeader } from './running.ts';
import {
  boxesOfMails,
  findRule,
  firedOn,
  insertRule,
  lockRules,
  newestMails,
  noteFired,
  placeRules,
  readLog,
  readRules,
  ruleMails,
  updateRule,
  type RuleRow,
  type Whose,
} from './store.ts';

type Ctx = QueryContext | CommandContext;

const MAX_LOGGED = 200;
/** Mails whose texts are in memory at once while a rule is tried. */
const TRIED_AT_ONCE = 100;

/** Returns whose rules are meant: an account's, which the person sees, or their own. Throws NOT_FOUND, RIGHT_MISSING. */
async function setOf(ctx: Ctx, accountId: number | null, mayChange: boolean) {
  requireRight(ctx, 'mailList');
  if (accountId === null) return { account: undefined, whose: { ownerId: ctx.person.id } satisfies Whose };
  const account = await (mayChange ? changeableAccount : seenAccount)(ctx, accountId, 'any');
  return { account, whose: { accountId } satisfies Whose };
}

/** Returns a rule that the person may change. Throws NOT_FOUND, also for those that were deleted, and RIGHT_MISSING. */
async function changeableRule(ctx: Ctx, ruleId: string) {
  requireRight(ctx, 'mailList');
  const rule = await findRule(ctx.db, ctx.instance.id, ruleId);
  if (rule === undefined || rule.deleted_at !== null) return fail('NOT_FOUND');
  if (rule.account_id === null && rule.owner_id !== ctx.person.id) return fail('NOT_FOUND');
  return { rule, ...(await setOf(ctx, rule.account_id, true)) };
}

async function toRule(ctx: Ctx, row: RuleRow, account: AccountRow | undefined, ownerName: string): Promise<Rule> {
  const { db, instance, person } = ctx;
  const owner = { person: await loadPerson({ db, instance }, row.owner_id), isPersonal: row.account_id === null };
  const broken: number[] = [];
  for (const [index, action] of row.actions.entries())
    if ((await targetFault(ctx, owner, account, action)) !== '') broken.push(index);
  return {
    ruleId: row.rule_id,
    accountId: row.account_id,
    name: row.name,
    isOn: row.is_on,
    ...row.conditions,
    actions: row.actions,
    stops: row.stops,
    place: row.place,
    version: row.version,
    ownerName,
    changeable: account === undefined || mayChangeAccount(person, account),
    broken,
  };
}

/** Tells those who have rules on their screens that they are others, and writes down that an account's are. */
function tellRules(ctx: CommandContext, account: AccountRow | undefined, name: string): void {
  const users = account === undefined ? [] : everybody(account);
  const payload = { keys: ['mailRules'], processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(accountEvents.sessionChanged, { users: [...new Set([ctx.person.id, ...users])] }, payload);
  if (account !== undefined)
    ctx.audit({ kind: 'mailbox.changed', subject: account.email, details: { change: 'changed', rule: name } });
}

/** Throws RULE_INVALID if a rule can never be true, or names what is not there for the person. What it said before may stay. */
async function requireValid(
  ctx: CommandContext,
  given: ParamsOf<(typeof ruleCommands)['saveRule']>,
  account: AccountRow | undefined,
  before: RuleRow | undefined,
): Promise<void> {
  const errors: { path: string; message: string }[] = [];
  for (const [index, condition] of given.conditions.entries())
    if (!isMeaningful(condition)) errors.push({ path: `conditions.${index}`, message: 'NEVER_TRUE' });
  const kept = new Set(before?.actions.map((action) => JSON.stringify(action)));
  for (const [index, action] of given.actions.entries()) {
    if (kept.has(JSON.stringify(action))) continue;
    const why = await targetFault(ctx, { person: ctx.person, isPersonal: account === undefined }, account, action);
    if (why !== '') errors.push({ path: `actions.${index}`, message: why });
  }
  if (errors.length > 0) fail('RULE_INVALID', { errors });
}

/** The rules that did something to mails: of their accounts, and the person's own. */
export async function firedRulesOf(
  { db, instance, person }: Pick<QueryContext, 'db' | 'instance' | 'person'>,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, readonly { readonly ruleId: string; readonly name: string }[]>> {
  const rows = await firedOn(db, instance.id, person.id, mailIds);
  const found = new Map<number, { ruleId: string; name: string }[]>();
  for (const { mail_id: mailId, fired } of rows)
    found.set(mailId, [...(found.get(mailId) ?? []), ...fired.map(({ ruleId, name }) => ({ ruleId, name }))]);
  return found;
}

export const ruleQueryHandlers: QueryHandlers<typeof ruleQueries> = {
  async rules(ctx, { accountId }) {
    const { account, whose } = await setOf(ctx, accountId, false);
    const rows = await readRules(ctx.db, ctx.instance.id, whose);
    const names = await namesOf(ctx.db, ctx.instance.id, [...new Set(rows.map((row) => row.owner_id))]);
    return Promise.all(rows.map((row) => toRule(ctx, row, account, names.get(row.owner_id) ?? '')));
  },

  async tryRule(ctx, { accountId, match, conditions, mails: most }) {
    const { db, instance, person } = ctx;
    const { account } = await setOf(ctx, accountId, false);
    const boxId = account?.box_id ?? null;
    const ids = await newestMails(db, instance.id, { userId: person.id, boxId }, most);
    const withHeaders = conditions.some(({ field }) => field === 'header');
    const tried = [];
    for (let from = 0; from < ids.length; from += TRIED_AT_ONCE)
      for (const mail of await ruleMails(db, instance.id, ids.slice(from, from + TRIED_AT_ONCE), boxId ?? 0)) {
        const facts = await withRecords(ctx, await factsOf(ctx, mail, withHeaders, mail.ts.getTime()), {
          mail,
          userId: person.id,
          rule: { conditions: { match, conditions }, owner_id: person.id },
        });
        const { fires, because } = judge({ match, conditions }, facts);
        tried.push({
          aggregateId: formatAggregateId({ module: 'email', entryId: mail.mail_id, userId: person.id }),
          subject: mail.subject,
          senderAddress: (mail.people.from[0] ?? mail.people.sender)?.address ?? '',
          timestamp: Math.floor(mail.ts.getTime() / 1000),
          fires,
          because: [...because],
        });
      }
    return tried;
  },

  async ruleLog(ctx, { accountId, ruleId, before }) {
    const { db, instance, person } = ctx;
    const { whose } = await setOf(ctx, accountId, true);
    const about = { userId: person.id, ruleId, before: before === null ? null : new Date(before) };
    const rows = await readLog(db, instance.id, whose, about, MAX_LOGGED);
    return rows.flatMap(({ mail_id: entryId, at, subject, is_seen: isSeen, fired }) =>
      fired
        .filter((one) => ruleId === null || one.ruleId === ruleId)
        .map((one) => ({
          at: at.getTime(),
          aggregateId: isSeen ? formatAggregateId({ module: 'email', entryId, userId: person.id }) : null,
          // Who manages an account need not see its mails.
          subject: isSeen ? subject : '',
          ruleId: one.ruleId,
          name: one.name,
          actions: one.actions.map((action) => ({ ...action })),
        })),
    );
  },
};

export const ruleCommandHandlers = (parts: ActionParts): CommandHandlers<typeof ruleCommands> => ({
  async saveRule(ctx, given) {
    const { db, instance, person } = ctx;
    const { ruleId, accountId, isOn, match, conditions, actions, stops, aggregateVersion } = given;
    const { account, whose } = await setOf(ctx, accountId, true);
    await lockRules(db, instance.id, whose);
    const known = await findRule(db, instance.id, ruleId);
    const isHere =
      known?.deleted_at === null &&
      known.account_id === accountId &&
      (accountId !== null || known.owner_id === person.id);
    if (known !== undefined && !isHere) return fail('NOT_FOUND');
    if (known !== undefined && known.version !== aggregateVersion) {
      const names = await namesOf(db, instance.id, [known.owner_id]);
      return fail('VERSION_CONFLICT', { data: await toRule(ctx, known, account, names.get(known.owner_id) ?? '') });
    }
    await requireValid(ctx, given, account, known);
    const name = tidyName(given.name);
    const fields = {
      owner_id: person.id,
      name,
      is_on: isOn,
      conditions: JSON.stringify({ match, conditions }),
      actions: JSON.stringify(actions),
      stops,
    };
    tellRules(ctx, account, name);
    if (known !== undefined) return { ruleId, version: await updateRule(db, instance.id, ruleId, fields) };
    const others = await readRules(db, instance.id, whose);
    if (others.length >= MAX_RULES) return fail('RULE_TOO_MANY', { detail: String(MAX_RULES) });
    const position = (others.at(-1)?.place ?? 0) + 1;
    const row = { instance_id: instance.id, rule_id: ruleId, account_id: accountId, place: position, ...fields };
    return (await insertRule(db, row)) ? { ruleId, version: 1 } : fail('NOT_FOUND');
  },

  async deleteRule(ctx, { ruleId }) {
    const { rule, account } = await changeableRule(ctx, ruleId);
    await updateRule(ctx.db, ctx.instance.id, ruleId, { deleted_at: new Date(ctx.now()) });
    tellRules(ctx, account, rule.name);
    return {};
  },

  async orderRules(ctx, { accountId, ruleIds }) {
    const { db, instance } = ctx;
    const { account, whose } = await setOf(ctx, accountId, true);
    await lockRules(db, instance.id, whose);
    const there = (await readRules(db, instance.id, whose)).map((rule) => rule.rule_id);
    if (ruleIds.some((id) => !there.includes(id))) return fail('NOT_FOUND');
    const named = [...new Set(ruleIds)];
    await placeRules(db, instance.id, [...named, ...there.filter((id) => !named.includes(id))]);
    tellRules(ctx, account, '');
    return {};
  },

  async applyRule(ctx, { ruleId, aggregateIds }) {
    const { db, instance, person } = ctx;
    const { rule } = await changeableRule(ctx, ruleId);
    const requestedIds = aggregateIds.flatMap(({ module, entryId }) => (module === 'email' ? [entryId] : []));
    await lockItems(ctx, requestedIds);
    const boxes = await boxesOfMails(db, instance.id, person.id, requestedIds);
    if (boxes.size === 0) return fail('NOT_FOUND');
    let count = 0;
    for (const [boxId, mailIds] of boxes) {
      const account = await accountOfBox(db, instance.id, boxId);
      if (account === undefined || (rule.account_id !== null && rule.account_id !== account.account_id)) continue;
      for (const mail of await ruleMails(db, instance.id, mailIds, boxId)) {
        const facts = await withRecords(ctx, await factsOf(ctx, mail, wantsHeader([rule]), mail.ts.getTime()), {
          mail,
          userId: person.id,
          rule,
        });
        if (!judge(rule.conditions, facts).fires) continue;
        const fired = await fire(ctx, parts, { rule, mail, facts, account, without: ['answer', 'forward'] });
        const isPersonal = rule.account_id === null;
        const key = isPersonal ? { accountId: 0, ownerId: person.id } : { accountId: account.account_id, ownerId: 0 };
        await noteFired(db, instance.id, { mailId: mail.mail_id, ...key }, new Date(ctx.now()), [fired]);
        count += 1;
      }
    }
    return { count };
  },
});
