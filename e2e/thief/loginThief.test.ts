// @module-tag story

import { createWalletOwner, type TestService } from '@latchkey/testkit';
import { mfaRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, createProtected, openService } from '../../packages/server/src/mfa/mfa.testkit.ts';
import { breakIn, type LoginThiefTarget, tryStolenLogin, tryToOpen } from '../attacks/loginThief.ts';

// An owner has a wallet and an authenticator app; an attacker reads the owner's mail and calls the service directly.

/**
 * Calls that are refused for another reason than the missing factor: an authenticator app exists already, no
 * enrolment was started, and the wallet has no password.
 */
const otherwise: Record<string, [number, string]> = {
  'an authenticator app of theirs': [422, 'not_supported'],
  'an authenticator app without beginning': [404, 'not_found'],
  'a recovery by chance': [422, 'not_supported'],
};

/** An app that does not trust its own page to request signatures or to open a wallet. */
const strict = { ...app, id: 'latchkey-test-app-0000024', approval: 'frame' as const };

let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [{ ...app, mfa_removal_days: 7 }, strict] });
});
afterAll(() => service.close());

const targetOf = (email: string): LoginThiefTarget => ({
  url: service.config.url,
  appId: service.app.id,
  origin: service.app.allowed_origins[0] ?? '',
  email,
  send: (request) => service.fetch(request, { remoteAddress: '203.0.113.9' }),
  readCode: async () => service.outbox.codeFor(email),
  now: () => service.clock.now(),
});

test('[S32, MFA-36] an attacker who logs in with the owner’s mail, but without the second factor, is refused the wallet, its key and changes of what protects it', async () => {
  const email = 'ada@example.com';
  const ada = await createProtected(service, email);
  const thief = await breakIn(targetOf(email));
  expect(thief.address).toBe(ada.wallet.address);
  const answers = await tryStolenLogin(thief, email);
  const refused = Object.entries(answers).map(([what, { status, code }]) => [what, status, code]);
  expect(refused).toEqual(
    Object.keys(answers).map((what) => [what, ...(otherwise[what] ?? [401, 'missing_or_invalid_mfa'])]),
  );
  // Wrong codes count as tries: after four, the right one is refused too.
  const guesses: (string | undefined)[] = [];
  for (const code of ['000000', '000001', '000002', '000003', ada.codeAt()])
    guesses.push((await thief.requestAsFrame('/api/v1/mfa/totp/verify', { code })).code);
  expect(new Set(guesses.slice(0, 4))).toEqual(new Set(['missing_or_invalid_mfa']));
  expect(guesses[4]).toBe('mfa_verification_max_attempts_reached');
});

test('the requests of an attacker who logs in are valid: with a code of the second factor they recover the wallet and pass the check of factors', async () => {
  const email = 'bea@example.com';
  const bea = await createProtected(service, email);
  const owner = await breakIn(targetOf(email));
  expect((await owner.requestAsFrame('/api/v1/mfa/totp/verify', { code: bea.codeAt() })).status).toBe(200);
  const answers = await tryStolenLogin(owner, email);
  expect(answers['the wallet']?.status).toBe(200);
  service.clock.advance(60_000);
  const anew = { code: bea.codeAt(), purpose: 'change_factors' };
  expect((await owner.requestAsFrame('/api/v1/mfa/totp/verify', anew)).status).toBe(200);
  expect((await owner.requestAsFrame('/api/v1/mfa/totp/init')).status).not.toBe(401);
});

test('the owner is notified of a removal of all factors that an attacker requested; the owner’s older session can cancel it, the attacker’s cannot', async () => {
  const email = 'cleo@example.com';
  const cleo = await createProtected(service, email);
  service.clock.advance(30 * 60_000);
  const thief = await breakIn(targetOf(email));
  const mails = service.outbox.messages.length;
  expect((await thief.requestAsPage('/api/v1/mfa/removal')).status).toBe(200);
  await expect.poll(() => service.outbox.messages.length).toBeGreaterThan(mails);
  expect((await thief.requestAsPage('/api/v1/mfa/removal/cancel')).status).toBeGreaterThanOrEqual(400);
  const { status } = await service.call(mfaRoutes.cancelRemoval, { bearer: cleo.user.token, body: {} });
  expect(status).toBe(200);
});

test('[S12, S14] with strict approval, an attacker with a fresh login and its confirmation, but without the code that opens the wallet, gets no part of its key', async () => {
  const email = 'dora@example.com';
  const dora = await createWalletOwner(service, email, strict.id);
  service.clock.advance(30_000);
  const target = targetOf(email);
  const thief = await breakIn({ ...target, appId: strict.id });
  expect(thief.address).toBe(dora.wallet.address);
  service.clock.advance(30_000);
  // Here the attacker is the host page, which sees the codes of logins. It does not see the code that opens the wallet,
  // which the user types into the frame's own page.
  const answers = await tryToOpen(thief, email, target.readCode);
  expect(answers.confirmed.status).toBe(200);
  const codes = Object.entries(answers).map(([what, { code }]) => [what, code]);
  expect(Object.fromEntries(codes)).toEqual({
    atOnce: 'recent_login_required',
    confirmed: undefined,
    afterConfirming: 'recent_login_required',
    byCodeOfLogin: 'invalid_credentials',
    bySent: undefined,
    byGuess: 'invalid_credentials',
    exported: undefined,
  });
  const { recovery, device } = dora.wallet.body;
  for (const secret of [recovery.auth_part, recovery.ciphertext, recovery.recovery_key, device.auth_part])
    expect(JSON.stringify(answers)).not.toContain(secret);
  // Control: the requests are valid. With the code that went to the owner, the same key opens the wallet.
  const wallet = { entropy_id: thief.address, entropy_id_verifier: 'ethereum-address-verifier' };
  const code = service.outbox.codeFor(email);
  expect((await thief.requestAsFrame('/api/v1/frame/wallets/recover', { ...wallet, code })).status).toBe(200);
});
