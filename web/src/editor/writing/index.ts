export { Chip } from './chip.tsx';
export { decideText } from './decide.ts';
export { OddsPanel } from './odds-panel.tsx';
export { Refused, SaveState } from './save-state.tsx';
export { WrittenText } from './written-text.tsx';
export { TitleField } from './title-field.tsx';
