import { {{name}}Queries } from '@kontor/contract/{{name}}';
import type { ComponentProps } from 'react';
import { useTexts } from '../../shell/index.ts';
import { StatePage } from '../../ui/parts.tsx';
import type { ListDeclaration } from '../activity/index.tsx';
import { listOfKind } from '../activity/lists/index.ts';
import { texts } from './texts.ts';

/** Those that the person sees. */
export const {{name}}List = listOfKind('{{name}}', {{name}}Queries.items, {
  search: { de: texts.de.search, en: texts.en.search },
  empty: Nothing,
});

function Nothing({ otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(texts);
  return otherwise ?? <StatePage icon="{{icon}}" title={t.nothing} />;
}
