import type { ReactNode } from 'react';

/** One step of the sign-in that is no form: a heading beside the sign, and what belongs to it. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="sign-in-form">
      <header>
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{title}</h1>
      </header>
      {children}
    </div>
  );
}
