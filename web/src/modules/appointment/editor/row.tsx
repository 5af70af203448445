import './editor.css';
import type { ReactNode } from 'react';
import type { IconName } from '../../../ui/icon-names.ts';
import { Icon } from '../../../ui/parts.tsx';

/** One fact of an appointment: its icon, and what it is or is changed by. */
export const Row = ({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) => (
  <div className="appointment-row" role="group" aria-label={label}>
    <Icon name={icon} />
    <div>{children}</div>
  </div>
);

/** What is wrong with a field, beside it. */
export const Fault = ({ id, text }: { id?: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className="fault" role="alert">
      {text}
    </p>
  );
