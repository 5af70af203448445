import { senderQueries, type AddressSuggestion, type ReceiverInput } from '@kontor/contract/mail';
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { useClient } from '../../../../client/react.tsx';
import { useSteady } from '../../../../ui/use-steady.ts';
import { typedAs } from './chip.tsx';
import { parseReceivers, withReceivers } from './parse.ts';
import type { Field, Receivers } from './rules.ts';

const WAIT_MS = 80;

/** What may be meant by the beginning of an address. Answers that come too late are dropped; none is kept. */
function useSuggestions(typed: string, isOpen: boolean): readonly AddressSuggestion[] {
  const client = useClient();
  const [found, setFound] = useState<readonly AddressSuggestion[]>([]);
  useEffect(() => {
    if (!isOpen || typed.trim() === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      client.ask.run(senderQueries.addressSuggestions, { searchTerm: typed.trim() }, stop.signal).then(
        (list) => (stop.signal.aborted ? undefined : setFound(list)),
        () => undefined,
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, typed, isOpen]);
  return typed.trim() === '' ? [] : found;
}

interface Options {
  readonly field: Field;
  readonly value: readonly ReceiverInput[];
  /** Where more is typed. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (part: Partial<Receivers>) => void;
}

/** Receivers while they are written: what is typed, what is offered for it, which chip is chosen, and what the keys do. */
export function useReceivers({ field, value, input, onChange }: Options) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(-1);
  const [active, setActive] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const offered = useSuggestions(typed, isFocused);
  const isOpen = isFocused && offered.length > 0;

  const put = (receivers: readonly ReceiverInput[]): void => onChange({ [field]: receivers });
  const add = (more: readonly ReceiverInput[]): void => {
    if (more.length > 0) put(withReceivers(value, more));
    setTyped('');
    setActive(0);
  };
  const take = (one: AddressSuggestion): void => {
    const people = one.members.length > 0 ? one.members : [one];
    add(people.map(({ email, name }) => ({ receiver: email, receiverRealName: name })));
  };
  const remove = (index: number): void => {
    put(value.filter((_, at) => at !== index));
    setChosen(-1);
    input.current?.focus();
  };
  const edit = (index: number): void => {
    const one = value[index];
    if (one === undefined) return;
    remove(index);
    setTyped(typedAs(one));
  };
  const replace = (index: number, receiver: string): void => {
    const one = value[index];
    if (one !== undefined) put(value.with(index, { ...one, receiver }));
  };
  const ofChip = useSteady({ edit, remove, replace });
  /** Keys of what is offered; false where they are none. */
  const pressOffer = ({ key }: KeyboardEvent): boolean => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const one = offered[active];
    if (by !== undefined) setActive((active + by + offered.length) % offered.length);
    else if ((key === 'Enter' || key === 'Tab') && one !== undefined && !typed.includes('@')) take(one);
    else return false;
    return true;
  };
  /** Keys among the chips, while nothing is typed. */
  const pressChip = ({ key }: KeyboardEvent): boolean => {
    if (chosen >= 0 && (key === 'Backspace' || key === 'Delete')) remove(chosen);
    else if (chosen >= 0 && key === 'Enter') edit(chosen);
    else if (chosen >= 0 && key === 'ArrowRight') setChosen(chosen + 1 < value.length ? chosen + 1 : -1);
    else if (key === 'Backspace' && value.length > 0) setChosen(value.length - 1);
    else if (key === 'ArrowLeft' && value.length > 0)
      setChosen(chosen < 0 ? value.length - 1 : Math.max(0, chosen - 1));
    else return false;
    return true;
  };
  const pressTyped = (event: KeyboardEvent): boolean => {
    if (['Enter', ',', ';'].includes(event.key) && !event.ctrlKey && !event.metaKey) add(parseReceivers(typed));
    else if (event.key === 'Escape') setTyped('');
    else return false;
    return true;
  };
  return {
    typed,
    chosen,
    active,
    isFocused,
    offered,
    isOpen,
    ofChip,
    add,
    take,
    type(text: string): void {
      setTyped(text);
      setChosen(-1);
      setActive(0);
    },
    /** Does what a key is for; returns false where it is for nothing of these. */
    press: (event: KeyboardEvent): boolean =>
      (isOpen && pressOffer(event)) || (typed === '' ? pressChip(event) : pressTyped(event)),
    enter: () => setFocused(true),
    /** What is typed when the field is left is a receiver, too. */
    leave(): void {
      setFocused(false);
      setChosen(-1);
      add(parseReceivers(typed));
    },
  };
}
