import { activityContract } from '@kontor/contract/activity';
import { FileReader, type FileReaderOptions } from '../../platform/filetext/index.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { attendanceCommandHandlers, attendanceQueryHandlers, startForgetting } from './attendance.ts';
import { commandHandlers } from './commands.ts';
import type { ItemKinds } from './item-kind-hooks.ts';
import type { ListReader } from './list.ts';
import { queryHandlers } from './queries.ts';
import { renewingJobs, startRenewing } from './renewing.ts';
import { savedCommandHandlers, savedQueryHandlers } from './saved/handlers.ts';
import { snoozeCommandHandlers, snoozeQueryHandlers, snoozeJobs } from './snooze.ts';
import { startReadingTexts, textJobs } from './texts.ts';

export { attendAt, attendantsBeside, presentAt } from './attendance.ts';
export type { AttendanceTopic } from './store/attendance.ts';
export { boxDoor, type BoxItem } from './boxes.ts';
export { managedBoxes } from './managed-boxes.ts';
export { announceViewers, editItems } from './changes.ts';
export { permittedModules } from './access.ts';
export { listFilter, type ItemSource, type ListFilter, type OwnCondition } from './filter.ts';
export { setLocationFromOutside, setStatusFromOutside } from './from-outside.ts';
export {
  addViewers,
  deleteItems,
  insertItem,
  insertItems,
  moveItem,
  removeItemViewers,
  removeViewers,
  setMine,
  type NewItem,
  type Viewer,
} from './items.ts';
export type {
  AnsweredItem,
  EntryForPerson,
  FileToTake,
  ItemChange,
  DueDays,
  ItemFile,
  ItemModule,
  ItemKindHooks,
  ItemKinds,
  Taker,
  NotifyAttendants,
  TipPerson,
  WaitingItem,
} from './item-kind-hooks.ts';
export { changesOf, noteChange, noteEdit } from './history.ts';
export { announceTo, liftItem, type Lift } from './lifting.ts';
export { peopleBeside, seenAmong, seesItem, setLinkCounts, takeSeen, type SeenItem } from './links.ts';
export { itemsOfBox } from './store/boxes.ts';
export { createListReader, itemsOf, type ListReader } from './list.ts';
export type { FoundTexts } from './matches.ts';
export { noteOrigin, relatedItems } from './origins.ts';
export { findInPart, renewPartText } from './parts.ts';
export { queryOfAny } from './rules.ts';
export { patchExtras, renameItem, renameItems, rewriteItem } from './rewrite.ts';
export { endShared, showShared } from './shares.ts';
export { noteAnswers, snoozeItems } from './snooze.ts';
export { boxIn, channelIn, isBeside, isToldOf, readBoxIn } from './store/beside.ts';
export { viewersOf } from './store/items.ts';
export { countItems } from './store/counts.ts';
export { isStillNews, unfinishedOf } from './news.ts';
export { putNotes } from './store/notes.ts';
export { partsWith, putPartHeads, putPartTexts, setTextsRead, type PartOf, type PartText } from './store/parts.ts';
export { entriesById, type PageRow } from './store/lists.ts';
export type { SearchHead } from './store/search.ts';
export { edits, lockItems, type ItemEdit } from './store/states.ts';
export { sweepOf } from './sweep.ts';
export { notSearched, type NotSearched } from './store/texts.ts';
export { activityStored } from './stored.ts';
export { toEntryRow } from './views.ts';
export { copyPictures } from './store/pictures.ts';
export { takeWritten, type Written } from './written.ts';

export interface ActivityParts {
  readonly itemKinds: () => ItemKinds;
  readonly list: ListReader;
  /** How the files of items are read; undefined where they are not. */
  readonly texts: Omit<FileReaderOptions, 'onKill'> | undefined;
  readonly metrics: Metrics;
}

/** What all kinds of item have in common: lists, states, archive, trash, counts, search. Knows no kind but by what it registered. */
export function activityModule({ itemKinds, list, texts, metrics }: ActivityParts): ModuleManifest {
  const onKill = (reason: string) => metrics.count('parser_kills', { reason });
  const parts = { itemKinds, reader: texts === undefined ? undefined : new FileReader({ ...texts, onKill }) };
  return {
    ...bindContract(activityContract, {
      queries: {
        ...queryHandlers(list, itemKinds),
        ...attendanceQueryHandlers,
        ...savedQueryHandlers,
        ...snoozeQueryHandlers(list),
      },
      commands: {
        ...commandHandlers(itemKinds),
        ...attendanceCommandHandlers,
        ...savedCommandHandlers,
        ...snoozeCommandHandlers(itemKinds),
      },
    }),
    jobs: { ...renewingJobs(itemKinds), ...textJobs(parts), ...snoozeJobs(itemKinds) },
    services: [startRenewing, startReadingTexts(parts), startForgetting(itemKinds)],
  };
}
