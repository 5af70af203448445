import type { SettingKey } from '@kontor/contract/settings';
import { createValue } from '../../client/value.ts';

/** The setting that the palette has led to, until its page has shown it. */
export const sought = createValue<SettingKey | undefined>(undefined);
