import { recordActivityQueries } from '@kontor/contract/memo';
import { useAsk } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { texts } from './texts.ts';
import { typeName } from './type-name.ts';

/** The kind of conversation of a row, as the instance calls it by now; `end` stands behind it. Nothing while that is not known. */
export function TypeOfRow({ id, end }: { id: number; end: string }) {
  const t = useTexts(texts);
  const { data } = useAsk(recordActivityQueries.communicationTypes, {});
  const type = data?.find((one) => one.id === id);
  return type === undefined ? null : `${typeName(t, type.communicationType)}${end}`;
}
