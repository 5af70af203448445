import type { ModuleName } from '@kontor/contract/kernel';
import type { IconName } from '../../ui/icon-names.ts';

/** Icon of each kind of item. */
export const KIND_ICONS: Readonly<Record<ModuleName, IconName>> = {
  email: 'envelope-simple',
  phonecall: 'phone',
  document: 'file-text',
  note: 'note',
  task: 'check-square',
  message: 'chat-text',
  appointment: 'calendar-blank',
  activity: 'notepad',
};
