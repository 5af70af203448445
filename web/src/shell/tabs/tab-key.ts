import { createContext } from 'react';

/** Key of the tab that a component stands in; empty outside of tabs. */
export const TabKeyContext = createContext('');
