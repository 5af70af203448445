import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';

/** A task that has a day, as a program has it. */
export interface DavTask {
  readonly name: string;
  readonly etag: string;
  readonly mayWrite: boolean;
  /** A calendar with one VTODO. */
  readonly text: string;
}

/** The tasks of the person who asks, of another module. */
export interface CalendarTasks {
  readonly sees: (ctx: QueryContext) => boolean;
  readonly mayWrite: (ctx: QueryContext) => boolean;
  /** Another one when anything of them is another. */
  readonly tag: (ctx: QueryContext) => Promise<string>;
  readonly all: (ctx: QueryContext) => Promise<readonly DavTask[]>;
  readonly named: (ctx: QueryContext, name: string) => Promise<DavTask | undefined>;
  /** Makes or changes a task by a calendar with one VTODO. Fails as the commands of tasks do, and with CALENDAR_UNREADABLE. */
  readonly put: (ctx: CommandContext, name: string, text: string) => Promise<void>;
  /** Throws a task away. Fails with NOT_FOUND and RIGHT_MISSING. */
  readonly remove: (ctx: CommandContext, name: string) => Promise<void>;
}
