import type { EntryRow } from '@kontor/contract/activity';
import { Suspense } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Icon } from '../../../ui/parts.tsx';
import { rowTexts } from './row-texts.ts';

const TypeOfRow = lazily(() => import('../type-of-row.tsx').then((module) => module.TypeOfRow));

/** What a memo is about, and how long that took. */
export function MemoRow({ row: { extras } }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { communicationTypeId, duration, preview } = extras;
  const minutes = typeof duration === 'number' ? Math.round(duration / 60) : 0;
  const said = [minutes > 0 ? t.minutes(Math.floor(minutes / 60), minutes % 60) : '', preview]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
  return (
    <span className="row-preview">
      {typeof communicationTypeId === 'number' ? (
        <Suspense fallback={null}>
          <TypeOfRow id={communicationTypeId} end={said === '' ? '' : ' · '} />
        </Suspense>
      ) : null}
      {said}
    </span>
  );
}

/** Whether somebody is called to it. */
export function MemoMarks({ row: { extras } }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  return extras['hasAlarm'] === true ? <Icon name="bell" small label={t.alarm} /> : null;
}
