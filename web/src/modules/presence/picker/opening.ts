import { createValue } from '../../../client/value.ts';

/** What the picker of one's own state stands beside; undefined while it is closed. */
export const pickerAnchor = createValue<DOMRect | undefined>(undefined);

/** Has the person choose their state, beside what they have pressed or, by a key, beside their name. */
export function openPicker(anchor?: DOMRect): void {
  if (pickerAnchor.get() !== undefined) return;
  const own = [...document.querySelectorAll<HTMLElement>('.drawer-user')].find((one) => one.checkVisibility());
  pickerAnchor.set(anchor ?? own?.getBoundingClientRect() ?? new DOMRect(8, window.innerHeight - 64, 0, 0));
}
