import { closeTopDialog } from '../../ui/close-top.ts';
import type { Navigator } from '../history.ts';

/** Closes what lies over the page, the uppermost first: a menu, a dialog, what else ends by Escape. False where nothing does. */
function closeTopLayer(): boolean {
  const menu = [...document.querySelectorAll<HTMLElement>('[popover]:popover-open')].at(-1);
  if (menu !== undefined) {
    menu.hidePopover();
    return true;
  }
  if (closeTopDialog()) return true;
  const card = document.querySelector('.alarm-card');
  card?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  return card !== null;
}

/** Goes back as a phone's button does: out of what lies over the page, then a step of the history, then to the inbox. False where there is nothing left. */
export function goBack(page: Pick<Window, 'history'>, navigator: Pick<Navigator, 'go' | 'path'>): boolean {
  if (closeTopLayer()) return true;
  const { at = 0 } = (page.history.state ?? {}) as { readonly at?: number };
  if (at > 0) {
    page.history.back();
    return true;
  }
  if (navigator.path.get() === '/') return false;
  navigator.go('/', { replace: true });
  return true;
}
