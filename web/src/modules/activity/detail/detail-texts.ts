import { defineTexts } from '../../../shell/index.ts';

const de = {
  more: 'Weitere Aktionen',
  failedOffline: 'Sie sind offline, und dieses Gerät hat davon nichts aufgehoben.',
};
type Texts = typeof de;
const en: Texts = {
  more: 'More actions',
  failedOffline: 'You are offline, and this device has kept nothing of it.',
};

/** What stands around the detail of an item of any kind. */
export const detailTexts = defineTexts(de, en);
