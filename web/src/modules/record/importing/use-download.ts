import { useDownload as useFileDownload } from '../../../shell/importing/use-download.ts';
import { useTexts } from '../../../shell/index.ts';
import { saidOf } from './said-of.ts';
import { texts } from './texts.ts';

/** Saves what a query answers as a file; what went wrong is said where it was asked for. */
export function useDownload() {
  const t = useTexts(texts);
  return useFileDownload(({ code }) => saidOf(t, code));
}
