export { FileReader, ReaderAwayError, type FileReaderOptions } from './file-reader.ts';
export { isMedia } from './kinds.ts';
export { READER_FORM, hintOf, type FileText, type UnreadReason } from './reading.ts';
export { textOfRtf } from './rtf.ts';
