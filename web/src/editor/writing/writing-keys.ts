/** The part of a key press that is looked at. */
interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** What keys do anywhere in what is written: Ctrl+Enter finishes it, Ctrl+S saves and stays. True where one did. */
export function writingKey(press: Press, acts: { readonly done: () => void; readonly save: () => void }): boolean {
  if (press.defaultPrevented || press.shiftKey || !(press.ctrlKey || press.metaKey)) return false;
  const act = press.key === 'Enter' ? acts.done : press.key.toLowerCase() === 's' ? acts.save : undefined;
  if (act === undefined) return false;
  press.preventDefault();
  act();
  return true;
}
