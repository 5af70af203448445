import type { ResultOf } from '@kontor/contract/kernel';
import { writingCommands, writingQueries, type DraftLine } from '@kontor/contract/mail';
import { useMemo } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { HeadSlot, Link, useFormats, useMinute, useShell, useTexts, type ScreenProps } from '../../../shell/index.ts';
import { Button, IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { defaultPathOf } from '../../activity/index.tsx';
import { writeAddress } from './address.ts';
import { FolderChips } from './folder-chips.tsx';
import { isFolder } from './folder-names.ts';
import { Empty, Failed, Rows, useFinding } from './folder-parts.tsx';
import { folderTexts } from './folder-texts.ts';
import { Outbox } from './outbox.tsx';

/** Drafts, templates, or what is on its way out. */
export function Folders({ params }: ScreenProps) {
  const t = useTexts(folderTexts);
  const client = useClient();
  const { tabs } = useShell();
  const folder = isFolder(params['source']) ? params['source'] : 'drafts';
  return (
    <div className="listed">
      <div className="listed-main">
        <div className="toolbar">
          <HeadSlot of="slotTopLeft" />
          <h1>{t.folders[folder]}</h1>
          <span className="grow" />
          {folder === 'templates' ? (
            <Button
              icon="plus"
              onClick={() =>
                tabs.open(writeAddress(client, { kind: 'template', id: 0, draftKey: client.env.newId() }), 'beside')
              }
            >
              {t.newTemplate}
            </Button>
          ) : null}
          <Link to={defaultPathOf('mailList')} className="button">
            {t.mails}
          </Link>
          <HeadSlot of="slotTopRight" />
        </div>
        <FolderChips shown={folder} />
        {folder === 'outbox' ? <Outbox /> : <Written folder={folder} />}
      </div>
    </div>
  );
}

interface Listed {
  readonly line: DraftLine;
  readonly isGlobal: boolean;
  readonly isAuto: boolean;
}

/** All drafts, the newest first, or all templates by their names. */
function linesOf(data: ResultOf<typeof writingQueries.accounts>, isTemplate: boolean): readonly Listed[] {
  const listed = (lines: readonly DraftLine[], isGlobal: boolean, isAuto: boolean): Listed[] =>
    lines.map((line) => ({ line, isGlobal, isAuto }));
  return isTemplate
    ? [...listed(data.templates, false, false), ...listed(data.globalTemplates, true, false)].toSorted((a, b) =>
        a.line.Name.localeCompare(b.line.Name),
      )
    : [
        ...listed(data.drafts, false, false),
        ...listed(data.globalDrafts, true, false),
        ...listed(data.autoDrafts, false, true),
      ].toSorted((a, b) => (a.line.Time < b.line.Time ? 1 : -1));
}

function Written({ folder }: { folder: 'drafts' | 'templates' }) {
  const t = useTexts(folderTexts);
  const client = useClient();
  const { tabs, notices } = useShell();
  const formats = useFormats();
  const now = useMinute();
  const { data, failure, isFetching, retry } = useAsk(writingQueries.accounts, {});
  const isTemplate = folder === 'templates';
  const all = useMemo(() => (data === undefined ? [] : linesOf(data, isTemplate)), [data, isTemplate]);
  const { found, field } = useFinding(all, ({ line }) => `${line.Name} ${line.receivers} ${line.subject}`);
  if (data === undefined)
    return failure === undefined ? <LoadingLine shown={isFetching} /> : <Failed onRetry={retry} />;
  if (all.length === 0) return <Empty folder={folder} />;
  const remove = async ({ ID, draftKey }: DraftLine): Promise<void> => {
    const about = { patches: [], keys: [`draft:${draftKey}`] };
    const type = isTemplate ? 'template' : 'draft';
    try {
      await client.sendNow(writingCommands.deleteDraftOrTemplate, { draftOrTemplateId: ID, type });
      retry();
      const undo = (): void =>
        void client.enqueue(writingCommands.restoreDraft, { draftOrTemplateId: ID }, about).then(retry);
      notices.done(undo, Promise.resolve({ text: t.removed, undo: t.undo }));
    } catch {
      notices.show({ text: t.actFailed, tone: 'fault' });
    }
  };
  return (
    <>
      {field}
      <Rows label={t.folders[folder]}>
        {found.map(({ line, isGlobal, isAuto }) => (
          <li
            key={line.ID}
            className="folder-row"
            onKeyDown={(event) => {
              if (event.key !== '#') return;
              event.stopPropagation();
              void remove(line);
            }}
          >
            <button
              type="button"
              className="folder-open"
              onClick={() =>
                tabs.open(
                  writeAddress(client, {
                    kind: isTemplate ? 'template' : 'draft',
                    id: line.ID,
                    draftKey: line.draftKey,
                  }),
                  'keep',
                )
              }
            >
              <span>
                <strong>{isTemplate ? line.Name : line.receivers || t.nobody}</strong>
                <span className="row-time">{formats.short(Date.parse(line.Time) / 1000, now)}</span>
              </span>
              <span className="quiet">
                <span>{line.subject || t.noSubject}</span>
                {isAuto ? <span>{t.automatic}</span> : isGlobal ? <span>{t.by(line.byName)}</span> : null}
              </span>
            </button>
            {isTemplate ? (
              <IconButton
                icon="pencil-simple"
                label={`${t.use}: ${line.Name}`}
                onClick={() => tabs.open(writeAddress(client, { kind: 'from', id: line.ID }), 'beside')}
              />
            ) : null}
            <IconButton
              icon="trash"
              label={`${t.remove}: ${line.Name || line.subject || t.noSubject}`}
              onClick={() => void remove(line)}
            />
          </li>
        ))}
      </Rows>
    </>
  );
}
