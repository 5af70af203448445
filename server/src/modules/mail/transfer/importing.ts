import { transferEvents } from '@kontor/contract/mail';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import {
  kindOfFile,
  MailFileError,
  readMailFile,
  START,
  type FoundMail,
  type KeptState,
  type Position,
  type UnreadMail,
} from '../../../platform/mailfiles/index.ts';
import type { MailParser } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { releaseUploads } from '../../../platform/uploads/index.ts';
import { factsOf, prepareMail, type PreparedMail } from '../arrival/prepare.ts';
import { contentKeyOf, listMails } from '../arrival/list.ts';
import { findAccount, type AccountRow } from '../store/accounts.ts';
import { addressesOfAccount } from '../writing/store/senders.ts';
import { findMailsByKeys } from '../store/mails.ts';
import { wantAppend } from '../sending/store/appends.ts';
import { firstLine, kindOfFormat, stateOfFound } from './rules.ts';
import {
  dropFiles,
  filesOfImport,
  findImport,
  lockImport,
  noteImported,
  updateImport,
  type ImportFile,
  type ImportRow,
} from './store/imports.ts';
import type { ImportError } from './tables.ts';

const IMPORT_JOB = 'mail.importFiles';
/** Mails of one transaction: so many, or so many bytes. */
const TOGETHER = 100;
const TOGETHER_BYTES = 32 * 1024 * 1024;
const AT_ONCE = 4;
/** After so long others have their turn. */
const TURN_MS = 30_000;
const TOLD_MS = 500;
const MAX_ERRORS = 1000;

export interface ImportingParts {
  readonly parser: MailParser;
  /** Copies of an account are to be brought to its server. */
  readonly push: (instanceId: number, accountId: number) => void;
}

/** Has an import begun, or gone on with, by one process at a time. */
export const enqueueImport = (ctx: Pick<ChangeContext, 'enqueue' | 'instance'>, importId: number): Promise<void> =>
  ctx.enqueue(IMPORT_JOB, { importId }, { key: `${IMPORT_JOB}:${ctx.instance.id}:${importId}` });

export const importJobs = (parts: ImportingParts): JobHandlers => ({
  async [IMPORT_JOB](ctx, payload) {
    const row = await findImport(ctx.db, ctx.instance.id, Number(payload['importId']));
    if (row?.state !== 'reading') return;
    try {
      await new Importing(ctx, parts, row).run();
    } catch (error) {
      if (error instanceof TakenOverError) return;
      if (ctx.lastAttempt) await giveUp(ctx, row.import_id);
      throw error;
    }
  },
});

/** Another process has gone on with an import meanwhile, or it is not to go on. */
class TakenOverError extends Error {}

/** One turn of an import. */
class Importing {
  readonly #ctx: JobContext;
  readonly #parts: ImportingParts;
  readonly #senders: Promise<ReadonlySet<string>>;
  readonly #until: number;
  /** Content keys that a try has met. */
  readonly #met = new Set<string>();
  #row: ImportRow;
  #lastNotified = 0;

  constructor(ctx: JobContext, parts: ImportingParts, row: ImportRow) {
    this.#ctx = ctx;
    this.#parts = parts;
    // A try keeps nothing, so it begins anew with each turn.
    this.#row = row.is_try ? { ...row, ...AT_START } : row;
    this.#until = row.is_try ? Infinity : ctx.now() + TURN_MS;
    this.#senders = addressesOfAccount(ctx.db, ctx.instance.id, row.account_id);
  }

