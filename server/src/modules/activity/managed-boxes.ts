import { accountEvents } from '@kontor/contract/account';
import type { ItemKindName } from '@kontor/contract/kernel';
import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import {
  administratorIds,
  holdBox,
  insertBox,
  knownUserIds,
  requireAdministrator,
  updateBox,
} from '../account/index.ts';
import type { BoxDoor, HeldBox } from './boxes.ts';
import { isBoxNameTaken } from './store/boxes.ts';

/** Boxes of one kind that administrators make, with a name and people. */
export interface ManagedKind<Row extends HeldBox & { readonly name: string }> {
  readonly module: ItemKindName;
  readonly door: BoxDoor;
  /** Whether items have one state for all of a box. */
  readonly sharedState: boolean;
  /** What is read anew where a box has changed, beside `boxes`. */
  readonly key: string;
  /** Problem where another box of the kind has the name. */
  readonly exists: string;
  readonly read: (db: Db, instanceId: number, boxId: number) => Promise<readonly Row[]>;
}

/** A box as an administrator wants it. */
export interface WantedBox {
  /** Null for a new one. */
  readonly boxId: number | null;
  readonly name: string;
  readonly memberIds: readonly number[];
}

/** How administrators make, change and take away boxes of one kind: held for it, written down, and told to those concerned. */
export function managedBoxes<Row extends HeldBox & { readonly name: string }>(kind: ManagedKind<Row>) {
  const { module, door, sharedState } = kind;

  /** A box, from now on nobody else's to change or to put items into. Throws NOT_FOUND. */
  async function held({ db, instance }: CommandContext, boxId: number): Promise<Row> {
    await holdBox(db, instance.id, boxId, 'update');
    const [box] = await kind.read(db, instance.id, boxId);
    return box ?? fail('NOT_FOUND');
  }

  /** Tells those concerned, and administrators, who see all boxes, and writes it down. */
  async function announce(
    ctx: ChangeContext,
    name: string,
    change: 'added' | 'changed' | 'removed',
    concerned: readonly number[],
  ): Promise<void> {
    const { db, instance } = ctx;
    ctx.audit({ kind: 'box.changed', subject: name, details: { change } });
    ctx.emit(
      accountEvents.sessionChanged,
      { users: [...new Set([...concerned, ...(await administratorIds(db, instance.id))])] },
      { keys: ['boxes', kind.key], processIds: [...ctx.processIds], aggregateIds: [] },
    );
  }

  return {
    /** Makes a box, or changes one. `write` keeps what the kind has of it beside. Returns its id. Throws RIGHT_MISSING and NOT_FOUND. */
    async save(
      ctx: CommandContext,
      { boxId, name, memberIds: requested }: WantedBox,
      write: (boxId: number) => Promise<void> = async () => {},
    ): Promise<number> {
      requireAdministrator(ctx);
      const { db, instance } = ctx;
      const memberIds = [...new Set(requested)];
      if ((await knownUserIds(db, instance.id, memberIds)).length < memberIds.length) return fail('NOT_FOUND');
      if (await isBoxNameTaken(db, instance.id, module, name, boxId)) return fail(kind.exists);
      if (boxId === null) {
        const made = await insertBox(db, instance.id, { module, name, sharedState, memberIds });
        await write(made);
        await announce(ctx, name, 'added', memberIds);
        return made;
      }
      const box = await held(ctx, boxId);
      await updateBox(db, instance.id, boxId, { name, sharedState });
      await write(boxId);
      await door.changeMembers(ctx, box, memberIds);
      await announce(ctx, name, 'changed', [...memberIds, ...box.member_ids]);
      return boxId;
    },

    /** Takes a box away. `take` does it, and throws where it may not be. Throws RIGHT_MISSING and NOT_FOUND. */
    async remove(ctx: CommandContext, boxId: number, take: (box: Row) => Promise<void>): Promise<void> {
      requireAdministrator(ctx);
      const box = await held(ctx, boxId);
      await take(box);
      await announce(ctx, box.name, 'removed', box.member_ids);
    },
  };
}
