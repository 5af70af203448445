// What the manifest loads once the first screen stands, in one file: each further one would have its name in what every page loads.
import { lazily } from '../../ui/lazily.tsx';
import { Dot } from './dot.tsx';
import { openPicker } from './picker/opening.ts';
import { OwnState } from './picker/own-state.tsx';

export { PeoplePane } from './people/people-pane.tsx';
export { PeopleScreen } from './people/people-screen.tsx';
export { UnderMenu } from './people/under-menu.tsx';
export { PresenceHost } from './picker/host.tsx';
export { settingsTabs } from './settings-tabs.ts';

const FencesList = lazily(() => import('./fences/fences-list.tsx').then((module) => module.FencesList));

/** What the shell draws of presence, wherever people are. */
export const parts = { Dot, OwnState, choose: openPicker, FencesList };
