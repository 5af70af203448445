import type { DocumentDetail } from '@kontor/contract/document';
import { useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { noBoxOf } from './rules.ts';
import { texts } from './texts.ts';

/** What is said of a document that lies in no box: whose it is then. */
export function useNoBox(details: Pick<DocumentDetail, 'owner' | 'entry'>): string {
  const t = useTexts(texts);
  const own = useValue(useClient().user)?.id;
  const whose = noBoxOf(details, own);
  return whose === 'others' ? t.noBox.others(details.owner?.fullName ?? '') : t.noBox[whose];
}
