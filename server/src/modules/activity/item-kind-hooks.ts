import type { Attendant, DueItem, EntryRow, Status, Tip } from '@kontor/contract/activity';
import type { ItemKindName } from '@kontor/contract/kernel';
import type { ChangeContext, InstanceContext, QueryContext } from '../../platform/operation/context.ts';
import type { ModuleManifest } from '../../platform/operation/manifest.ts';
import type { FoundTexts } from './matches.ts';
import type { AttendanceTopic } from './store/attendance.ts';
import type { SearchHead } from './store/search.ts';

/** Tells those who see a place who is there now. Each is told of the others. */
export type NotifyAttendants = (ctx: ChangeContext, topic: AttendanceTopic, present: PresentPeople) => Promise<void>;

/** Who is at a place, and which of two such statements is the later one. */
export interface PresentPeople {
  readonly people: readonly Attendant[];
  readonly order: number;
}

/** Somebody who has to do with an item. */
export type TipPerson = Tip['people'][number];

/** What became of an item for one person. */
export interface ItemChange {
  readonly activityId: number;
  readonly userId: number;
  readonly boxId: number;
  readonly status: Status;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly spam: boolean;
}

/** A file of an item: where it stands there, and the blob of the instance that it is. */
export interface ItemFile {
  readonly part: number;
  readonly name: string;
  /** Lower-case media type. */
  readonly type: string;
  readonly size: number;
  readonly hash: string;
}

/** A file of an item to be taken along into another one. */
export interface FileToTake {
  readonly filename: string;
  readonly size: number;
  readonly contentType: string;
  readonly blobHash: string;
}

/** Some days: as days, and as moments of a zone in milliseconds since 1970. */
export interface DueDays {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: number;
  readonly before: number;
}

/** Who wants to take a file along. */
export type Taker = Pick<QueryContext, 'db' | 'instance' | 'person' | 'blobs'>;

/** An item that somebody wants back when it is answered. */
export interface WaitingItem {
  readonly activityId: number;
  readonly userId: number;
  /** When it was put off, and the newest item that there was then. */
  readonly since: Date;
  readonly after: number;
}

/** An item that was answered, for one of those who wait for it. */
export interface AnsweredItem {
  readonly activityId: number;
  readonly userId: number;
  /** Name of who has answered. */
  readonly by: string;
}

/** What an entry says to one person otherwise than to another: whom it is with, their picture, and extras that stand before those that are stored. */
export type EntryForPerson = Pick<EntryRow, 'contact' | 'extras'> & Partial<Pick<EntryRow, 'contactPicture'>>;

/** What a kind of item registers with the lists: how its entries are completed, and what it wants to hear of. */
export interface ItemKindHooks {
  readonly module: ItemKindName;
  /** The module's `extras` in full, from those that were stored. */
  extras(stored: Record<string, unknown>): Record<string, unknown>;
  /**
   * What entries of a page say to the person who asks beyond what is stored, by the entries' ids, where that is not the module's default:
   * for all of a page in one statement.
   */
  extrasFor?(ctx: QueryContext, rows: readonly EntryRow[]): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  /** What entries of a page say to the person who asks in the place of what is stored, by the entries' ids: for all of a page in one statement. */
  rowsFor?(ctx: QueryContext, rows: readonly EntryRow[]): Promise<ReadonlyMap<number, EntryForPerson>>;
  /** What items are found by without their text, by their ids; without it title and senders are what their entries say. */
  searchHeads?(ctx: InstanceContext, activityIds: readonly number[]): Promise<ReadonlyMap<number, SearchHead>>;
  /** The texts that items were found in by some words, by their ids, to say where; of parts that the person sees. */
  foundTexts?(
    ctx: QueryContext,
    activityIds: readonly number[],
    words: readonly string[],
  ): Promise<ReadonlyMap<number, FoundTexts>>;
  /** The files of items whose text is searched too, by the items' ids; of items that were listed with `search.hasFiles`. */
  files?(ctx: InstanceContext, activityIds: readonly number[]): Promise<ReadonlyMap<number, readonly ItemFile[]>>;
  /** A file of an item, by the key that the kind gives it; empty: the item itself as a file. Undefined where the person does not see it, or it has none. */
  fileToTake?(ctx: Taker, activityId: number, storageKey: string): Promise<FileToTake | undefined>;
  /** Everybody who has to do with an item, which the person sees, with their addresses. */
  tipPeople?(ctx: InstanceContext, activityId: number): Promise<readonly TipPerson[]>;
  /** What the person has to do within some days and has not done, what is due first at first, at most `most`; for who sees items of the kind. */
  dueWithin?(ctx: QueryContext, days: DueDays, most: number): Promise<readonly DueItem[]>;
  /** Those of some items, which the person sees, that they may delete, mark as spam and take back; all of them where this is left out. */
  mayRemove?(ctx: InstanceContext, userId: number, activityIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Those of some items, which the person sees, that they may share with others; all of them where this is left out. */
  mayShare?(ctx: InstanceContext, userId: number, activityIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Which of some items that people wait for an answer to were answered since, and by whom; what they do not see themselves is none. */
  answeredSince?(ctx: InstanceContext, waiting: readonly WaitingItem[]): Promise<readonly AnsweredItem[]>;
  /** Done, archive and trash are the same for all who see an item of the kind; New and In process, and what is put off, each one's own. */
  readonly isOne?: true;
  /**
   * Topics of the module's own, beside its items, where people are told of each other, by their names: who tells those who see one. What stands behind a
   * colon in the name of a place parts it further.
   */
  readonly topics?: Readonly<Record<string, NotifyAttendants>>;
  /** Called in the transaction that changed the items' states, archive, trash or spam. */
  onChanged?(ctx: ChangeContext, changes: readonly ItemChange[]): Promise<void>;
}

/** A module that brings kinds of item. */
export interface ItemModule extends ModuleManifest {
  readonly itemKinds: readonly ItemKindHooks[];
}

export type ItemKinds = ReadonlyMap<ItemKindName, ItemKindHooks>;
