import { lazily } from '../../ui/lazily.tsx';
import { Changes } from '../../shell/changes.tsx';
import { Common, Help, Layout } from './settings.tsx';
import { Offline } from './offline.tsx';

/** The pages of the settings: those that everybody opens, and by files of their own those that few do. */
export { Changes, Common, Help, Layout, Offline };
export const Security = lazily(() => import('./security/security.tsx').then((module) => module.Security));
export const People = lazily(() => import('./people/people.tsx').then((module) => module.People));
export const InstancePage = lazily(() => import('./instance.tsx').then((module) => module.InstancePage));
export const Audit = lazily(() => import('./audit/audit.tsx').then((module) => module.Audit));
export const Jobs = lazily(() => import('./jobs.tsx').then((module) => module.Jobs));
