import { KINDS, type NoticeSetting } from '@kontor/contract/kernel';
import { NOTIFICATION_KEYS } from '@kontor/contract/settings';
import type { Manifest } from '../../../shell/index.ts';

/** What the modules tell of that somebody has: of the kinds of item whose details they show. */
export const noticesOf = (modules: readonly Pick<Manifest, 'screens'>[]): readonly NoticeSetting[] =>
  KINDS.flatMap(({ notices, routes }) =>
    notices !== undefined && modules.some(({ screens }) => routes.detail.name in screens) ? [notices.setting] : [],
  );

/** Whether a setting says that somebody is told of new items of a kind. */
export const isNotice = (key: string): key is NoticeSetting => NOTIFICATION_KEYS.some((one) => one === key);
