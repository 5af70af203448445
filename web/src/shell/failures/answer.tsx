import './answer.css';
import type { ReactNode } from 'react';
import type { QueryResult } from '../../client/react.tsx';
import { SkeletonBlock } from '../../ui/parts.tsx';
import { Stale } from '../bars/stale.tsx';
import { Failed } from './failed.tsx';

/**
 * What was asked for, or in its place that it is coming or could not be had. What is shown may be of yesterday: then it says so. `title`: what it
 * was that could not be had.
 */
export function Answer<T>({
  answer,
  rows = 3,
  title,
  children,
}: {
  answer: QueryResult<T>;
  rows?: number;
  title?: string | undefined;
  children: (data: T) => ReactNode;
}) {
  const { data, failure, at, retry } = answer;
  if (data === undefined && failure !== undefined)
    return <Failed failure={failure} {...(title === undefined ? {} : { title })} onRetry={retry} />;
  if (data === undefined)
    return (
      <div className="answer-skeleton" aria-busy="true">
        {Array.from({ length: rows }, (_, index) => (
          <SkeletonBlock key={index} width="100%" height={64} />
        ))}
      </div>
    );
  return (
    <>
      <Stale at={at} failure={failure} onRetry={retry} />
      {children(data)}
    </>
  );
}
