import * as v from 'valibot';
import { NothingSchema, defineCommand, text } from '../../kernel/index.ts';

/** What an app says of itself. */
const about = v.strictObject({
  /** `web`, or the system that a native shell runs on. */
  platform: text(60),
  browser: text(200),
  /** Of the client. */
  version: text(60),
});
const example = { params: { platform: 'web', browser: 'Firefox 145', version: '0.0.671' }, result: {} };

/** The app is looked at from now on. Never sent later than it was true. */
export const movedToForeground = defineCommand({
  name: 'app.movedToForeground',
  params: about,
  result: NothingSchema,
  example,
});

/** The app is no longer looked at: it was left, hidden or closed. */
export const movedToBackground = defineCommand({
  name: 'app.movedToBackground',
  params: about,
  result: NothingSchema,
  example,
});

export const appCommands = { movedToForeground, movedToBackground } as const;
