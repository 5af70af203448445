/** Nothing yet. */
export function QuickLine() {
  return null;
}
