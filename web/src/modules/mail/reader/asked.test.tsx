import { messageEvents, messageQueries, textedKey } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messageId } from '../../../testing/messages.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { openMail } from '../testing/open-mail.ts';

const related = { moduleName: 'message', information: 'Wer kommt?', timestamp: 1, role: 'made' } as const;
const said = { by: 'Ben Kurz', communicationPartnerUserId: null, mayAnswer: true };

test('an item that colleagues were asked about says what they have answered, as it comes', async () => {
  const app = await openMail(
    { related: [{ ...related, aggregateId: messageId(17) }] },
    { server: (server) => server.answer(messageQueries.notice, { ...said, text: 'Wer kommt?' }) },
  );
  const line = page.getByRole('group', { name: 'Daraus entstanden' });
  await expect.element(line.getByRole('link', { name: 'Wer kommt?' })).toBeVisible();
  expect(line.element().textContent).not.toContain('Ben Kurz');
  app.server.answer(messageQueries.notice, { ...said, text: 'Ich, um neun.' });
  app.server.happen(messageEvents.texted, [textedKey({ entryId: 17 })], { aggregateId: messageId(17) });
  await expect.element(line.getByText('Ben Kurz: Ich, um neun.')).toBeVisible();
  await expectUsable(app);
});
