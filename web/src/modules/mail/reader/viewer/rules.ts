import type { Attachment } from '@kontor/contract/mail';

/** How a file is looked at: by a query of its own, or as the bytes that the server makes of it. */
type Look = 'bytes' | 'mail' | 'events' | 'contacts';
const LOOKS: Readonly<Record<string, Look>> = { mail: 'mail', calendar: 'events', contact: 'contacts' };

export const lookOf = ({ fileType }: Pick<Attachment, 'fileType'>): Look => LOOKS[fileType] ?? 'bytes';
