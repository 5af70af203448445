export { Chip } from './chip.tsx';
export { decideText } from './decide.ts';
export { ConflictsPanel } from './conflicts-panel.tsx';
export { Refused, SaveState } from './save-state.tsx';
export { writingKey } from './writing-keys.ts';
export { WrittenText } from './written-text.tsx';
export { TitleField } from './title-field.tsx';
