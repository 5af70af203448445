import './parts.css';
import type { ReactNode } from 'react';
import type { Asked } from '../../client/react.tsx';
import { FaultId, Stale, useTexts } from '../../shell/index.ts';
import { Bone, Button, StatePage } from '../../ui/parts.tsx';
import { sectionTexts } from './section-texts.ts';

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
  asked: Asked<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  const t = useTexts(sectionTexts);
  const { data, failure, at, retry } = asked;
  if (data === undefined && failure !== undefined)
    return (
      <StatePage
        icon={failure.kind === 'offline' ? 'cloud-slash' : 'warning'}
        title={failure.kind === 'offline' ? t.offline : failure.status === 403 ? t.refused : t.failed}
        action={<Button onClick={retry}>{t.retry}</Button>}
      >
        {failure.kind === 'offline' ? (
          t.offlineHint
        ) : failure.code === 'INTERNAL' ? (
          <FaultId failure={failure} />
        ) : undefined}
      </StatePage>
    );
  if (data === undefined)
    return (
      <div className="part-bones" aria-busy="true">
        {Array.from({ length: rows }, (_, index) => (
          <Bone key={index} width="100%" height={64} />
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
