export type { FolderRole } from './folders.ts';
export type { MailServerAddress } from './server.ts';
export type { FetchedMail, FlagPush, KnownFolder, MailboxSink, MailFlags, OpenedFolder } from './sink.ts';
export { testMailServer } from './test-mail-server.ts';
export { MailboxWatcher } from './watcher.ts';
