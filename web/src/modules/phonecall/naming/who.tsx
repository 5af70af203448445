import '../detail/detail.css';
import type { Candidate, Naming } from '@kontor/contract/phonecall';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { useSeesRecords } from '../../activity/index.tsx';
import { recordAddress } from './record-address.ts';
import { MAX_GUESSES, namedBy, reasonOf } from './rules.ts';
import { SomeoneElse } from './someone-else.tsx';
import { namingTexts } from './texts.ts';
import { useClaims } from './use-claims.ts';

/** Opens the record of somebody, where there is one that the person sees. */
export function useShowCandidate(candidate: Candidate | undefined): (() => void) | undefined {
  const { tabs } = useShell();
  const seesRecords = useSeesRecords();
  const record = candidate?.record;
  return record == null || !seesRecords ? undefined : () => tabs.open(recordAddress(record), 'beside');
}

/** Who it is, as large as its place wants it: the name that is sure, guesses side by side, else the number. */
export function WhoName({ naming }: { naming: Naming }) {
  const t = useTexts(namingTexts);
  const named = namedBy(naming);
  if (named.kind === 'maybe')
    return (
      <>
        {t.maybe} {named.candidates.map(({ name }) => name).join(` ${t.or} `)}
      </>
    );
  if (named.kind === 'none') return naming.number === '' ? t.withheld : naming.number;
  return named.name;
}

/** What stands below the name: company or kind of record, or where an unknown number is from. */
export function WhoMore({ naming }: { naming: Naming }) {
  const t = useTexts(namingTexts);
  const named = namedBy(naming);
  const said =
    named.kind === 'sure' || named.kind === 'theirs'
      ? (named.candidate?.subtitle ?? '')
      : named.kind === 'maybe'
        ? [...new Set(named.candidates.map(({ subtitle }) => subtitle).filter((one) => one !== ''))].join(` ${t.or} `)
        : '';
  const parts = [said, ...(named.kind === 'none' ? [t.unknown] : []), naming.place].filter((one) => one !== '');
  return <>{parts.join(' · ')}</>;
}

/** Why a number has this name. */
export function WhyName({ naming }: { naming: Naming }) {
  const t = useTexts(namingTexts);
  const named = namedBy(naming);
  if (named.kind === 'none') return null;
  if (named.kind === 'theirs') return <span className="call-why">{t.theirs}</span>;
  const reason = reasonOf(named.kind === 'maybe' ? named.candidates[0] : named.candidate);
  if (reason === undefined) return null;
  const isSure = named.kind === 'sure' && reason.source !== 'signature';
  return (
    <span className="call-why" data-sure={isSure}>
      <Icon name={isSure ? 'seal-check' : 'question'} small /> {t.sources[reason.source](reason.count)}
    </span>
  );
}

/** What confirms or corrects a name, where it is not sure: for this number once, at its past calls too. */
export function WhoChoice({ naming, onSaid }: { naming: Naming; onSaid: () => void }) {
  const t = useTexts(namingTexts);
  const { claim } = useClaims(naming.number, onSaid);
  const named = namedBy(naming);
  if (naming.number === '') return null;
  const isConfirmed =
    named.kind === 'sure' && ['recordField', 'hand'].includes(reasonOf(named.candidate)?.source ?? '');
  const offered =
    named.kind === 'maybe'
      ? named.candidates.slice(0, MAX_GUESSES)
      : named.kind !== 'none' && named.candidate !== undefined && !isConfirmed
        ? [named.candidate]
        : [];
  return (
    <span className="call-choice">
      {offered.map((candidate) => (
        <Button
          key={`${candidate.ownerKind} ${candidate.ownerId}`}
          aria-label={t.rightOf(candidate.name)}
          onClick={() => claim(candidate, true)}
        >
          {offered.length === 1 ? t.right : candidate.name}
        </Button>
      ))}
      <SomeoneElse naming={naming} label={named.kind === 'none' ? t.whoIs : t.someoneElse} onSaid={onSaid} />
    </span>
  );
}
