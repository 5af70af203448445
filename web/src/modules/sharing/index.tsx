import { defineManifest } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { askToShare } from './items-to-share.ts';

const ShareDialogs = lazily(() => import('./host.tsx').then((module) => module.ShareDialogs));
const ShareLines = lazily(() => import('./lines.tsx').then((module) => module.ShareLines));

const sharing = defineManifest({
  name: 'sharing',
  order: 90,
  screens: {},
  menu: [],
  bar: ShareDialogs,
  overShared: ShareLines,
  ofHistory: {
    field: 'shared',
    isPossible: ({ before, after }) => before !== null || after !== null,
    run: async (...given) => (await import('./put-back.ts')).putBack(...given),
  },
  onItems: [
    {
      name: 'share',
      icon: 'user-plus',
      label: { de: 'Teilen', en: 'Share' },
      key: 'y',
      ofDetails: 'bar',
      on: ({ trashed }) => !trashed,
      run: (_given, keys) => askToShare(keys),
    },
  ],
});

export { addressesIn, availableOf } from './choosing.ts';
export { PeopleField } from './people-field.tsx';
export type { Available, Chosen, ChosenAddress, Thing } from './rules.ts';

export const manifests = [sharing];
