import { useEffect } from 'react';
import { Failure } from '../../client/failure.ts';
import type { ProofScreen } from './sign-in-screens.ts';
import type { ProofQuestion } from '../../client/proofs.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { Extra } from '../failures/boundary.tsx';

/** Nobody can be asked: what was begun is told so. */
function QuestionUnavailable({ question }: { question: ProofQuestion }) {
  useEffect(() => question.end(new Failure('offline', 'the question could not be loaded')), [question]);
  return null;
}

/** Asks the person who they are, over whatever they are doing, as soon as the server wants to know. */
export function Proving({ proof: Proof }: { proof: ProofScreen }) {
  const { proofs } = useClient();
  const question = useValue(proofs.question);
  useEffect(() => proofs.attend(), [proofs]);
  return question === undefined ? null : (
    <Extra otherwise={<QuestionUnavailable question={question} />}>
      <Proof question={question} />
    </Extra>
  );
}
