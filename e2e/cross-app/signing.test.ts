import { describe, expect, it } from 'vitest';
import { signerOfMessage, signerOfTypedData } from '../harness/signer.ts';
import { newEmail } from '../modal/fixture.ts';
import { shareCrossApp } from './fixture.ts';

// Requests of one app to a wallet of another app, reviewed on that app's own page.

const fixture = shareCrossApp();

const order = {
  domain: { name: 'Market', version: '1', chainId: 31_337 },
  types: { Order: [{ name: 'what', type: 'string' }] },
  primaryType: 'Order',
  message: { what: 'One lantern' },
} as const;

describe('a wallet of another app', () => {
  it('[XAPP-13] [XAPP-15] [XAPP-18] a wallet of another app signs messages and data and sends transactions, and reports a refusal and an ended connection', {
    tags: 'story',
  }, async () => {
    const visit = await fixture.open();
    await visit.connect(newEmail());
    const address = await visit.address();
    await fixture.harness.chain.fund(address, 10n ** 18n);

    const message = await visit.request('Sign a message', 'Sign', async (popup) => {
      await popup.getByRole('heading', { name: 'Market asks for a signature' }).waitFor();
      await popup.getByText(new URL(fixture.origin).host).first().waitFor();
      await popup.getByText('Hello from the market').waitFor();
      expect(new URL(popup.url()).origin).toBe(fixture.hostedUrl);
      expect(popup.url()).not.toMatch(/token|request=/);
    });
    expect(signerOfMessage('Hello from the market', message)).toBe(address);
    const data = await visit.request('Sign data', 'Sign', (popup) =>
      popup.getByText('One lantern').waitFor(),
    );
    expect(signerOfTypedData(order, data)).toBe(address);
    const hash = await visit.request('Send', 'Approve', (popup) =>
      popup.getByRole('heading', { name: 'Market asks for a transaction' }).waitFor(),
    );
    await expect
      .poll(() => fixture.harness.chain.request('eth_getTransactionReceipt', [hash]))
      .toMatchObject({ from: address.toLowerCase(), status: '0x1' });

    expect(await visit.request('Sign a message', 'Cancel')).toMatch(/^error user_rejected_request/);
    const closed = await visit.openPopup('Sign a message');
    await closed.close();
    expect(await visit.outcome()).toBe('error user_rejected_request: User rejected request');

    // The user ends the connection on the hosted page that lists the connected apps.
    const list = await visit.profile.newPage();
    await list.goto(`${fixture.hostedUrl}/connections?app=${fixture.providerId}`);
    await list.getByText('Market').first().waitFor();
    await list.getByRole('button', { name: 'Disconnect: Market', exact: true }).click();
    await list.getByRole('button', { name: 'Yes, disconnect', exact: true }).click();
    await list.getByText('No app is connected').waitFor();
    await list.close();
    expect(await visit.request('Sign a message', 'Close')).toMatch(
      /^error .*Transactions require a valid token/,
    );
    const keys = await visit.page.evaluate(() => Object.keys(localStorage));
    expect(keys.filter((key) => key.includes(fixture.providerId))).toEqual([]);
    await visit.close();
  });
});
