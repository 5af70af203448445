import { findQueries, LIST_SORT, type EntryRow } from '@kontor/contract/activity';
import { mailQueries } from '@kontor/contract/mail';
import { useEffect, useState } from 'react';
import { EntriesInRowsSchema, aggregateIdOf } from '../../../client/entry-rows.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Bone, Button, Icon } from '../../../ui/parts.tsx';
import type { WrittenFile } from './state.ts';
import { texts } from './texts.ts';

const WAIT_MS = 200;
const MOST = 20;

/** Mails that hold what was typed, the newest first. Undefined until the first answer, null where there was none. */
function useMails(typed: string, tries: number): readonly EntryRow[] | null | undefined {
  const client = useClient();
  const [found, setFound] = useState<readonly EntryRow[] | null>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        const term = typed.trim();
        const params = {
          view: 'all' as const,
          moduleIds: ['email' as const],
          ...(term === '' ? {} : { searchTerm: term }),
        };
        client.transport
          .query(findQueries.filterItems, params, {
            page: 1,
            limit: MOST,
            sort: LIST_SORT,
            rows: EntriesInRowsSchema,
            once: true,
            signal: stop.signal,
          })
          .then(
            ({ results }) => (stop.signal.aborted ? undefined : setFound(results as unknown as readonly EntryRow[])),
            () => (stop.signal.aborted ? undefined : setFound(null)),
          );
      },
      typed === '' || tries > 0 ? 0 : WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, typed, tries]);
  return found;
}

/** Takes another mail along, or files of it: nothing of it is uploaded again. */
export function AttachMail({
  known,
  onAttach,
  onClose,
}: {
  known: readonly WrittenFile[];
  onAttach: (files: readonly WrittenFile[]) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const formats = useFormats();
  const now = useMinute();
  const [typed, setTyped] = useState('');
  const [tries, setTries] = useState(0);
  const [open, setOpen] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlyMap<string, WrittenFile>>(new Map());
  const mails = useMails(typed, tries);
  const userId = client.user.get()?.id ?? 0;
  const toggle = (file: WrittenFile): void =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(file.key)) next.set(file.key, file);
      return next;
    });
  return (
    <Dialog title={t.attachMailTitle} closeLabel={t.close} size="l" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onAttach([...chosen.values()].filter((file) => !known.some(({ key }) => key === file.key)));
          onClose();
        }}
      >
        <TextField
          label={t.attachMailSearch}
          type="search"
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setTries(0);
          }}
          onKeyDown={(event) => {
            // Looking for a mail is not attaching it.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        {mails === undefined ? <Bone width="100%" height={200} /> : null}
        {mails === null ? (
          <p>
            {t.attachMailFailed}{' '}
            <Button kind="plain" onClick={() => setTries(tries + 1)}>
              {t.retry}
            </Button>
          </p>
        ) : null}
        {mails?.length === 0 ? <p className="quiet">{t.attachMailNone}</p> : null}
        {mails === undefined || mails === null || mails.length === 0 ? null : (
          <ul className="write-mails" aria-label={t.attachMailTitle}>
            {mails.map((row) => {
              const aggregateId = aggregateIdOf(row, userId);
              const isOpen = open === aggregateId;
              return (
                <li key={aggregateId}>
                  <button
                    type="button"
                    className="write-mail"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? undefined : aggregateId)}
                  >
                    <span>
                      <strong>{row.contact}</strong>
                      <span className="row-time">{formats.short(row.timestamp, now)}</span>
                    </span>
                    <span className="quiet">
                      <span>{row.information}</span>
                      {row.extras['hasAttachments'] === true ? (
                        <Icon name="paperclip" small label={t.attached} />
                      ) : null}
                    </span>
                  </button>
                  {isOpen ? (
                    <Parts aggregateId={aggregateId} subject={row.information} chosen={chosen} onToggle={toggle} />
                  ) : null}
                </li>
              );
            })}
          </ul>
        )}
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={chosen.size === 0}>
            {t.attachChosen(chosen.size)}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The mail itself and its files, to be chosen of. */
function Parts({
  aggregateId,
  subject,
  chosen,
  onToggle,
}: {
  aggregateId: string;
  subject: string;
  chosen: ReadonlyMap<string, WrittenFile>;
  onToggle: (file: WrittenFile) => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { data, failure, retry } = useAsk(mailQueries.attachments, { aggregateId });
  const whole: WrittenFile = {
    key: `item ${aggregateId}`,
    name: `${subject || t.quote}.eml`,
    size: 0,
    type: 'message/rfc822',
    isInline: false,
    item: { aggregateId, storageKey: '' },
  };
  const files = (data ?? [])
    .filter((file) => !file.isDeleted && file['content-disposition'] !== 'inline')
    .map((file): WrittenFile => ({
      key: `item ${aggregateId} ${file.storageKey}`,
      name: file.filename,
      size: file.fileSize,
      type: file['content-type'],
      isInline: false,
      item: { aggregateId, storageKey: file.storageKey },
    }));
  return (
    <div className="write-mail-parts">
      <Check label={t.wholeMail} checked={chosen.has(whole.key)} onChange={() => onToggle(whole)} />
      {files.map((file) => (
        <Check
          key={file.key}
          label={
            <>
              {file.name} <span className="quiet">{formats.size(file.size)}</span>
            </>
          }
          checked={chosen.has(file.key)}
          onChange={() => onToggle(file)}
        />
      ))}
      {data === undefined && failure !== undefined ? (
        <p>
          {t.attachMailFailed}{' '}
          <Button kind="plain" onClick={retry}>
            {t.retry}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
