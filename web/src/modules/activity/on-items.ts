import { lazily } from '../../ui/lazily.tsx';

// Loaded once the first screen stands: nobody has selected anything before.
export const SelectionBar = lazily(() => import('./selection-bar.tsx').then((module) => module.SelectionBar));
export const RowMenu = lazily(() => import('./row-menu.tsx').then((module) => module.RowMenu));
export const BulkQuestion = lazily(() => import('./lazy/bulk-question.tsx').then((module) => module.BulkQuestion));
export const SelectRest = lazily(() => import('./lazy/select-rest.tsx').then((module) => module.SelectRest));
