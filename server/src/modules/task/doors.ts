import { cleanNote } from '../../platform/html/index.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';

/** What is written in a task, cleaned. */
export interface Written {
  readonly html: string;
  readonly text: string;
  readonly mentions: readonly number[];
  readonly tasks: { readonly done: number; readonly all: number };
}

export const takeWritten = async (_ctx: ChangeContext, _taskId: number, html: string): Promise<Written> =>
  cleanNote(html);
export const copyPictures = async (_ctx: ChangeContext, _fromId: number, _toId: number): Promise<void> => {};
