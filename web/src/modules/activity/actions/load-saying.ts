/** What is said of what was done. Loaded once the first screen stands; without it, it is done all the same. */
export const loadSaying = () => import('./saying.ts');
