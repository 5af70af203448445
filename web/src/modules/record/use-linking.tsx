import type { Link } from '@kontor/contract/record';
import { SharedLinkLine } from './link-line.tsx';
import { useRecordsInText } from './mentions.tsx';
import { useLinks } from './use-links.ts';

/** The records that an item is linked with: the line over its text, and how they are named in that. */
export function useLinking({ aggregateId, links }: { readonly aggregateId: string; readonly links: readonly Link[] }) {
  const linking = useLinks(aggregateId, links);
  return {
    line: <SharedLinkLine aggregateId={aggregateId} linking={linking} people={[]} about={undefined} isKeyed />,
    records: useRecordsInText(linking),
  };
}
