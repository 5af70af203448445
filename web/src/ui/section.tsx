import './section.css';
import type { ReactNode } from 'react';

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
