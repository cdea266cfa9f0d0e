import { mfaRoutes } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pressTwice } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { addressOf } from '../wallets/pageWallets.ts';
import { type Approval, openApproval, press, signatureOf } from './approvePage.ts';
import { mountExport } from './exportPage.ts';

// Second factors on the wallet's own pages, which cannot prompt for one: they pass the refusal on, or say what to do.

let approval: Approval;
const phoneNumber = '+12015550101';
beforeAll(async () => {
  approval = await openApproval({}, { mfa_methods: ['sms'] });
  const { host, person, service } = approval;
  const { accessToken } = person;
  const asked = { accessToken, method: 'sms', phoneNumber };
  await host.request('privy:mfa:init-enrollment', asked);
  const code = service.outbox.codeFor(phoneNumber);
  expect((await host.request('privy:mfa:submit-enrollment', { ...asked, code })).data).toEqual({});
});
afterEach(() => approval.unmountAll());
afterAll(() => approval?.close());

/** Returns a code that the phone number has just received, as the fields of a message. */
async function receiveCode() {
  const { host, person, service } = approval;
  service.clock.advance(30_000);
  const bearer = person.accessToken;
  const { origin } = new URL(host.page.url());
  await service.call(mfaRoutes.startSms, { bearer, origin, body: { action: 'verify' } });
  return { mfaMethod: 'sms', mfaCode: service.outbox.codeFor(phoneNumber), relyingParty: origin };
}

const forget = () => approval.host.request('privy:mfa:clear', { accessToken: approval.person.accessToken });

test('[S12, S14, MFA-36] if a second factor is enrolled, an approved request is signed only with a verification, and the refusal reaches the host page', async () => {
  const { address } = approval;
  const request = { method: 'personal_sign', params: ['Hello', address] };
  await forget();
  const refused = await approval.requestFor(request);
  await press(refused, 'Sign');
  expect((await refused.answer)?.error).toMatchObject({
    type: 'missing_or_invalid_mfa',
    code: 'missing_or_invalid_mfa',
    methods: ['sms'],
  });
  await approval.unmountAll();
  const asked = await approval.requestFor(request, { extra: await receiveCode() });
  await press(asked, 'Sign');
  expect(signerOfMessage('Hello', await signatureOf(asked))).toBe(address);
});

test('[EXPO-03, S13] the export page shows a key only after a verification for the export, and otherwise says that the verification has expired', async () => {
  const { address, host, person, page, service } = approval;
  const { accessToken } = person;
  const query = new URLSearchParams({ address, primaryAddress: address, phrase_export: 'true' });
  const { app, config } = service;
  const url = `${config.url}/apps/${app.id}/embedded-wallets/export?${query}#token=${accessToken}`;
  const look = { height: 300, allow: 'clipboard-write self *', style: 'width: 368px' };
  // An unlocked wallet is not enough for an export.
  const ref = { entropyId: address, entropyIdVerifier: 'ethereum-address-verifier' };
  const opened = await host.request('privy:wallets:connect', {
    accessToken,
    ...ref,
    ...(await receiveCode()),
  });
  expect(opened.data).toEqual({ entropyId: address });
  const frame = await mountExport(page, url, look);
  await pressTwice(frame, 'Show private key');
  await frame.getByText('Your verification has expired.').waitFor();
  expect(await frame.locator('output').isVisible()).toBe(false);
  const verified = { accessToken, purpose: 'export', ...(await receiveCode()) };
  expect((await host.request('privy:mfa:verify', verified)).data).toEqual({});
  await pressTwice(frame, 'Show private key');
  await frame.locator('output').waitFor();
  expect(addressOf((await frame.locator('output').textContent()) ?? '')).toBe(address);
});
