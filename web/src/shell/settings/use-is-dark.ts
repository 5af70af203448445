import { useMedia, useSettings } from '../context.tsx';
import { DARK } from './theme.ts';

/** Whether the page is dark, by the person's choice or the device's. */
export function useIsDark(): boolean {
  const { theme } = useSettings();
  const isDark = useMedia(DARK);
  return theme === 'auto' ? isDark : theme === 'dark';
}
