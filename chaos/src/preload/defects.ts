import type { Invariant } from '../check/violations.ts';

/** A mistake made on purpose: one passage of a file is another one. */
export interface Defect {
  /** Whose mistake it is. */
  readonly of: 'server' | 'client';
  readonly about: string;
  /** End of the path of the file. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What must be noticed, whatever else is. */
  readonly breaks: Invariant;
}

/** Each of these turns a run red. */
export const DEFECTS: Readonly<Record<string, Defect>> = {
  'no-dedupe': {
    of: 'server',
    about: 'a command that is sent again is carried out again',
    file: '/operation/command-log.ts',
    from: 'return rows.length > 0;',
    to: 'return true;',
    breaks: 'each command takes effect once',
  },
  'empty-yes': {
    of: 'server',
    about: 'one command in thirty is answered and not carried out',
    file: '/operation/command.ts',
    from: 'const claimed = claim(ctx, by.person.id, request);',
    to: 'const claimed = claim(ctx, by.person.id, request); if (Math.random() < 0.03 && (await claimed) === undefined) { const none = { aggregateIds: (request.parameters as { aggregateIds: string[] }).aggregateIds, missing: [] }; sent(finish(ctx, by.person.id, processId, "done", none)); return none as never; }',
    breaks: 'what was acknowledged is stored',
  },
  'no-memory': {
    of: 'server',
    about: 'the transaction of one command in thirty is rolled back after its answer was made',
    file: '/operation/change.ts',
    from: 'const result = await platform.database',
    to: 'if (processIds.length > 0 && Math.random() < 0.03) return { aggregateIds: [], missing: [] } as never; const result = await platform.database',
    breaks: 'what was acknowledged is stored',
  },
  'events-lost': {
    of: 'server',
    about: 'every other change tells nobody',
    file: '/operation/change.ts',
    from: 'if (events.length > 0) {',
    to: 'if (events.length > 0 && Math.random() < 0.5) {',
    breaks: 'every page shows what is stored',
  },
  'list-of-all': {
    of: 'server',
    about: 'lists are not kept to what the person may see',
    file: '/activity/store/filter.ts',
    from: 'sql`au.user_id = ${person.id}`,',
    to: 'sql`(au.user_id = ${person.id} or au.user_id > 0)`,',
    breaks: 'nobody is told what is not theirs',
  },
  'events-to-others': {
    of: 'server',
    about: 'events go to a neighbour too',
    file: '/realtime/event-body.ts',
    from: 'return [...new Set(audience.users)].map((id) => `user.${id}`);',
    to: 'return [...new Set(audience.users.flatMap((id) => [id, id + 1]))].map((id) => `user.${id}`);',
    breaks: 'nobody is told what is not theirs',
  },
  'right-stays': {
    of: 'server',
    about: 'a right that was taken still counts',
    file: '/activity/access.ts',
    from: 'return right === undefined || person.rights[right];',
    to: 'return right === undefined || person.id > 0;',
    breaks: 'nobody is told what is not theirs',
  },
  'nobody-listens': {
    of: 'server',
    about: 'a connection to the database that dies takes the server with it',
    file: '/db/database.ts',
    from: "pool.on('connect', (client) => client.on('error', logError));",
    to: "pool.on('connect', (client) => client.on('error', (error) => { logError(error); process.exit(7); }));",
    breaks: 'the server never ends by itself',
  },
  'away-is-a-fault': {
    of: 'server',
    about: 'a database that is away is an inner fault',
    file: '/db/away.ts',
    from: "return UNAVAILABLE.test(code ?? '') || CONNECTION_GONE.test(error.message);",
    to: "return code === 'NEVER' && UNAVAILABLE.test(code) && CONNECTION_GONE.test(error.message);",
    breaks: 'no answer says that the server is broken',
  },
  'said-in-the-log': {
    of: 'server',
    about: 'what lists say stands in the log',
    file: '/activity/list.ts',
    from: 'const rows = await forPerson(ctx, itemKinds(), page.map(toEntryRow));',
    to: 'const rows = await forPerson(ctx, itemKinds(), page.map(toEntryRow)); ctx.log.error({ rows: rows.slice(0, 2) }, "read");',
    breaks: 'nobody is told what is not theirs',
  },
  'text-numbers': {
    of: 'server',
    about: 'one text in two is given the number after the next',
    file: '/message/store/texts.ts',
    from: 'do update set last_no = s.last_no + 1, last_at',
    to: 'do update set last_no = s.last_no + 1 + (random() < 0.5)::int, last_at',
    breaks: 'texts of a thread have numbers without a gap',
  },
  'read-ahead': {
    of: 'server',
    about: 'whoever has read a thread may have read more than there is',
    file: '/message/store/pointers.ts',
    from: 'from (select least(${no}::int, ${lastNo(of, instanceId)}) as no) l',
    to: 'from (select ${no}::int as no) l',
    breaks: 'nobody has read more than was said',
  },
  'texts-to-some': {
    of: 'server',
    about: 'of a text one reader in two is not told',
    file: '/message/telling.ts',
    from: ': text;\n  for (const userId of userIds) {',
    to: ': text;\n  for (const userId of userIds) { if (Math.random() < 0.5) continue;',
    breaks: 'every page shows what is stored',
  },
  'edits-unseen': {
    of: 'client',
    about: 'a text that is known stays as it is',
    file: '/message/thread/rules.ts',
    from: 'const text = later.edit < known.edit ? known : later;',
    to: 'const text = known;',
    breaks: 'every page shows what is stored',
  },
  'own-stays-below': {
    of: 'client',
    about: 'what somebody has said moves nothing in their own lists',
    file: '/core/replica.ts',
    from: 'if (command.moves) for',
    to: 'if (command.moves === null) for',
    breaks: 'every page shows what is stored',
  },
  'another-id': {
    of: 'client',
    about: 'a command that is sent again is a new one',
    file: '/client/transport.ts',
    from: "body.set('processId', processId);",
    to: "body.set('processId', processId.slice(0, 24) + Math.floor(Math.random() * 2 ** 48).toString(16).padStart(12, '0'));",
    breaks: 'nothing happens that nobody wanted',
  },
  'never-again': {
    of: 'client',
    about: 'what has no answer counts as done',
    file: '/core/outcome.ts',
    from: "if (failure.kind !== 'problem') return 'unknown';",
    to: "if (failure.kind !== 'problem') return 'refused';",
    breaks: 'what is refused was refused by the server',
  },
  'live-is-enough': {
    of: 'client',
    about: 'nothing is asked again after a time without events',
    file: '/client/client.ts',
    from: 'queue.wake();\n        ask.cache.invalidate();',
    to: 'queue.wake();',
    breaks: 'every page shows what is stored',
  },
};
