export { cleanerOf, escapeHtml } from './clean.ts';
export { cleanNote, type CleanNote } from './note.ts';
