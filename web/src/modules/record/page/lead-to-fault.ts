/** Frames in which a tab is drawn that was asked for. */
const MOST_FRAMES = 60;

/** Leads to the first field in which something stands in the way: into it, or to its tab first where another one is shown. */
export function leadToFault(form: HTMLElement | null, onTab: (tab: string) => void): void {
  const field = form?.querySelector('.record-field:has(> .fault, > .record-conflict)');
  const tab = field?.closest<HTMLElement>('[data-tab]');
  if (field === null || field === undefined) return;
  if (tab?.hidden === true) onTab(tab.dataset['tab'] ?? '');
  const focus = (frames: number): void => {
    if (tab?.hidden === true && frames > 0) requestAnimationFrame(() => focus(frames - 1));
    else
      (
        field.querySelector<HTMLElement>('[aria-invalid=true], .record-conflict button') ??
        field.querySelector<HTMLElement>('input, select, textarea, button')
      )?.focus();
  };
  focus(MOST_FRAMES);
}
