import { createContext } from 'react';

/** What a key is called where it is shown, by its usual one; empty where it does nothing. */
export const HotkeyContext = createContext((key: string): string => key);
