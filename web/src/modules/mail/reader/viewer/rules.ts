import type { Attachment } from '@kontor/contract/mail';

/** How a file is looked at: by a query of its own, or as the bytes that the server makes of it. */
type Presentation = 'bytes' | 'mail' | 'events' | 'contacts';
const PRESENTATIONS: Readonly<Record<string, Presentation>> = { mail: 'mail', calendar: 'events', contact: 'contacts' };

export const presentationOf = ({ fileType }: Pick<Attachment, 'fileType'>): Presentation =>
  PRESENTATIONS[fileType] ?? 'bytes';
