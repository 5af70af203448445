import type { Page } from 'playwright-core';

/** A device that keeps passkeys. Its owner agrees with everything, as long as `agrees` says so. */
export async function addAuthenticator(page: Page): Promise<{ agrees(yes: boolean): Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    agrees: async (yes) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: yes });
    },
  };
}
