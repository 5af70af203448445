import type { Signature, writingCommands } from '@kontor/contract/mail';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { mayManage, maySendFor, usableSender } from './access.ts';
import { cleanWritten, fillFields } from './clean.ts';
import { senderFields, type KnownPerson } from './placeholders.ts';
import { tellSenders } from './senders.ts';
import { findSender, lockSenders, type SenderRow } from './store/senders.ts';
import {
  clearStandard,
  insertSignature,
  removeSignature,
  takeSignature,
  updateSignature,
  type SignatureRow,
} from './store/signatures.ts';
import { findWriter } from './store/people.ts';

/** The signature that a mail of a sender begins with: the person's own before everybody's. */
export function standardSignature(signatures: readonly SignatureRow[], senderId: number): SignatureRow | undefined {
  const standard = signatures.filter((one) => one.sender_id === senderId && one.is_standard);
  return standard.find(({ owner_id: ownerId }) => ownerId !== null) ?? standard[0];
}

/** A signature as a person has it. */
export const toSignature = (
  row: SignatureRow,
  sender: SenderRow,
  about: { readonly person: CommandContext['person']; readonly writer: KnownPerson; readonly isStandard: boolean },
): Signature => ({
  id: row.signature_id,
  isTheStandSignatureForTheAccount: about.isStandard,
  mailsignature: fillFields(row.content, senderFields(sender, about.writer)),
  name: row.name,
  sendingAccountId: row.sender_id,
  signature: row.content,
  isGlobal: row.owner_id === null,
  changeable: row.owner_id !== null || mayManage(about.person, sender),
  version: row.version,
});

/** Returns a signature with its sender if the person has it. Throws NOT_FOUND, or RIGHT_MISSING if others' may not be changed. */
async function changeable(ctx: CommandContext, signatureId: number): Promise<[SignatureRow, SenderRow]> {
  const row = await takeSignature(ctx.db, ctx.instance.id, signatureId);
  const sender = row && (await findSender(ctx.db, ctx.instance.id, row.sender_id));
  if (row === undefined || sender === undefined) return fail('NOT_FOUND');
  const isOwn = row.owner_id === ctx.person.id;
  if (!isOwn && (row.owner_id !== null || !maySendFor(ctx.person, sender))) return fail('NOT_FOUND');
  return isOwn || mayManage(ctx.person, sender) ? [row, sender] : fail('RIGHT_MISSING');
}

export const signatureCommandHandlers: Pick<
  CommandHandlers<typeof writingCommands>,
  'saveSignature' | 'deleteSignature'
> = {
  async saveSignature(ctx, { signatureId, sendingAccountId, name, signature, isGlobal, isStandard, aggregateVersion }) {
    requireRight(ctx, 'createMail');
    const { db, instance, person } = ctx;
    const sender = await usableSender(ctx, sendingAccountId);
    if (isGlobal && !mayManage(person, sender)) return fail('RIGHT_MISSING');
    // Which one is the standard depends on more than one row.
    await lockSenders(db, instance.id, sender.account_id);
    const known = signatureId === null ? undefined : await changeable(ctx, signatureId);
    if (known !== undefined && known[0].version !== aggregateVersion) {
      const writer = await findWriter(db, instance.id, person.id);
      fail('VERSION_CONFLICT', {
        data: toSignature(known[0], known[1], { person, writer, isStandard: known[0].is_standard }),
      });
    }
    const ownerId = isGlobal ? null : person.id;
    if (isStandard) await clearStandard(db, instance.id, sender.sender_id, ownerId);
    const fields = {
      sender_id: sender.sender_id,
      owner_id: ownerId,
      name: name.trim(),
      content: cleanWritten(signature),
      is_standard: isStandard,
    };
    const row =
      known === undefined
        ? await insertSignature(db, instance.id, fields)
        : await updateSignature(db, instance.id, known[0].signature_id, fields);
    tellSenders(ctx, [known?.[0].owner_id, ownerId].includes(null) ? sender.member_ids : []);
    return { signatureId: row.signature_id, version: row.version };
  },

  async deleteSignature(ctx, { signatureId }) {
    requireRight(ctx, 'createMail');
    const [row, sender] = await changeable(ctx, signatureId);
    await removeSignature(ctx.db, ctx.instance.id, signatureId);
    tellSenders(ctx, row.owner_id === null ? sender.member_ids : []);
    return {};
  },
};
