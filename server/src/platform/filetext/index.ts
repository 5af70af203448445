export { openArchive } from './archive.ts';
export { FileReader, ReaderAwayError, type FileReaderOptions } from './file-reader.ts';
export { Gathering } from './gathering.ts';
export { isMedia } from './kinds.ts';
export { READER_FORM, UnreadError, hintOf, type FileText, type UnreadReason } from './reading.ts';
export { textOfRtf } from './rtf.ts';
