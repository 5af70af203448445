import { href } from '../../../shell/index.ts';

/** What stands beside the list of mails, by the source in its address. */
export const FOLDERS = ['drafts', 'templates', 'outbox'] as const;
export type Folder = (typeof FOLDERS)[number];
export const isFolder = (source: string | undefined): source is Folder => FOLDERS.some((folder) => folder === source);
export const folderAddress = (source: Folder): string => href('mailList', { view: 'all', date: 'usual', source });
