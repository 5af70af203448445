import { lazily } from '../../../ui/lazily.tsx';

// Loaded once the first screen stands: nobody has selected anything before.
export const SelectionBar = lazily(() => import('./selection-bar.tsx').then((module) => module.SelectionBar));
export const RowMenu = lazily(() => import('../rows/row-menu.tsx').then((module) => module.RowMenu));
export const GroupMenu = lazily(() => import('../rows/row-menu.tsx').then((module) => module.GroupMenu));
export const BulkQuestion = lazily(() => import('../actions/bulk-question.tsx').then((module) => module.BulkQuestion));
export const SnoozeDialog = lazily(() => import('../actions/snooze-dialog.tsx').then((module) => module.SnoozeDialog));
export const SelectRest = lazily(() => import('./select-rest.tsx').then((module) => module.SelectRest));
// Loaded where a list is wide enough for it.
const loadTable = () => import('../rows/table.tsx');
export const TableHead = lazily(() => loadTable().then((module) => module.TableHead));
export const TableRow = lazily(() => loadTable().then((module) => module.TableRow));
export const AppearanceDialog = lazily(() =>
  import('../lists/appearance-dialog.tsx').then((module) => module.AppearanceDialog),
);
export const Gestures = lazily(() => import('../rows/gestures.tsx').then((module) => module.Gestures));
