import {
  itemKeyOf,
  parseAggregateId,
  type ItemKindName,
  type QueryDefinition,
  type Schema,
} from '@kontor/contract/kernel';
import { useState, type ReactNode } from 'react';
import type * as v from 'valibot';
import { useAsk } from '../../../client/react.tsx';
import { Failed, Stale, useTexts } from '../../../shell/index.ts';
import { GonePage, useWasKnown } from '../../../shell/failures/gone-page.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { LoadingLine } from '../../../ui/parts.tsx';
import { detailTexts } from './detail-texts.ts';
import { OverItem } from './over-item.tsx';

interface Gone {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
}

/** Statuses of an item that is not there for the person: not seen, not there, not there any more. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

/**
 * The details of one item as they are asked for: what was seen before while they are, and what went wrong. `isGone`: it was taken away, and
 * only what the person writes about it is still theirs.
 */
export function ItemDetail<P extends Schema, R extends Schema>({
  aggregateId,
  modules,
  definition,
  more,
  gone,
  children,
}: {
  aggregateId: string;
  /** What the query asks for beside the item: another one of it stands in the same place. */
  more?: Readonly<Record<string, unknown>>;
  /** The kinds that the screen shows. */
  modules: readonly ItemKindName[];
  definition: QueryDefinition<string, P, R>;
  gone: Gone;
  children: (given: {
    readonly details: v.InferOutput<R> | undefined;
    readonly isGone: boolean;
    /** Says that it is of earlier, and by whom it is shared; stands over the item. */
    readonly stale: ReactNode;
    readonly retry: () => void;
  }) => ReactNode;
}) {
  const id = parseAggregateId(aggregateId);
  if (id === undefined || !modules.includes(id.module)) return <GonePage {...gone} wasKnown={false} />;
  return (
    // Another item in the same place begins anew.
    <RequestedItem
      key={aggregateId}
      aggregateId={aggregateId}
      definition={definition}
      gone={gone}
      {...(more === undefined ? {} : { more })}
    >
      {children}
    </RequestedItem>
  );
}

function RequestedItem<P extends Schema, R extends Schema>({
  aggregateId,
  definition,
  more,
  gone,
  children,
}: Omit<Parameters<typeof ItemDetail<P, R>>[0], 'modules'>) {
  const t = useTexts(detailTexts);
  const { data, failure, isFetching, at, retry } = useAsk(definition, { aggregateId, ...more });
  const isGone = failure !== undefined && GONE.has(failure.status);
  const [kept, setKept] = useState(data);
  const wasKnown = useWasKnown(itemKeyOf(aggregateId), data !== undefined);
  if (data !== undefined && data !== kept) setKept(data);
  if (isGone && kept === undefined) return <GonePage {...gone} wasKnown={wasKnown} />;
  if (!isGone && data === undefined && failure !== undefined)
    return <Failed failure={failure} offline={t.failedOffline} onRetry={retry} />;
  return (
    <>
      <LoadingLine shown={isFetching && data === undefined} />
      {children({
        details: isGone ? kept : data,
        isGone,
        stale:
          data === undefined || isGone ? null : (
            <>
              <Stale at={at} failure={failure} onRetry={retry} />
              <OverItem itemId={itemKeyOf(aggregateId)} />
            </>
          ),
        retry,
      })}
    </>
  );
}
