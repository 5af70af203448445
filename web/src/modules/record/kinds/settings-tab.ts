import type { SettingsTab } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';

const Kinds = lazily(() => import('./page.tsx').then((module) => module.RecordKinds));

export const kindsTab: SettingsTab = {
  key: 'recordKinds',
  words: 'felder formular registerkarten kunden fields form tabs customers',
  group: 'records',
  label: { de: 'Datensätze: Arten und Felder', en: 'Records: kinds and fields' },
  order: 6,
  component: Kinds,
  administrators: true,
};
