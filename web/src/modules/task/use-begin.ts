import type { Layout } from '@kontor/contract/task';
import { useClient } from '../../client/react.tsx';
import { useLanguage, useShell } from '../../shell/index.ts';
import { begin } from './make.ts';

/** Begins a task or note and opens it. */
export function useBegin(): (layout: Layout) => void {
  const client = useClient();
  const { notices, tabs } = useShell();
  const language = useLanguage();
  return (layout) => void begin({ client, notices, language, open: (address) => tabs.open(address, 'beside') }, layout);
}
