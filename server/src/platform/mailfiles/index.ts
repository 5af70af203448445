export type { Flags } from './flags.ts';
export { mboxEntry } from './mbox.ts';
export {
  kindOfBytes,
  kindOfFile,
  MailFileError,
  MAX_MAIL_BYTES,
  readMailDirEntry,
  readMailFile,
  START,
  type FoundMail,
  type MailFileKind,
  type Position,
  type UnreadMail,
} from './read.ts';
export { maildirName, mboxFields, type KeptState } from './state.ts';
