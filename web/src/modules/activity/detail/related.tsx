import type { RelatedItem } from '@kontor/contract/activity';
import { Suspense } from 'react';
import { lazily } from '../../../ui/lazily.tsx';

const RelatedLines = lazily(() => import('./related-lines.tsx').then((module) => module.RelatedLines));

/** Items that this one was made of, and those that were made of it. Most have none: the code is loaded with the first. */
export const RelatedItems = ({ items }: { items: readonly RelatedItem[] }) =>
  items.length === 0 ? null : (
    <Suspense>
      <RelatedLines items={items} />
    </Suspense>
  );
