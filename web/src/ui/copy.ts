/**
 * Copies a text; returns whether it could be. Where the connection is not encrypted, as in a company's own network, browsers have no
 * clipboard but the one of selected text.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden-text';
  // In a dialog nothing outside of it can have the focus.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  // eslint-disable-next-line typescript/no-deprecated -- there is no other way there
  const copied = document.execCommand('copy');
  field.remove();
  before?.focus();
  return copied;
}
