import './parts.css';
import type { ReactNode } from 'react';
import type { QueryResult } from '../../client/react.tsx';
import { Failed, Stale } from '../../shell/index.ts';
import { SkeletonBlock } from '../../ui/parts.tsx';

/** A part of a settings page: what it is about, how it stands, and what can be done at the right. */
export function Section({
  title,
  intro,
  action,
  children,
}: {
  /** Left out where the page has no other part: its own name says it. */
  title?: string;
  intro?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="part">
      <header>
        <div>
          {title === undefined ? null : <h2>{title}</h2>}
          {intro === undefined ? null : <p className="quiet">{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

/** What was asked for, or in its place that it is coming or could not be had. What is shown may be of yesterday: then it says so. */
export function Answer<T>({
  asked,
  rows = 3,
  children,
}: {
  asked: QueryResult<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  const { data, failure, at, retry } = asked;
  if (data === undefined && failure !== undefined) return <Failed failure={failure} onRetry={retry} />;
  if (data === undefined)
    return (
      <div className="part-skeleton" aria-busy="true">
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
