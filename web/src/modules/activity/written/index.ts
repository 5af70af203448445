export { beginItem } from './begin-item.ts';
export { keptEdits } from './kept-edits.tsx';
