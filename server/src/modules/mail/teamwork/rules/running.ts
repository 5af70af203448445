import { hastenJobs } from '../../../../platform/jobs/enqueue.ts';
import type { JobHandlers } from '../../../../platform/jobs/jobs.ts';
import type { ChangeContext, InstanceContext, Platform } from '../../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../../platform/operation/manifest.ts';
import { ProblemError } from '../../../../platform/operation/problem.ts';
import { loadPerson } from '../../../account/index.ts';
import { lockItems } from '../../../activity/index.ts';
import { accountsOfMail, findAnyAccount, type AccountRow } from '../../store/accounts.ts';
import { seesMail } from '../../writing/store/mails.ts';
import { answerAway, answeringAbsence } from '../absence/answering.ts';
import type { FiredRule } from '../tables.ts';
import { act, type ActionParts } from './actions.ts';
import { factsOf, withRecords } from './facts.ts';
import { judge, needsVerdict, type RuleFacts } from './rules.ts';
import { ANSWER_PAUSE_MS } from './sending.ts';
import {
  forgetAnswers,
  forgetRuns,
  isAnyRuleFor,
  isCheckDue,
  newToAccount,
  noteFired,
  readRules,
  ruleMails,
  rulesOfViewers,
  takeRun,
  type RuleMail,
  type RuleRow,
  type RunKey,
} from './store.ts';

const RUN_JOB = 'mail.runRules';
/** How long it is waited for what name servers say of a mail, and when it is looked again where nobody tells. */
const VERDICT_MS = 2 * 60_000;
const AGAIN_MS = 15_000;
/** What rules did is kept for so long. */
const LOG_MS = 90 * 86_400_000;
const SWEEP_MS = 60 * 60_000;
const SWEPT_AT_ONCE = 1000;

/** Rules that are gone through together, in their order. */
interface RuleSet {
  readonly key: RunKey;
  readonly rules: readonly RuleRow[];
}

export const wantsHeader = (rules: readonly Pick<RuleRow, 'conditions' | 'actions'>[]): boolean =>
  rules.some(
    ({ conditions, actions }) =>
      conditions.conditions.some(({ field }) => field === 'header') ||
      actions.some(({ kind }) => kind === 'answer' || kind === 'forward'),
  );

/** Those of some mails that have not been in an account before: asked before it is noted that they are. */
export const arrivedAnew = (
  ctx: ChangeContext,
  account: Pick<AccountRow, 'account_id'>,
  mailIds: readonly number[],
): Promise<readonly number[]> => newToAccount(ctx.db, ctx.instance.id, account.account_id, mailIds);

/** The rules that a mail of an account meets: those of the account before each person's. */
async function setsFor(ctx: ChangeContext, account: AccountRow, mailId: number): Promise<readonly RuleSet[]> {
  const { db, instance } = ctx;
  const all = await readRules(db, instance.id, { accountId: account.account_id });
  const own = all.filter((rule) => rule.is_on);
  const ofPeople = Map.groupBy(await rulesOfViewers(db, instance.id, mailId), (rule) => rule.owner_id);
  const ofAccount =
    own.length === 0 ? [] : [{ key: { mailId, accountId: account.account_id, ownerId: 0 }, rules: own }];
  return [
    ...ofAccount,
    ...[...ofPeople].map(([ownerId, rules]) => ({ key: { mailId, accountId: 0, ownerId }, rules })),
  ];
}

/** Has rules act on mails that have just come to an account, and absences answer them, in the transaction that lists them. */
export async function meetRules(
  ctx: ChangeContext,
  parts: ActionParts,
  account: AccountRow,
  mailIds: readonly number[],
): Promise<void> {
  if (mailIds.length === 0) return;
  const isAnswered = (await answeringAbsence(ctx, account)) !== undefined;
  // Asked once for all of them: most mailboxes have no rules, and many mails may come at once.
  const isRuled = await isAnyRuleFor(ctx.db, ctx.instance.id, account.account_id, mailIds);
  if (!isRuled && !isAnswered) return;
  for (const mailId of mailIds) {
    const sets = isRuled ? await setsFor(ctx, account, mailId) : [];
    if (sets.length === 0 && !isAnswered) continue;
    const rules = sets.flatMap((set) => set.rules.map(({ conditions, actions }) => ({ ...conditions, actions })));
    const isWaiting = needsVerdict(rules);
    const isDue = (isAnswered || isWaiting) && (await isWaitedFor(ctx, mailId));
    // Rules that can act at once do; only what is sent waits.
    if (!isDue || !isWaiting) await runSets(ctx, parts, account, mailId, sets, !isDue);
    if (isDue) await enqueueRun(ctx, mailId, account.account_id, ctx.now());
  }
}

/** Whether it is still looked up where a mail is from; who ends that takes the mail, too, and tells those that wait by then. */
async function isWaitedFor(ctx: ChangeContext, mailId: number): Promise<boolean> {
  await lockItems(ctx, [mailId]);
  return isCheckDue(ctx.db, ctx.instance.id, mailId);
}

const runKey = (instanceId: number, mailId: number, accountId: number): string =>
  `${RUN_JOB}:${instanceId}:${mailId}:${accountId}`;

