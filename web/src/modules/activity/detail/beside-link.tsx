import type { ItemKindName } from '@kontor/contract/kernel';
import type { ReactNode } from 'react';
import { detailHref, useShell } from '../../../shell/index.ts';

/** Names an item within another one: opens it beside what is read; with a modifier key or another button it behaves as the browser's own. */
export function BesideLink({
  moduleName,
  aggregateId,
  className,
  title,
  children,
}: {
  readonly moduleName: ItemKindName;
  readonly aggregateId: string;
  readonly className?: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const { tabs } = useShell();
  const target = detailHref({ module: moduleName, aggregateId }, 'module');
  if (target === undefined)
    return (
      <span className={className} title={title}>
        {children}
      </span>
    );
  return (
    <a
      href={target}
      className={className}
      title={title}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        tabs.open(target, 'beside');
      }}
    >
      {children}
    </a>
  );
}
