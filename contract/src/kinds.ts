import { appointmentKind } from './modules/appointment/kind.ts';
import { documentKind } from './modules/document/kind.ts';
import { mailKind } from './modules/mail/kind.ts';
import { memoKind } from './modules/memo/kind.ts';
import { messageKind } from './modules/message/kind.ts';
import { phonecallKind } from './modules/phonecall/kind.ts';
import { noteKind, taskKind } from './modules/task/kind.ts';

/** Every kind of item, by its number. All that is derived of kinds is derived of this list. */
export const ITEM_KINDS = [
  mailKind,
  phonecallKind,
  documentKind,
  noteKind,
  taskKind,
  messageKind,
  appointmentKind,
  memoKind,
] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];
