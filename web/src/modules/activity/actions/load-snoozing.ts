/** What puts items off. Loaded once it is used. */
export const loadSnoozing = () => import('./snoozing.ts');
