import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { OfferLines, OfferPerson, useChosenOffer } from '../../../editor/offer-list.tsx';
import { useTexts } from '../../../shell/index.ts';
import { useLinkNamed, useRecordOffering } from '../../record/index.tsx';
import { offersFor, typedName, typedRecord, withWord, type Mentionable } from './mentions.ts';
import { teamTexts } from './texts.ts';

interface Props {
  readonly people: readonly Mentionable[];
  /** The mail that is linked with the records that are named. */
  readonly aggregateId: string;
  readonly write: (text: string) => void;
}

/** What is offered for what is typed behind an `@` or a `#`: arrow keys choose, Enter or Tab takes, Escape leaves. */
export function useOffers(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  { people, aggregateId, write }: Props,
) {
  const t = useTexts(teamTexts);
  const id = useId();
  const [caret, setCaret] = useState<number>();
  /** Where the caret is to be once the text is drawn. */
  const next = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    area.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  });
  const close = (): void => setCaret(undefined);
  const put = (from: number, word: string): void => {
    if (caret === undefined) return;
    const made = withWord(text, from, caret, word);
    write(made.text);
    next.current = made.caret;
  };
  const record = caret === undefined ? undefined : typedRecord(text, caret);
  const person = caret === undefined || record !== undefined ? undefined : typedName(text, caret);
  const linkNamed = useLinkNamed(aggregateId);
  const ofRecords = useRecordOffering(record?.query, (chosen) => {
    put(record?.from ?? 0, `#${chosen.title}`);
    void linkNamed(chosen);
  });
  const named = person === undefined ? [] : offersFor(person.query, people);
  const ofPeople = {
    lines: named.map(({ userId, name }) => ({
      key: String(userId),
      content: <OfferPerson userId={userId} name={name} />,
      take: () => put(person?.from ?? 0, `@${name}`),
    })),
    label: t.people,
    said: t.offered(named.length),
    emptyText: undefined,
  };
  const { label, said, emptyText, ...offering } = record === undefined ? ofPeople : ofRecords;
  const { lines } = offering;
  const { at, press } = useChosenOffer((record ?? person)?.query ?? '', offering, close);
  return {
    close,
    moveCaret: setCaret,
    /** True where the key was for the offers. */
    press: (event: KeyboardEvent): boolean => {
      if (lines.length === 0 || event.key !== 'Escape') return press(event);
      close();
      return true;
    },
    described: {
      'aria-autocomplete': 'list',
      'aria-controls': lines.length > 0 ? id : undefined,
      'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
    } as const,
    list: (
      <>
        {lines.length > 0 ? (
          <OfferLines id={id} label={label} lines={lines} at={at} onClose={close} className="comment-offers" />
        ) : emptyText === undefined ? null : (
          <p className="comment-offers quiet">{emptyText}</p>
        )}
        <span className="hidden-text" role="status">
          {lines.length > 0 ? said : (emptyText ?? '')}
        </span>
      </>
    ),
  };
}
