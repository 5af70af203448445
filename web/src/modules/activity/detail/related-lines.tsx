import './related.css';
import type { RelatedItem } from '@kontor/contract/activity';
import { Suspense, useId } from 'react';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { KIND_ICONS } from '../rows/kinds.ts';
import { useRowKind } from '../rows/row-kinds.ts';
import { BesideLink } from './beside-link.tsx';
import { relatedTexts } from './related-texts.ts';
import { texts } from '../texts.ts';

const ROLES = ['from', 'made'] as const;

export function RelatedLines({ items }: { items: readonly RelatedItem[] }) {
  return (
    <div className="related">
      {ROLES.map((role) => (
        <Line key={role} role={role} items={items.filter((item) => item.role === role)} />
      ))}
    </div>
  );
}

function Line({ role, items }: { role: RelatedItem['role']; items: readonly RelatedItem[] }) {
  const t = useTexts(relatedTexts);
  const id = useId();
  if (items.length === 0) return null;
  return (
    <div role="group" className="related-line" aria-labelledby={id}>
      <span className="quiet" id={id}>
        {t[role]}
      </span>
      <ul>
        {items.map((item) => (
          <li key={item.aggregateId}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Item({ item: { aggregateId, moduleName, information, timestamp } }: { item: RelatedItem }) {
  const t = useTexts(relatedTexts);
  const { kinds } = useTexts(texts);
  const formats = useFormats();
  const { said: Said } = useRowKind(moduleName);
  return (
    <>
      <BesideLink moduleName={moduleName} aggregateId={aggregateId} title={formats.full(timestamp)}>
        <Icon name={KIND_ICONS[moduleName]} small label={kinds[moduleName]} />
        <span>{information.trim() === '' ? t.untitled : information}</span>
      </BesideLink>
      {Said === undefined ? null : (
        <Suspense>
          <Said aggregateId={aggregateId} information={information} />
        </Suspense>
      )}
    </>
  );
}
