/** What makes of a declared list how it is asked for; loaded with the first of them. */
export const loadSources = () => import('../lists/source.ts');