  async run(): Promise<void> {
    const { db, instance } = this.#ctx;
    if (this.#row.is_try) await this.#ctx.change(({ db: tx }) => this.#go(tx, AT_START));
    const files = await filesOfImport(db, instance.id, this.#row.import_id);
    let before = 0;
    for (const [fileIndex, file] of files.entries()) {
      before += files[fileIndex - 1]?.size ?? 0;
      if (fileIndex < this.#row.at_file) continue;
      const isWhole = await this.#readFile(file, fileIndex, before);
      if (!isWhole) return this.#ctx.change((ctx) => enqueueImport(ctx, this.#row.import_id));
    }
    await this.#end();
  }

  /** False where its turn is over before the file is. */
  async #readFile(file: ImportFile, fileIndex: number, before: number): Promise<boolean> {
    const { blobs, instance } = this.#ctx;
    let isWhole = true;
    await blobs.withFile(instance.id, file.blob_hash, async (path) => {
      if (file.size === 0) return this.#fail(file, 'empty');
      const kind = kindOfFormat(this.#row.format) ?? (await kindOfFile(path, file.name));
      if (kind === undefined) return this.#fail(file, 'none');
      const from: Position = { entry: this.#row.at_entry, offset: this.#row.at_offset };
      let batch: (FoundMail | UnreadMail)[] = [];
      let bytes = 0;
      let found = 0;
      try {
        for await (const one of readMailFile({ path, name: file.name, kind }, from)) {
          found += 1;
          batch.push(one);
          bytes += one.raw?.length ?? 0;
          if (batch.length < TOGETHER && bytes < TOGETHER_BYTES) continue;
          await this.#take(batch, { fileIndex, before });
          [batch, bytes] = [[], 0];
          if (this.#ctx.now() < this.#until) continue;
          isWhole = false;
          return;
        }
      } catch (error) {
        if (!(error instanceof MailFileError)) throw error;
        found += 1;
        await this.#fail(file, 'unreadable');
      }
      if (batch.length > 0) await this.#take(batch, { fileIndex, before });
      if (found === 0 && from.entry === 0 && from.offset === 0) await this.#fail(file, 'none');
    });
    if (isWhole)
      await this.#ctx.change(async ({ db }) => {
        await this.#go(db, { at_file: fileIndex + 1, at_entry: 0, at_offset: 0, bytes_read: before + file.size });
      });
    return isWhole;
  }

  async #fail(file: ImportFile, reason: ImportError['reason']): Promise<void> {
    await this.#ctx.change(async ({ db }) => {
      await this.#go(db, this.#failed([{ source: file.name, reason, firstLine: '' }]));
    });
  }

