import './settings.css';
import {
  FEED_LEVELS,
  feedCommands,
  feedQueries,
  type CalendarFeed,
  type FeedLevel,
} from '@kontor/contract/appointment';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { CopyButton } from '../../../shell/forms/copy-button.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { Link } from '../../../shell/link.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { Qr } from '../../../ui/qr.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Section } from '../../../ui/section.tsx';
import { ImportPart } from './import-part.tsx';
import { connectTexts } from './connect-texts.ts';
import { SubscriptionsPart } from './subscriptions-part.tsx';

/** How programs of others get at the person's calendar. */
export function ConnectPage() {
  return (
    <div className="part">
      <Caldav />
      <Feed />
      <SubscriptionsPart />
      <ImportPart />
      <Export />
    </div>
  );
}

/** A value to be typed or copied somewhere else. */
function Copied({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} label={copy} plain />
      </dd>
    </div>
  );
}

function Caldav() {
  const t = useTexts(connectTexts);
  const { account } = useClient();
  const address = `${account.url}/dav/`;
  return (
    <Section title={t.caldav} intro={t.caldavIntro}>
      <div className="connect">
        <Qr text={address} label={t.qr} />
        <dl>
          <Copied label={t.address} value={address} copy={t.copyAddress} />
          <Copied label={t.userName} value={account.user} copy={t.copyUserName} />
          <div>
            <dt>{t.password}</dt>
            <dd className="quiet">{t.passwordHint}</dd>
            <dd>
              <Link to="/settings/security">{t.toPasswords}</Link>
            </dd>
          </div>
        </dl>
      </div>
      <p className="quiet">{t.outlook}</p>
    </Section>
  );
}

function Feed() {
  const t = useTexts(connectTexts);
  const answer = useAsk(feedQueries.feed, {});
  return (
    <Section title={t.feed} intro={t.feedIntro}>
      <Answer answer={answer} rows={1}>
        {({ feed }) =>
          feed === null ? <NewFeed onMade={answer.retry} /> : <Standing feed={feed} onChanged={answer.retry} />
        }
      </Answer>
    </Section>
  );
}

/** Sends one of the commands, and says what has become of it. */
function useRun() {
  const t = useTexts(connectTexts);
  const { notices } = useShell();
  const say = (error: unknown): string => (asFailure(error).kind === 'offline' ? t.offline : t.failed);
  return {
    say,
    tell: (text: string) => notices.show({ text }),
    fault: (text: string) => notices.show({ text, tone: 'fault' }),
  };
}

function NewFeed({ onMade }: { onMade: () => void }) {
  const t = useTexts(connectTexts);
  const sendOnce = useSendOnce();
  const run = useRun();
  const [level, setLevel] = useState<FeedLevel>('busy');
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendOnce(feedCommands.renewFeed, { level });
      run.tell(t.made);
      onMade();
    } catch (error) {
      run.fault(run.say(error));
    }
    setBusy(false);
  };
  return (
    <div className="form">
      <p className="rows-empty">{t.none}</p>
      <SelectField
        label={t.shows}
        value={level}
        options={FEED_LEVELS.map((one) => [one, t.levels[one]] as const)}
        onChange={setLevel}
      />
      <div className="form-buttons">
        <Button kind="primary" disabled={busy} onClick={() => void make()}>
          {t.make}
        </Button>
      </div>
    </div>
  );
}

function Standing({ feed, onChanged }: { feed: CalendarFeed; onChanged: () => void }) {
  const t = useTexts(connectTexts);
  const { account } = useClient();
  const formats = useFormats();
  const sendOnce = useSendOnce();
  const run = useRun();
  const [asking, setAsking] = useState<'renew' | 'remove'>();
  const close = (): void => setAsking(undefined);
  const { level, path, lastUsedAt } = feed;
  return (
    <div className="form">
      <Callout icon="link">
        <dl className="connect-feed">
          <Copied label={t.secret} value={`${account.url}${path}`} copy={t.copyFeed} />
        </dl>
        <p className="quiet">
          {t.levels[level]} · {lastUsedAt === null ? t.unused : t.used(formats.full(Date.parse(lastUsedAt) / 1000))}
        </p>
      </Callout>
      <div className="form-buttons">
        <Button icon="arrow-clockwise" onClick={() => setAsking('renew')}>
          {t.renew}
        </Button>
        <Button kind="danger" onClick={() => setAsking('remove')}>
          {t.remove}
        </Button>
      </div>
      {asking === undefined ? null : (
        <Confirm
          title={asking === 'renew' ? t.renewTitle : t.removeTitle}
          action={asking === 'renew' ? t.renew : t.remove}
          danger={asking === 'remove'}
          say={run.say}
          run={async () => {
            if (asking === 'renew') await sendOnce(feedCommands.renewFeed, { level });
            else await sendOnce(feedCommands.removeFeed, {});
            run.tell(asking === 'renew' ? t.made : t.removed);
            onChanged();
            close();
          }}
          onClose={close}
        >
          <p>{asking === 'renew' ? t.renewText : t.removeText}</p>
        </Confirm>
      )}
    </div>
  );
}

function Export() {
  const t = useTexts(connectTexts);
  const { transport } = useClient();
  const run = useRun();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const isWrong = from !== '' && to !== '' && to < from;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const params = { from: from || null, to: to || null };
      await saveFile(await transport.bytes(feedQueries.export, params, { once: true }), t.fileName);
      run.tell(t.saved);
    } catch (error) {
      run.fault(run.say(error));
    }
    setBusy(false);
  };
  return (
    <Section title={t.export} intro={t.exportIntro}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="connect-days">
          <DateField kind="day" label={t.from} value={from} onChange={setFrom} />
          <DateField kind="day" label={t.to} value={to} fault={isWrong ? t.wrongDays : undefined} onChange={setTo} />
        </div>
        <div className="form-buttons">
          <Button type="submit" icon="download-simple" disabled={busy || isWrong}>
            {t.save}
          </Button>
        </div>
      </form>
    </Section>
  );
}
