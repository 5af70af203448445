import type { SettingsTab } from '../../../shell/index.ts';

export const settingsTabs: readonly SettingsTab[] = [];