  #failed(errors: readonly ImportError[]) {
    const { failed, errors: before } = this.#row;
    return { failed: failed + errors.length, errors: [...before, ...errors].slice(0, MAX_ERRORS) };
  }

  async #go(db: JobContext['db'], set: Partial<Pick<ImportRow, keyof typeof AT_START>>): Promise<void> {
    const { errors, ...rest } = set;
    await updateImport(db, this.#row, {
      ...rest,
      ...(errors === undefined ? {} : { errors: JSON.stringify(errors) }),
    });
    this.#row = { ...this.#row, ...set };
  }

  async #take(
    batch: readonly (FoundMail | UnreadMail)[],
    { fileIndex, before }: { readonly fileIndex: number; readonly before: number },
  ): Promise<void> {
    const read = await this.#prepare(batch);
    const last = batch.at(-1);
    if (last === undefined) return;
    await this.#ctx.change(async (ctx) => {
      const { instance, db } = ctx;
      const now = await lockImport(db, instance.id, this.#row.import_id);
      const account = await findAccount(db, instance.id, this.#row.account_id);
      if (now?.state !== 'reading' || account === undefined || !isSamePosition(now, this.#row))
        throw new TakenOverError();
      const { added, known } = this.#row.is_try
        ? await this.#try(ctx, read.mails)
        : await this.#list(ctx, account, read.mails);
      await this.#go(db, {
        at_file: fileIndex,
        at_entry: last.next.entry,
        at_offset: last.next.offset,
        bytes_read: before + last.done,
        added: this.#row.added + added,
        known: this.#row.known + known,
        ...this.#failed(read.errors),
      });
      this.#notify(ctx, account);
    });
  }

  /** Takes mails apart, some at once. */
  async #prepare(batch: readonly (FoundMail | UnreadMail)[]) {
    const { blobs, instance } = this.#ctx;
    const senders = await this.#senders;
    const one = async (found: FoundMail | UnreadMail): Promise<ReadMail | ImportError> => {
      const { source } = found;
      if (found.raw === null) return { source, reason: found.reason, firstLine: '' };
      const mail = await prepareMail({ blobs, parser: this.#parts.parser }, instance.id, found.raw, { mayRetry: true });
      const from = factsOf(mail).people.from[0]?.address ?? '';
      const state = stateOfFound(found, { wanted: this.#row.status, default: 3, from, senders });
      if (state === null) return { source, reason: 'draft', firstLine: firstLine(found.raw) };
      return { mail, state, at: found.at ?? new Date(this.#ctx.now()) };
    };
    const read: (ReadMail | ImportError)[] = [];
    for (let at = 0; at < batch.length; at += AT_ONCE)
      read.push(...(await Promise.all(batch.slice(at, at + AT_ONCE).map(one))));
    const mails = read.filter((it) => 'mail' in it);
    const errors = read.filter((it) => 'reason' in it);
    return { mails, errors };
  }

  /** What would come of it, without doing it. */
  async #try(ctx: ChangeContext, mails: readonly ReadMail[]): Promise<Counts> {
    const keys = mails.map(({ mail, state }) => contentKeyOf(mail, state.direction));
    const there = await findMailsByKeys(ctx.db, ctx.instance.id, keys);
    let added = 0;
    for (const key of keys) {
      if (!there.has(key) && !this.#met.has(key)) added += 1;
      this.#met.add(key);
    }
    return { added, known: keys.length - added };
  }

  async #list(ctx: ChangeContext, account: AccountRow, mails: readonly ReadMail[]): Promise<Counts> {
    const listed = await listMails(
      ctx,
      mails.map(({ mail, state, at }) => ({
        mail,
        placement: {
          boxId: account.box_id,
          channel: account.email,
          direction: state.direction,
          viewers: account.member_ids.map((userId) => ({
            userId,
            status: state.status,
            archived: state.archived,
            location: state.location,
          })),
          internalDate: at,
          answered: state.answered,
          isImported: true,
        },
      })),
    );
    const fresh = listed.flatMap(({ mailId, isNew }, index) => {
      const mail = mails[index];
      return isNew && mail !== undefined ? [{ ...mail, mailId }] : [];
    });
    await noteImported(
      ctx.db,
      this.#row,
      fresh.map(({ mailId, state }) => ({ mailId, ...state })),
    );
    if (this.#row.also_on_server && account.kind === 'imap') await this.#wantOnServer(ctx, account, fresh);
    return { added: fresh.length, known: listed.length - fresh.length };
  }

  async #wantOnServer(
    ctx: ChangeContext,
    { account_id: accountId }: AccountRow,
    mails: readonly (ReadMail & { readonly mailId: number })[],
  ): Promise<void> {
    for (const { mail, state, at, mailId } of mails) {
      // What is thrown away need not be brought there to be thrown away.
      if (state.location !== 'inbox') continue;
      const messageId = (mail.parsed ?? mail.crude).messageId;
      await wantAppend(ctx.db, {
        instance_id: ctx.instance.id,
        account_id: accountId,
        mail_id: mailId,
        role: state.direction === 'outgoing' ? 'sent' : 'inbox',
        raw_hash: mail.rawHash,
        raw_size: mail.rawSize,
        message_id: messageId === null ? null : `<${messageId}>`,
        reference: null,
        flags: [...(state.status === 1 ? [] : ['\\Seen']), ...(state.answered ? ['\\Answered'] : [])],
        internal_date: at,
        not_before: new Date(ctx.now()),
        looks_left: 0,
      });
    }
    ctx.afterCommit(() => this.#parts.push(ctx.instance.id, accountId));
  }

  #notify(ctx: ChangeContext, account: AccountRow): void {
    if (ctx.now() - this.#lastNotified < TOLD_MS) return;
    this.#lastNotified = ctx.now();
    tellImport(ctx, account, this.#row);
  }

  async #end(): Promise<void> {
    const { added, known, failed } = this.#row;
    const state = added + known === 0 && failed > 0 ? 'failed' : 'done';
    await this.#ctx.change((ctx) => endImport(ctx, this.#row.import_id, state));
  }
}

const giveUp = (ctx: JobContext, importId: number): Promise<void> =>
  ctx.change((change) => endImport(change, importId, 'failed'));

async function endImport(ctx: ChangeContext, importId: number, state: 'done' | 'failed'): Promise<void> {
  const { instance, db } = ctx;
  const row = await lockImport(db, instance.id, importId);
  if (row?.state !== 'reading') return;
  await updateImport(db, row, { state, ended_at: new Date(ctx.now()) });
  const files = await filesOfImport(db, instance.id, importId);
  await releaseUploads(
    ctx,
    files.map((file) => file.attachment_id),
  );
  await dropFiles(db, instance.id, importId);
  const account = await findAccount(db, instance.id, row.account_id);
  if (account !== undefined) tellImport(ctx, account, row);
}

interface ReadMail {
  readonly mail: PreparedMail;
  readonly state: KeptState;
  readonly at: Date;
}

interface Counts {
  readonly added: number;
  readonly known: number;
}

const AT_START = {
  at_file: 0,
  at_entry: START.entry,
  at_offset: START.offset,
  bytes_read: 0,
  added: 0,
  known: 0,
  failed: 0,
  errors: [] as readonly ImportError[],
};

const isSamePosition = (a: ImportRow, b: ImportRow): boolean =>
  a.at_file === b.at_file && a.at_entry === b.at_entry && a.at_offset === b.at_offset;

/** Tells those who manage an account that an import got further. */
export function tellImport(ctx: ChangeContext, account: AccountRow, row: Pick<ImportRow, 'import_id'>): void {
  ctx.emit(
    transferEvents.importProgress,
    { users: [...new Set(account.manager_ids)] },
    { keys: ['mailImports'], processIds: [...ctx.processIds], aggregateIds: [], importId: row.import_id },
  );
}
