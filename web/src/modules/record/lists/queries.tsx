import type { SharedQuery } from '@kontor/contract/record';
import { Link, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { QueryTree, type Asking } from '../boards/query-tree.tsx';
import { listTexts } from './list-texts.ts';
import { queryAddress } from './saved.ts';

/** The queries beneath the kinds, each as the list of what it finds: as a tree, or one beside the other where there is no room for one. */
export function Queries({
  queries,
  current,
  isWide,
  onAsk,
  onSave,
}: {
  queries: readonly SharedQuery[];
  current: string;
  isWide: boolean;
  onAsk: (asking: Asking) => void;
  /** Saves what is shown. */
  onSave: () => void;
}) {
  const t = useTexts(listTexts);
  if (isWide)
    return (
      <QueryTree
        queries={queries}
        current={current}
        title={t.queries}
        newLabel={t.querySave}
        hrefOf={queryAddress}
        onAsk={(asking) =>
          asking.kind === 'new' && !asking.isFolder && asking.parentId === null ? onSave() : onAsk(asking)
        }
      />
    );
  const lists = queries.filter(({ isFolder }) => !isFolder);
  if (lists.length === 0) return null;
  return (
    <ul aria-label={t.queries}>
      {lists.map((query) => (
        <li key={query.id}>
          <Link to={queryAddress(query)} aria-current={query.id === current ? 'page' : undefined}>
            <Icon name="bookmark-simple" small />
            <span className="kinds-name">{query.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
