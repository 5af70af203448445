import type { auditQueries } from '@kontor/contract/account';
import { Readable } from 'node:stream';
import { StreamAnswer, type QueryHandlers } from '../../platform/operation/manifest.ts';
import { requireAdministrator } from './access.ts';
import { AUDIT_FILES } from './audit-files.ts';
import { auditFile, createVerifier, toAuditEntry } from './audit-log.ts';
import { timeZoneOf } from './queries.ts';
import { readEntriesBefore } from './store/audit.ts';

export function auditHandlers(now: () => number): QueryHandlers<typeof auditQueries> {
  const verify = createVerifier(now);
  return {
    async auditLog(ctx, { before, most, ...params }) {
      requireAdministrator(ctx);
      const filter = { ...params, timeZone: timeZoneOf(ctx.instance) };
      const rows = await readEntriesBefore(ctx.db, ctx.instance.id, filter, { before, most: most + 1 });
      return { entries: rows.slice(0, most).map(toAuditEntry), hasMore: rows.length > most };
    },

    async auditExport(ctx, { format, ...params }) {
      requireAdministrator(ctx);
      const { db, instance } = ctx;
      const { kinds, ...rest } = params;
      const given = Object.entries({ ...rest, kinds: kinds.join(', ') }).filter(
        ([, value]) => value !== null && value !== '',
      );
      const details = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
      await ctx.auditNow({
        kind: 'data.exported',
        subject: 'audit',
        details: { operation: 'account.auditExport', format, ...details },
      });
      const filter = { ...params, timeZone: timeZoneOf(instance) };
      return new StreamAnswer({
        type: AUDIT_FILES[format].type,
        fileName: `audit-${instance.name}-${new Date(ctx.now()).toISOString().slice(0, 10)}.${format}`,
        read: () => Readable.from(auditFile(db, instance.id, filter, format), { objectMode: false }),
      });
    },

    async auditState(ctx) {
      requireAdministrator(ctx);
      return verify(ctx.db, ctx.instance.id);
    },
  };
}
