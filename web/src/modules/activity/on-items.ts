import { lazily } from '../../ui/lazily.tsx';

// Loaded once the first screen stands: nobody has selected anything before.
export const SelectionBar = lazily(() => import('./selection-bar.tsx').then((module) => module.SelectionBar));
export const RowMenu = lazily(() => import('./row-menu.tsx').then((module) => module.RowMenu));
export const GroupMenu = lazily(() => import('./row-menu.tsx').then((module) => module.GroupMenu));
export const BulkQuestion = lazily(() => import('./lazy/bulk-question.tsx').then((module) => module.BulkQuestion));
export const SnoozeDialog = lazily(() => import('./lazy/snooze-dialog.tsx').then((module) => module.SnoozeDialog));
export const SelectRest = lazily(() => import('./lazy/select-rest.tsx').then((module) => module.SelectRest));
// Loaded where a list is wide enough for it.
const loadTable = () => import('./lists/table.tsx');
export const TableHead = lazily(() => loadTable().then((module) => module.TableHead));
export const TableRow = lazily(() => loadTable().then((module) => module.TableRow));
// Most lists have nothing that anybody has claimed or commented on.
export const TeamMarks = lazily(() => import('./lists/team-marks.tsx').then((module) => module.TeamMarks));
// Most items are linked with nothing.
export const RecordsMark = lazily(() => import('./lists/records-mark.tsx').then((module) => module.RecordsMark));
export const LookDialog = lazily(() => import('./lists/look-dialog.tsx').then((module) => module.LookDialog));
export const Gestures = lazily(() => import('./lists/gestures.tsx').then((module) => module.Gestures));
