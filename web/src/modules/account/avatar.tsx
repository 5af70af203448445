import { MAX_PICTURE, securityCommands } from '@kontor/contract/account';
import { useCallback, useEffect, useRef, useState } from 'react';
import { asFailure } from '../../client/failure.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { Portrait, useShell, useTexts } from '../../shell/index.ts';
import { Button } from '../../ui/parts.tsx';
import { avatarTexts } from './avatar-texts.ts';
import { asSquare, toBase64 } from './square.ts';
import { useSendOnce } from '../../shell/forms/use-send-once.ts';
import { useProblem } from './use-problem.ts';

/** The first picture among files that were dropped or pasted. */
const pictureIn = (files: FileList | undefined | null): File | undefined =>
  [...(files ?? [])].find(({ type }) => type.startsWith('image/'));

/** A file that is dropped beside the place for it would be opened by the browser, in the place of the app. */
function useNoFileOpened(): void {
  useEffect(() => {
    const keep = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, keep);
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, keep);
    };
  }, []);
}

/** The own picture: choose, drop, paste, remove. */
export function OwnPicture({ name }: { name: string }) {
  const t = useTexts(avatarTexts);
  useNoFileOpened();
  const client = useClient();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const user = useValue(client.user);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const picture = user?.avatar ?? null;

  const set = async (file: Blob | undefined): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const data = file === undefined ? undefined : await toBase64(await asSquare(file));
      if (data !== undefined && data.length > MAX_PICTURE) {
        notices.show({ text: t.tooLarge, tone: 'fault' });
      } else {
        const { avatar } = await sendOnce(securityCommands.setAvatar, {
          picture: data === undefined ? null : { data },
        });
        const known = client.user.get();
        if (known !== undefined) client.user.set({ ...known, avatar });
        notices.show({ text: data === undefined ? t.removed : t.saved });
      }
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
    }
    setBusy(false);
  };
  const current = useRef(set);
  useEffect(() => {
    current.current = set;
  });
  const paste = useCallback((event: ClipboardEvent) => {
    // What is copied from a table or a text bears a picture of itself, and belongs into the field.
    if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
    const file = pictureIn(event.clipboardData?.files);
    if (file === undefined) return;
    event.preventDefault();
    void current.current(file);
  }, []);
  useEffect(() => {
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [paste]);

  return (
    <div
      className="own-picture"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = pictureIn(event.dataTransfer.files);
        if (file !== undefined) void set(file);
        else if (event.dataTransfer.files.length > 0) notices.show({ text: t.notAPicture, tone: 'fault' });
      }}
    >
      <Portrait name={name} picture={picture} />
      <div>
        <div className="form-buttons">
          <Button icon="camera" disabled={busy || user === undefined} onClick={() => input.current?.click()}>
            {busy ? t.saving : picture === null ? t.choose : t.change}
          </Button>
          {picture === null ? null : (
            <Button kind="plain" disabled={busy} onClick={() => void set(undefined)}>
              {t.remove}
            </Button>
          )}
        </div>
        <p className="quiet small">{over ? t.drop : t.hint}</p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) void set(file);
        }}
      />
    </div>
  );
}