const enqueueRun = (ctx: ChangeContext, mailId: number, accountId: number, since: number): Promise<void> =>
  ctx.enqueue(
    RUN_JOB,
    { mailId, accountId, since },
    { key: runKey(ctx.instance.id, mailId, accountId), afterMs: AGAIN_MS },
  );

/** Has those rules and absences act that wait for where a mail is from, after that is known. */
export async function wakeRules(ctx: InstanceContext, mailId: number): Promise<void> {
  const accountIds = await accountsOfMail(ctx.db, ctx.instance.id, mailId);
  await hastenJobs(
    ctx.database,
    accountIds.map((accountId) => runKey(ctx.instance.id, mailId, accountId)),
  );
}

export const ruleJobs = (parts: ActionParts): JobHandlers => ({
  [RUN_JOB]: (ctx, payload) =>
    ctx.change(async (change) => {
      const { mailId, accountId, since } = payload as { mailId: number; accountId: number; since: number };
      const account = await findAnyAccount(change.db, ctx.instance.id, accountId);
      if (account === undefined) return;
      const isLate = change.now() - since > VERDICT_MS;
      if (!isLate && (await isWaitedFor(change, mailId))) return enqueueRun(change, mailId, accountId, since);
      await runSets(change, parts, account, mailId, await setsFor(change, account, mailId), true);
    }),
});

async function runSets(
  ctx: ChangeContext,
  parts: ActionParts,
  account: AccountRow,
  mailId: number,
  sets: readonly RuleSet[],
  mayAnswer: boolean,
): Promise<void> {
  const { db, instance } = ctx;
  await lockItems(ctx, [mailId]);
  const [mail] = await ruleMails(db, instance.id, [mailId], account.box_id);
  if (mail === undefined) return;
  const absence = mayAnswer ? await answeringAbsence(ctx, account) : undefined;
  const isHeaderWanted = absence !== undefined || wantsHeader(sets.flatMap((set) => set.rules));
  const facts = await factsOf(ctx, mail, isHeaderWanted, ctx.now());
  for (const { key, rules } of sets) {
    // Who was let out of the mail by a rule before has no say in it.
    if (key.ownerId !== 0 && !(await seesMail(db, instance.id, key.ownerId, mailId))) continue;
    if (!(await takeRun(db, instance.id, key, new Date(ctx.now())))) continue;
    const fired: FiredRule[] = [];
    const userId = key.ownerId === 0 ? account.owner_id : key.ownerId;
    for (const rule of rules) {
      // Asked anew for each: a rule before may have linked it.
      const known = await withRecords(ctx, facts, { mail, userId, rule });
      if (!judge(rule.conditions, known).fires) continue;
      fired.push(await fire(ctx, parts, { rule, mail, facts, account }));
      if (rule.stops) break;
    }
    if (fired.length > 0) await noteFired(db, instance.id, key, new Date(ctx.now()), fired);
  }
  if (absence !== undefined) await tried(() => answerAway(ctx, parts, absence, { mail, facts, account }));
}

/** Does what one rule says to a mail. What cannot be done is skipped, and all after it done. */
export async function fire(
  ctx: ChangeContext,
  parts: ActionParts,
  about: {
    readonly rule: RuleRow;
    readonly mail: RuleMail;
    readonly facts: RuleFacts;
    readonly account: AccountRow;
    /** Kinds of action that are left out. */
    readonly without?: readonly string[];
  },
): Promise<FiredRule> {
  const { rule, mail, facts, account, without = [] } = about;
  const { db, instance } = ctx;
  const person = await loadPerson({ db, instance }, rule.owner_id);
  const isPersonal = rule.account_id === null;
  const ownerId = (await seesMail(db, instance.id, rule.owner_id, mail.mail_id)) ? rule.owner_id : account.owner_id;
  const actions: FiredRule['actions'][number][] = [];
  for (const action of rule.actions) {
    const why = without.includes(action.kind)
      ? 'NOT_AFTERWARDS'
      : await tried(() =>
          act(ctx, parts, { ruleName: rule.name, ownerId, person, isPersonal, mail, facts, account }, action),
        );
    actions.push({ kind: action.kind, outcome: why === '' ? 'done' : 'skipped', why });
  }
  return { ruleId: rule.rule_id, name: rule.name, actions };
}

/** What is refused is skipped: a rule keeps no mail out of the lists. */
async function tried(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
}

/** Forgets what rules did long ago. */
export async function sweepRules({
  database,
  directory,
  now,
}: Pick<Platform & ServiceTools, 'database' | 'directory' | 'now'>): Promise<void> {
  for (const { id } of await directory.all()) {
    const db = database.forInstance(id);
    for (let count = SWEPT_AT_ONCE; count === SWEPT_AT_ONCE;)
      count = await forgetRuns(db, id, new Date(now() - LOG_MS), SWEPT_AT_ONCE);
    await forgetAnswers(db, id, new Date(now() - ANSWER_PAUSE_MS));
  }
}

export async function startSweepingRules(tools: Platform & ServiceTools): Promise<Service> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running = sweepRules(tools).catch((error: unknown) =>
      tools.log.warn({ err: error }, 'what rules did is not forgotten'),
    );
  }, SWEEP_MS);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
