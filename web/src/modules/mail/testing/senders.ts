import { writingQueries, type SendingAccount } from '@kontor/contract/mail';
import type { FakeServer } from '../../../testing/fake-server.ts';

/** The address that the person of these tests writes from. */
const SENDER: SendingAccount = {
  email: 'info@nordwerk.example',
  id: 1,
  isTheStandardMailAccount: true,
  name: 'Info',
  standard: true,
  standardTemplateId: null,
  virtual: false,
  accountId: 1,
  isShared: true,
  canSend: true,
  manages: true,
};
/** It is the one address that they have. */
export const answerSenders = (server: FakeServer): void => {
  const { result } = writingQueries.accounts.example;
  server.answer(writingQueries.accounts, { ...result, sendingAccounts: [SENDER] });
};
