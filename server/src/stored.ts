import { accountStored } from './modules/account/index.ts';
import { activityStored } from './modules/activity/index.ts';
import { mailStored } from './modules/mail/index.ts';
import type { Stored } from './platform/storage/stored.ts';

/** What every module stores: a line a module, which a test demands. */
export const STORED: readonly Stored[] = [accountStored, activityStored, mailStored];
