import './related.css';
import type { RelatedItem } from '@kontor/contract/activity';
import { useId } from 'react';
import { detailHref, useFormats, useShell, useTexts } from '../../shell/index.ts';
import { Icon } from '../../ui/parts.tsx';
import { KIND_ICONS } from './kinds.ts';
import { relatedTexts } from './related-texts.ts';
import { texts } from './texts.ts';

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

/** Opens beside what is read; with a modifier key or another button it behaves as the browser's own. */
function Item({ item: { aggregateId, moduleName, information, timestamp } }: { item: RelatedItem }) {
  const t = useTexts(relatedTexts);
  const { kinds } = useTexts(texts);
  const formats = useFormats();
  const { tabs } = useShell();
  const target = detailHref({ module: moduleName, aggregateId }, 'module');
  const name = information.trim() === '' ? t.untitled : information;
  const inside = (
    <>
      <Icon name={KIND_ICONS[moduleName]} small label={kinds[moduleName]} />
      <span>{name}</span>
    </>
  );
  const title = formats.full(timestamp);
  if (target === undefined) return <span title={title}>{inside}</span>;
  return (
    <a
      href={target}
      title={title}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        tabs.open(target, 'beside');
      }}
    >
      {inside}
    </a>
  );
}
