import { mailExtras } from '@kontor/contract/mail';
import type { PreviewParts } from '../../platform/preview/index.ts';
import type { ItemKindHooks } from '../activity/index.ts';
import { searchHead } from './arrival/prepare.ts';
import { extrasFor } from './reading/extras.ts';
import { fileToTake } from './reading/file-to-take.ts';
import { plainText } from './reading/plain-text.ts';
import { tipPeople } from './reading/views.ts';
import { fullName, isSeen } from './rules.ts';
import { lockCopies, wantSeen } from './store/copies.ts';
import { filesOf, headsOf, textsOf } from './store/mails.ts';
import { wantLocations } from './store/places.ts';
import { mailTopics } from './teamwork/attendance.ts';
import { removableMails } from './teamwork/store/rights.ts';
import { answeredMails } from './threads/store.ts';

/** What lists, search and sharing need of mails. `push`: an account has changes to bring to its mail server. */
export function mailItemKind(
  previews: PreviewParts,
  push: (instanceId: number, accountId: number) => void,
): ItemKindHooks {
  return {
    topics: mailTopics,
    module: 'email',
    extras: (stored) => mailExtras(stored),
    extrasFor,
    mayRemove: ({ db, instance }, userId, mailIds) => removableMails(db, instance.id, userId, mailIds),
    // Who only reads in a mailbox gives nothing out of it.
    mayShare: ({ db, instance }, userId, mailIds) => removableMails(db, instance.id, userId, mailIds),
    fileToTake: (ctx, mailId, storageKey) => fileToTake(ctx, previews, mailId, storageKey),
    answeredSince: ({ db, instance }, waiting) => answeredMails(db, instance.id, waiting),
    async searchHeads({ db, instance }, mailIds) {
      const heads = await headsOf(db, instance.id, mailIds);
      return new Map(heads.map((mail) => [mail.mail_id, searchHead(mail)]));
    },
    async tipPeople({ db, instance }, mailId) {
      const [mail] = await headsOf(db, instance.id, [mailId]);
      return mail === undefined ? [] : tipPeople(mail.people);
    },
    async foundTexts({ db, instance }, mailIds) {
      const mails = await textsOf(db, instance.id, mailIds);
      return new Map(
        mails.map(({ mail_id, people: { from, to, cc, bcc }, html, files }) => [
          mail_id,
          { people: [...from, ...to, ...cc, ...bcc].map(fullName), attachments: files, body: plainText(html) },
        ]),
      );
    },
    async files({ db, instance }, mailIds) {
      const files = await filesOf(db, instance.id, mailIds);
      return Map.groupBy(files, (file) => file.mailId);
    },
    async onChanged(ctx, changes) {
      const wishes = changes.map(({ status, ...who }) => ({ ...who, seen: isSeen(status) }));
      const mailIds = changes.map(({ activityId }) => activityId);
      // In this order, none waiting for the one before.
      const [, seen, locations] = await Promise.all([
        lockCopies(ctx.db, ctx.instance.id, mailIds),
        wantSeen(ctx.db, ctx.instance.id, wishes),
        wantLocations(ctx.db, ctx.instance.id, changes),
      ]);
      const accounts = new Set([...seen, ...locations]);
      ctx.afterCommit(() => {
        for (const accountId of accounts) push(ctx.instance.id, accountId);
      });
    },
  };
}
