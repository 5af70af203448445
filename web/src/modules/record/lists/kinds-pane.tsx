import type { RecordInstance } from '@kontor/contract/record';
import type { CSSProperties, ReactNode } from 'react';
import { Link, useFormats, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Icon } from '../../../ui/parts.tsx';
import { addressOf, type RecordQuery } from './address.ts';
import { listTexts } from './list-texts.ts';

/** How many records there are of each kind, by its number; 0 stands for all of them. */
export type Counts = ReadonlyMap<number, number>;

/** All kinds with how many records they have, or of them are found. `children` stand beneath them: what else leads to lists of records. */
export function KindsPane({
  kinds,
  counts,
  most,
  recordQuery,
  children,
}: {
  kinds: readonly RecordInstance[] | undefined;
  counts: Counts | undefined;
  /** From so many on they were not counted. */
  most: number;
  recordQuery: RecordQuery;
  children?: ReactNode;
}) {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const { text } = recordQuery;
  const said = (id: number): string => {
    const count = counts?.get(id);
    return count === undefined ? '' : count >= most ? `${formats.number(most - 1)}+` : formats.number(count);
  };
  const entry = (id: number, name: string, sign: ReactNode): ReactNode => {
    // Conditions are about the fields of a kind: they do not go along to another one.
    const to = addressOf({ instanceId: id, queryId: '', text, conditions: [] });
    const isHere = recordQuery.instanceId === id && recordQuery.queryId === '';
    return (
      <li key={id}>
        <Link to={to} aria-current={isHere ? 'page' : undefined} data-kind={id}>
          {sign}
          <span className="kinds-name">{name}</span>
          <span className="kinds-count">{said(id)}</span>
        </Link>
      </li>
    );
  };
  return (
    <nav className="kinds-pane" aria-label={t.kinds}>
      <ul>
        {entry(0, t.allKinds, <Icon name="address-book" small />)}
        {kinds?.map(({ ID, Name, Color }) =>
          entry(ID, Name, <span className="kind-dot" style={{ '--kind': Color } as CSSProperties} />),
        ) ??
          [0, 1, 2, 3].map((index) => (
            <li key={`skeleton ${index}`} className="kinds-skeleton" aria-hidden="true">
              <SkeletonBlock width={`${50 + ((index * 17) % 30)}%`} />
            </li>
          ))}
      </ul>
      {children}
    </nav>
  );
}
