import '../detail/detail.css';
import { PRIVATE_CALL_LIST, phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import {
  useFormats,
  useMinute,
  useShell,
  useSplit,
  useTexts,
  useZone,
  type ScreenProps,
} from '../../../shell/index.ts';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useTabTitle } from '../../../shell/tabs/use-tab-title.ts';
import { Callout, Button, IconButton } from '../../../ui/parts.tsx';
import { callBeginningOf } from '../addresses.ts';
import { NumberFields, PeopleFields, TimeFields } from './fields.tsx';
import { beginDraft, isValid, paramsOf, type CallDraft } from './draft.ts';
import { RecordsField } from './records-field.tsx';
import { texts } from './texts.ts';

const DRAFTS = 'phonecall-new';

/** A call that is noted by hand: kept on the device until the queue has it, which sends it once there is a connection. */
export function NewCall({ address }: ScreenProps) {
  const t = useTexts(texts);
  useTabTitle(t.tab);
  const client = useClient();
  const zone = useZone();
  const wide = useSplit();
  const { navigator, notices, tabs } = useShell();
  const userId = useValue(client.user)?.id ?? 0;
  const beginning = callBeginningOf(address.split('?')[1] ?? '');
  const lists = useAsk(phonecallQueries.lists, {}).data;
  const [start] = useState(() => beginDraft(beginning, { now: client.env.now(), zone, listId: PRIVATE_CALL_LIST }));
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  const form = useForm<CallDraft>({
    title: t.title,
    start,
    isValid,
    send: async (draft) => {
      const isOnline = client.connection.get().online;
      const titles = [draft.name.trim() || draft.number.trim() || t.tab];
      await client.enqueue(phonecallCommands.create, paramsOf(draft, { zone, userId }), {
        patches: [],
        keys: [],
        titles,
      });
      notices.show({ text: isOnline ? t.saved : t.waits });
    },
    say: () => undefined,
  });
  const { ref, draft, isDirty, isBusy } = form;
  const kept = useDraft<CallDraft>(DRAFTS, beginning.draft, (found) => form.change(found));
  const change = (part: Partial<CallDraft>): void => {
    form.change(part);
    kept.save({ ...draft, ...part });
  };
  const leave = (): void => {
    kept.discard();
    close();
  };
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={t.title}>
        {wide ? null : <IconButton icon="arrow-left" label={t.back} onClick={close} />}
        <span className="grow" />
        {isDirty ? (
          <Button
            kind="plain"
            icon="trash"
            onClick={() => {
              kept.discard();
              // Nothing is asked about what is not wanted.
              flushSync(() => form.takeTheirs(start));
              close();
            }}
          >
            {t.discard}
          </Button>
        ) : null}
        {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={close} /> : null}
      </div>
      <article className="call-page" data-scrolls>
        <form
          ref={ref}
          className="form call-whole"
          noValidate
          onSubmit={(event) => form.submit(event, leave)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit(event, leave);
          }}
        >
          <h1>{t.title}</h1>
          {kept.foundAt === undefined ? null : <Found at={kept.foundAt} />}
          <NumberFields {...{ draft, change }} isTried={form.isTried} />
          <TimeFields {...{ draft, change }} isTried={form.isTried} />
          <PeopleFields {...{ draft, change, lists, userId }} />
          <RecordsField {...{ draft, change }} />
          <footer className="form-buttons">
            <Button kind="primary" type="submit" aria-disabled={isBusy} aria-keyshortcuts="Control+Enter">
              {t.submit}
            </Button>
          </footer>
        </form>
      </article>
    </>
  );
}

/** Says that what stands there was written before. `at`: milliseconds since 1970. */
function Found({ at }: { at: number }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  return <Callout icon="clock-counter-clockwise">{t.found(formats.short(at / 1000, now))}</Callout>;
}
