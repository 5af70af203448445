import { type ComponentType } from 'react';
import type { Account } from '../../client/accounts.ts';
import type { ProofQuestion } from '../../client/proofs.ts';

/** The sign-in: the page, or what stands in a dialog, which `onDone` closes. `preset`: who is to be signed in again. */
export type LoginScreen = ComponentType<{ readonly preset?: Account | undefined; readonly onDone?: () => void }>;

/** What asks a person who they are. */
export type ProofScreen = ComponentType<{ readonly question: ProofQuestion }>;
