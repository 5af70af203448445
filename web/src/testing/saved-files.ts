import { onTestFinished, vi } from 'vitest';

/** The names of the files that are saved from now on: to the device they go by a link that is pressed. */
export function watchSavedFiles(): readonly string[] {
  const names: string[] = [];
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => press.mockRestore());
  return names;
}
