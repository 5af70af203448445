import type { SettingsTab } from '../../shell/index.ts';
import { settingsTabs as transferTabs } from './importing/settings-tab.ts';
import { kindsTab } from './kinds/settings-tab.ts';

export const settingsTabs: readonly SettingsTab[] = [kindsTab, ...transferTabs];
