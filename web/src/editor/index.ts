export { EMPTY, nodesOf, picturesOf, type WrittenNode } from './document.ts';
export { mergeDocs, mergeSets, mergeTexts, type TextConflict } from './merge.ts';
export { docOfHtml, htmlOfDoc, textOfDoc } from './note/html.ts';
export {
  NoteEditor,
  type NoteEditorProps,
  type NoteHandle,
  type NoteRecords,
  type RecordOffer,
} from './note/note-editor.tsx';
export type { NotePerson } from './note/people.tsx';
export type { PictureAddress } from './note/use-pictures.ts';
export { isEnterForOffer } from './triggers.ts';
