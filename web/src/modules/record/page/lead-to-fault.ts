import type { RefObject } from 'react';
import { whenDrawn } from '../../../ui/when-drawn.ts';

/** Leads to the first field in which something stands in the way, once that is drawn: into it, or to its tab first where another one is shown. */
export function leadToFault(form: RefObject<HTMLElement | null>, onTab: (tab: string) => void): void {
  const find = () => form.current?.querySelector<HTMLElement>('.record-field:has(> .fault, > .record-conflict)');
  whenDrawn(find, (field) => {
    const tab = field.closest<HTMLElement>('[data-tab]');
    if (tab?.hidden === true) onTab(tab.dataset['tab'] ?? '');
    const isShown = () => (tab?.hidden === true ? undefined : field);
    whenDrawn(isShown, () =>
      (
        field.querySelector<HTMLElement>('[aria-invalid=true], .record-conflict button') ??
        field.querySelector<HTMLElement>('input, select, textarea, button')
      )?.focus(),
    );
  });
}
