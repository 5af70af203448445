export const loadDialogs = () => import('./dialogs.tsx');
