export { pinnedTls, showCertificate } from './certificate.ts';
export { faultOf, isCertificateFault, MailServerError, serverWords, type MailServerFault } from './faults.ts';
export { roleOfName, type FolderRole } from './folders.ts';
export type { MailServerAddress } from './server.ts';
export type {
  AppendPush,
  FetchedMail,
  FlagPush,
  FolderPush,
  KnownFolder,
  MailboxSink,
  MailFlags,
  Moved,
  MoveTarget,
  OpenedFolder,
  MailLocation,
} from './sink.ts';
export { testMailServer } from './test-mail-server.ts';
export { createTokenSource, type TokenSettings, type TokenSource } from './tokens.ts';
export { Turns } from './turns.ts';
export { MailboxWatcher } from './watcher.ts';
