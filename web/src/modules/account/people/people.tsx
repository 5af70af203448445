import './people.css';
import { administrationQueries, type PersonInfo } from '@kontor/contract/account';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { Portrait, useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Answer } from '../../../shell/failures/answer.tsx';
import { BackTo } from '../../../ui/back-to.tsx';
import { Button, Icon, StatePage } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { LinkMade, type MadeLink } from './link-made.tsx';
import { Marks } from './marks.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonPage } from './person-page.tsx';
import { nameOf, search } from './rules.ts';
import { texts } from './texts.ts';

/** The people of the instance, for its administrators. */
export function People() {
  const t = useTexts(texts);
  const answer = useAsk(administrationQueries.people, {});
  const ownId = useValue(useClient().user)?.id;
  const [open, setOpen] = useState<number | 'new'>();
  /** Whose row has the focus once the list is back. */
  const [last, setLast] = useState<number>();
  const [text, setText] = useState('');
  const [made, setMade] = useState<MadeLink>();
  const person = typeof open === 'number' ? answer.data?.find(({ id }) => id === open) : undefined;
  const close = (): void => {
    setLast(typeof open === 'number' ? open : undefined);
    setOpen(undefined);
  };
  return (
    <>
      {open === undefined ? (
        <List answer={answer} ownId={ownId} text={text} focused={last} onText={setText} onOpen={setOpen} />
      ) : (
        <>
          <BackTo label={t.back} onBack={close} />
          {open === 'new' ? (
            <Section title={t.inviteTitle} intro={t.inviteText}>
              <PersonForm
                onCancel={close}
                onInvited={(link) => {
                  setMade(link);
                  answer.retry();
                  close();
                }}
              />
            </Section>
          ) : person === undefined ? null : (
            <PersonPage person={person} ownId={ownId} onChanged={answer.retry} />
          )}
        </>
      )}
      {made === undefined ? null : <LinkMade made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function List({
  answer,
  ownId,
  text,
  focused,
  onText,
  onOpen,
}: {
  answer: ReturnType<
    typeof useAsk<typeof administrationQueries.people.params, typeof administrationQueries.people.result>
  >;
  ownId: number | undefined;
  text: string;
  focused: number | undefined;
  onText: (text: string) => void;
  onOpen: (open: number | 'new') => void;
}) {
  const t = useTexts(texts);
  return (
    <Section
      intro={t.intro}
      action={
        <Button kind="primary" icon="user-plus" onClick={() => onOpen('new')}>
          {t.invite}
        </Button>
      }
    >
      <Answer answer={answer} rows={5}>
        {(people) => {
          const found = search(people, text);
          return (
            <>
              <div className="search">
                <Icon name="magnifying-glass" />
                <input
                  className="input"
                  type="search"
                  aria-label={t.search}
                  placeholder={t.search}
                  value={text}
                  onChange={(event) => onText(event.currentTarget.value)}
                />
                <span className="quiet" role="status">
                  {found.length === people.length ? t.count(people.length) : t.found(found.length, people.length)}
                </span>
              </div>
              {found.length === 0 ? (
                <StatePage icon="users" title={t.none} action={<Button onClick={() => onText('')}>{t.clear}</Button>}>
                  {t.noneHint}
                </StatePage>
              ) : (
                <ul className="rows user-rows">
                  {found.map((person) => (
                    <Row
                      key={person.id}
                      person={person}
                      ownId={ownId}
                      focused={person.id === focused}
                      onOpen={() => onOpen(person.id)}
                    />
                  ))}
                </ul>
              )}
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

function Row({
  person,
  ownId,
  focused,
  onOpen,
}: {
  person: PersonInfo;
  ownId: number | undefined;
  focused: boolean;
  onOpen: () => void;
}) {
  const t = useTexts(texts);
  const times = useTimes();
  const formats = useFormats();
  const now = useMinute();
  return (
    <li data-gone={!person.isActive}>
      <button type="button" autoFocus={focused} onClick={onOpen}>
        <Portrait name={nameOf(person)} picture={person.avatar} userId={person.id} />
        <span className="what">
          <strong>{nameOf(person)}</strong> <Marks person={person} ownId={ownId} />
          <span className="quiet">{[person.userName, person.email].filter(Boolean).join(' · ')}</span>
        </span>
        <span
          className="quiet when"
          title={person.lastUsedAt === null ? undefined : formats.full(Date.parse(person.lastUsedAt) / 1000)}
        >
          {person.lastUsedAt === null ? t.neverUsed : t.lastUsed(times.relative(person.lastUsedAt, now))}
        </span>
        <Icon name="caret-right" small />
      </button>
    </li>
  );
}
