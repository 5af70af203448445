import './document.css';
import { documentQueries, titleOf } from '@kontor/contract/document';
import { useRef, useState, type FormEvent } from 'react';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import type { Upload } from '../../client/uploads.ts';
import { useFormats, useShell, useTexts } from '../../shell/index.ts';
import { useUnsaved } from '../../shell/forms/use-unsaved.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { fileIcon } from '../../ui/file-icons.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, Callout, Icon, IconButton } from '../../ui/parts.tsx';
import { pickRecord } from '../record/index.tsx';
import type { Filing, FilingRecord } from './filing-state.ts';
import { problemOf } from './problem-of.ts';
import { filingTexts, problemTexts } from './texts.ts';
import { useFiling, type Entry } from './use-filing.ts';

/** Files documents, one or several, or a newer version of one. */
export function FilingDialog({ given, onClose }: { given: Filing; onClose: () => void }) {
  const t = useTexts(filingTexts);
  const client = useClient();
  const { notices } = useShell();
  const { online } = useValue(client.connection);
  const used = useFiling(given, onClose);
  const { entries, left, submitted, discard } = used;
  const [title, setTitle] = useState('');
  const [keywords, setKeywords] = useState('');
  const [box, setBox] = useState<number>();
  const [records, setRecords] = useState<readonly FilingRecord[]>(given.records ?? []);
  const standard = useAsk(documentQueries.standardBox, given.version === undefined ? {} : undefined).data?.boxId;
  const chosen = box ?? standard;
  const isVersion = given.version !== undefined;
  const leave = useUnsaved({ title: t.editing, isDirty: left.length > 0, discard });
  const close = (): void =>
    leave(() => {
      if (submitted.length > 0) notices.show({ text: t.later(submitted.length) });
      discard();
      onClose();
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    used.submit({ title: entries.length === 1 ? title.trim() : '', keywords, box: chosen ?? null, records });
  };
  const isSubmitted = submitted.length > 0;
  const [one] = entries;
  return (
    <Dialog
      title={isVersion ? t.versionTitle(given.version.title) : t.title(entries.length)}
      closeLabel={t.close}
      size="l"
      onClose={close}
    >
      <form className="form document-filing" noValidate onSubmit={submit}>
        <FileList used={used} isOne={isVersion} />
        {isVersion || isSubmitted ? null : (
          <>
            {entries.length === 1 && one !== undefined ? (
              <TextField
                label={t.docTitle}
                hint={t.titleHint}
                maxLength={300}
                autoComplete="off"
                autoFocus
                placeholder={titleOf(one.file.name)}
                value={title}
                onChange={({ currentTarget }) => setTitle(currentTarget.value)}
              />
            ) : null}
            <BoxField label={t.box} hint={t.boxHint} value={chosen} onChange={setBox} />
            <TextField
              label={t.keywords}
              hint={t.keywordsHint}
              maxLength={2000}
              autoComplete="off"
              value={keywords}
              onChange={({ currentTarget }) => setKeywords(currentTarget.value)}
            />
            <RecordsField records={records} onChange={setRecords} />
          </>
        )}
        {isSubmitted ? <Callout>{online ? t.waits : t.waitsOffline}</Callout> : null}
        <footer>
          <Button onClick={close}>{isSubmitted && left.length === 0 ? t.goOn : t.cancel}</Button>
          {isSubmitted && left.length === 0 ? null : (
            <Button kind="primary" type="submit" disabled={left.length === 0}>
              {isVersion ? t.submitVersion : t.submit}
            </Button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** The places that a document can be filed in; `known`: the one that it is in, though the person does not belong to it. */
export function BoxField({
  label,
  hint,
  value,
  known,
  none,
  onChange,
}: {
  label: string;
  hint?: string;
  value: number | undefined;
  known?: { readonly boxId: number; readonly name: string };
  /** What no box is called, where the document is there already. */
  none?: string;
  onChange: (boxId: number) => void;
}) {
  const t = useTexts(filingTexts);
  const boxes = useAsk(documentQueries.boxes, {}).data?.boxes.filter(({ isVirtual }) => !isVirtual) ?? [];
  const isMissing = known !== undefined && known.boxId !== 0 && !boxes.some(({ boxId }) => boxId === known.boxId);
  const options = [
    ...boxes.map(({ boxId, name }) => [String(boxId), name] as const),
    ...(isMissing ? [[String(known.boxId), known.name] as const] : []),
    ['0', none ?? t.onlyMe] as const,
  ];
  return (
    <SelectField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={String(value ?? options[0]?.[0] ?? 0)}
      options={options}
      onChange={(key) => onChange(Number(key))}
    />
  );
}

/** The records that it is linked with from the beginning. Nothing for who may see no records. */
function RecordsField({
  records,
  onChange,
}: {
  records: readonly FilingRecord[];
  onChange: (records: readonly FilingRecord[]) => void;
}) {
  const t = useTexts(filingTexts);
  const maySee = useValue(useClient().configuration)?.rights.idoList === true;
  if (!maySee) return null;
  return (
    <div className="field" role="group" aria-label={t.records}>
      <span className="label">{t.records}</span>
      <div className="document-records">
        {records.map((record) => (
          <span key={record.idoId} className="document-record">
            <Icon name="address-book" small />
            <span>{record.displayName}</span>
            <IconButton
              icon="x"
              label={t.removeRecord(record.displayName)}
              onClick={() => onChange(records.filter(({ idoId }) => idoId !== record.idoId))}
            />
          </span>
        ))}
        <Button
          kind="plain"
          icon="plus"
          onClick={() =>
            pickRecord({
              count: 1,
              about: undefined,
              known: records.map(({ idoId }) => idoId),
              onPick: (record) => onChange([...records, record]),
            })
          }
        >
          {t.addRecord}
        </Button>
      </div>
    </div>
  );
}

function FileList({ used, isOne }: { used: ReturnType<typeof useFiling>; isOne: boolean }) {
  const t = useTexts(filingTexts);
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { entries, all, add, remove, again, isLoaded } = used;
  const isSubmitted = entries.some(({ state }) => state === 'told');
  const isFirst = entries.length === 0;
  const choose = isOne ? (isFirst ? t.chooseOne : t.chooseOther) : isFirst ? t.choose : t.addMore;
  return (
    <>
      {entries.length === 0 ? null : (
        <ul className="document-files" aria-label={t.files}>
          {entries.map((entry) => (
            <FileLine
              key={entry.uploadId}
              entry={entry}
              upload={all.get(entry.uploadId)}
              onRemove={() => {
                remove(entry);
                // The button that was pressed is gone.
                field.current?.parentElement?.querySelector('button')?.focus();
              }}
              onRetry={() => again(entry)}
            />
          ))}
        </ul>
      )}
      {isSubmitted ? null : (
        <div
          className="document-choose"
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            add([...event.dataTransfer.files]);
          }}
        >
          <input
            ref={field}
            type="file"
            multiple={!isOne}
            hidden
            aria-label={choose}
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
          <Button icon="plus" disabled={!isLoaded} onClick={() => field.current?.click()}>
            {choose}
          </Button>
          <span className="quiet">{t.drop}</span>
        </div>
      )}
    </>
  );
}

const isOnWay = (upload: Upload | undefined): upload is Upload =>
  upload?.state === 'sending' || upload?.state === 'stopped';
const isBroken = (upload: Upload | undefined): boolean => upload?.state === 'failed' || upload?.state === 'lost';
const percentOf = ({ size, sent }: Upload): number => (size === 0 ? 100 : Math.floor((100 * sent) / size));

/** What keeps a file from being filed. */
function useFault({ state, code }: Entry, upload: Upload | undefined): string | undefined {
  const t = useTexts(filingTexts);
  const p = useTexts(problemTexts);
  if (isBroken(upload)) return upload?.code === 'UPLOAD_TOO_LARGE' ? t.tooLarge : t.uploadFailed;
  return state === 'refused' ? problemOf(p, code) : undefined;
}

/** How far a file is. */
function useProgressText({ state }: Entry, upload: Upload | undefined): string {
  const t = useTexts(filingTexts);
  if (state === 'filed') return t.filed;
  if (!isOnWay(upload)) return state === 'told' ? t.filing : t.ready;
  return upload.state === 'stopped' && upload.sent > 0 ? t.stopped : t.uploading(percentOf(upload));
}

function FileLine({
  entry,
  upload,
  onRemove,
  onRetry,
}: {
  entry: Entry;
  upload: Upload | undefined;
  onRemove: () => void;
  onRetry: () => void;
}) {
  const t = useTexts(filingTexts);
  const formats = useFormats();
  const { file, state } = entry;
  const fault = useFault(entry, upload);
  const said = useProgressText(entry, upload);
  const icon = fault !== undefined ? 'warning' : state === 'filed' ? 'check-circle' : fileIcon('', file.name);
  return (
    <li data-fault={fault !== undefined}>
      <Icon name={icon} small />
      <span className="document-file">
        <span className="document-file-name">{file.name}</span>
        <span className="quiet">{formats.size(file.size)}</span>
        {isOnWay(upload) && fault === undefined ? (
          <span
            className="progress"
            role="progressbar"
            aria-label={file.name}
            aria-valuenow={percentOf(upload)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ width: `${percentOf(upload)}%` }} />
          </span>
        ) : null}
        {fault === undefined ? (
          <span className="quiet">{said}</span>
        ) : (
          <span className="document-fault" role="alert">
            {fault}
          </span>
        )}
      </span>
      {isBroken(upload) && state === 'here' ? (
        <IconButton icon="arrow-clockwise" label={t.retryOf(file.name)} onClick={onRetry} />
      ) : null}
      {state === 'here' || state === 'refused' ? (
        <IconButton icon="x" label={t.remove(file.name)} onClick={onRemove} />
      ) : null}
    </li>
  );
}
