import { recordQueries } from '@kontor/contract/record';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { href, useShell, useSplit, useTexts } from '../../../shell/index.ts';
import { GonePage } from '../../../shell/failures/gone-page.tsx';
import { useTabTitle } from '../../../shell/tabs/use-tab-title.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { useShowRecord, type historyOf, type NamedRecord } from '../address.ts';
import { dialogTexts } from '../dialog-texts.ts';
import { personName } from '../fields/values.ts';
import { pageTexts } from './texts.ts';
import { TimeLine, type About } from './time-line.tsx';

/** Everything with a mail address or with a contact person, whether it is linked with a record or not. */
export function HistoryPage({ of }: { of: NonNullable<ReturnType<typeof historyOf>> }) {
  return 'address' in of ? (
    <Page title={of.address} address={of.address} about={{ address: of.address }} />
  ) : (
    <OfPerson {...of} />
  );
}

function OfPerson({ idoId, idoInstanceId, personId }: NamedRecord & { personId: number }) {
  const t = useTexts(dialogTexts);
  const { data, failure } = useAsk(recordQueries.model, { idoId, idoInstanceId });
  const model = data?.jsonModel ?? undefined;
  const person = model?.model.contactPersons.find(({ contactPersonId }) => contactPersonId === personId);
  if (failure?.status === 404 || (data !== undefined && person === undefined))
    return <GonePage icon="address-book" title={t.gone} hint={t.goneHint} wasKnown={data?.isAnDeletedIdo === true} />;
  return (
    <Page
      title={person === undefined ? '' : personName(person) || t.unnamedPerson}
      record={{ idoId, idoInstanceId, name: model?.title ?? '' }}
      about={{ idoId, instanceId: idoInstanceId, contactPersonId: personId }}
    />
  );
}

function Page({
  title,
  address,
  record,
  about,
}: {
  title: string;
  address?: string;
  record?: NamedRecord & { readonly name: string };
  about: About;
}) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const wide = useSplit();
  const showRecord = useShowRecord();
  const { navigator, tabs } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  useTabTitle(title);
  const write = (): void => {
    const query = new URLSearchParams({ draft: client.env.newId(), mailto: `mailto:${address ?? ''}` });
    tabs.open(`${href('mailSend', {})}?${query.toString()}`, 'beside');
  };
  return (
    <div className="record-page" data-scrolls>
      <header className="record-head">
        {wide ? null : <IconButton icon="arrow-left" label={t.back} onClick={() => navigator.back()} />}
        <Avatar name={title} isGuest />
        <div>
          <p className="record-kind">{t.history}</p>
          <h1>{title}</h1>
        </div>
        {address === undefined || !mayWrite ? null : (
          <Button icon="envelope-simple" onClick={write}>
            {t.write}
          </Button>
        )}
        {record === undefined ? null : (
          <Button icon="address-book" onClick={() => showRecord(record)}>
            {record.name || t.record}
          </Button>
        )}
      </header>
      <div className="record-tab">
        <TimeLine about={about} label={t.ofPerson(title)} />
      </div>
    </div>
  );
}
