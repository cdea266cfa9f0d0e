import { custodyRoutes, meRoutes } from '@latchkey/wire';
import { Address, type Hex, PersonalMessage, Secp256k1, Signature } from 'ox';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareFrame } from './fixture.ts';

// Recovery by a password in a real browser: Argon2id in its worker, the vault, and the service over HTTP.

const { fixture, profile, person, host, reopen } = shareFrame();

const password = 'correct-horse-battery';
const named = (address: string) => ({
  accessToken: person.accessToken,
  entropyId: address,
  entropyIdVerifier: 'ethereum-address-verifier',
});

async function createWallet(fields: object = {}): Promise<string> {
  const { data } = await host.request('privy:wallet:create', { accessToken: person.accessToken, ...fields });
  return data?.address as string;
}

const setPassword = (address: string, recoveryPassword = password) =>
  host.request('privy:wallets:set-recovery', {
    ...named(address),
    recoveryMethod: 'user-passcode',
    recoveryPassword,
  });

async function wipe(prepare?: (page: Page) => Promise<void>): Promise<void> {
  const frame = host.page.frames().find((one) => one.url().includes('/embedded-wallets'));
  await frame?.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name as string);
        request.onsuccess = request.onerror = request.onblocked = resolve;
      });
    }
  });
  await reopen(prepare);
}

async function methodShown() {
  const { json } = await fixture.service.call(meRoutes.getMe, {
    bearer: person.accessToken,
    origin: fixture.host.origin,
  });
  const wallet = json.user.linked_accounts.find((account) => account.type === 'wallet');
  return wallet?.type === 'wallet' ? wallet.recovery_method : null;
}

async function signer(address: string): Promise<string> {
  const request = { method: 'personal_sign', params: ['hello', address] };
  const { data } = await host.request('privy:wallet:rpc', {
    accessToken: person.accessToken,
    address,
    request,
  });
  const response = data?.response as { data: Hex.Hex };
  const signature = Signature.fromHex(response.data);
  const payload = PersonalMessage.getSignPayload('0x68656c6c6f');
  return Address.checksum(Secp256k1.recoverAddress({ payload, signature }));
}

describe('a wallet with a password', () => {
  test('[S58, RECO-34] in a browser that lost its storage, a wallet with a recovery password opens with that password, but neither with a wrong one nor automatically', async () => {
    const address = await createWallet();
    const workers: string[] = [];
    host.page.on('worker', (worker) => workers.push(worker.url()));
    expect(await setPassword(address)).toMatchObject({
      data: { entropyId: address, recoveryMethod: 'user-passcode' },
    });
    expect(await methodShown()).toBe('user-passcode');
    expect(workers).toEqual([expect.stringMatching(/\/frame\/password-[0-9a-f]{16}\.js$/)]);
    await expect.poll(() => host.page.workers()).toEqual([]);
    await wipe();
    const connected = await host.request('privy:wallets:connect', named(address));
    expect(connected.error?.type).toBe('wallet_not_on_device');
    const automatic = await host.request('privy:wallets:recover', named(address));
    expect(automatic.error).toMatchObject({ type: 'error', code: 'recovery_changed' });
    const wrong = await host.request('privy:wallets:recover', {
      ...named(address),
      recoveryPassword: 'wrong-password',
    });
    expect(wrong.error?.type).toBe('invalid_recovery_pin');
    const sent: string[] = [];
    host.page.on('request', (request) => sent.push(request.postData() ?? ''));
    const right = await host.request('privy:wallets:recover', {
      ...named(address),
      recoveryPassword: password,
    });
    expect(right.data).toEqual({ entropyId: address });
    expect(sent.join()).not.toContain(password);
    expect(await signer(address)).toBe(address);

    // This browser has its part again, so it opens the wallet without the password and changes its recovery to
    // automatic.
    await host.request('privy:mfa:clear', {});
    const back = await host.request('privy:wallet:set-recovery', {
      accessToken: person.accessToken,
      address,
      recoveryMethod: 'privy',
    });
    expect(back.data).toEqual({ address });
    await wipe();
    // Automatic recovery applies. It refuses this login, which was bound to the proof key that was wiped.
    const { error } = await host.request('privy:wallets:recover', named(address));
    expect(error).toMatchObject({ code: 'recent_login_required', key: expect.any(String) });
  });

  test('events of older clients create a wallet with a password, recover it and change the password, but cannot add a Solana wallet to it', async () => {
    const { accessToken } = person;
    const short = await host.request('privy:wallet:create', { accessToken, recoveryPassword: 'short' });
    expect(short.error?.type).toBe('invalid_request_arguments');
    const address = await createWallet({ recoveryPassword: password });
    await wipe();
    const wrong = await host.request('privy:wallet:recover', {
      accessToken,
      address,
      recoveryPin: 'wrong-password',
    });
    expect(wrong.error?.type).toBe('invalid_recovery_pin');
    const right = { accessToken, address, recoveryMethod: 'user-passcode', recoveryPin: password };
    expect((await host.request('privy:wallet:recover', right)).data).toEqual({ address });
    const changed = { accessToken, address, recoveryPassword: 'another-password' };
    expect((await host.request('privy:wallet:set-recovery-password', changed)).data).toEqual({ address });
    const solana = await host.request('privy:solana-wallet:create', {
      accessToken,
      ethereumAddress: address,
    });
    expect(solana.error?.code).toBe('not_supported');
  });

  test('[SOL-02] the frame refuses password and cloud recovery for an Ethereum wallet that shares its key with a Solana wallet, and for that Solana wallet', async () => {
    const address = await createWallet();
    const { accessToken } = person;
    const { data } = await host.request('privy:solana-wallet:create', {
      accessToken,
      ethereumAddress: address,
    });
    const solana = {
      accessToken,
      entropyId: data?.publicKey,
      entropyIdVerifier: 'solana-address-verifier',
    };
    const asked: string[] = [];
    host.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const requested of [
      { recoveryMethod: 'user-passcode', recoveryPassword: password },
      { recoveryMethod: 'google-drive', recoveryAccessToken: 'x' },
      { recoveryMethod: 'icloud', recoveryAccessToken: 'x' },
    ]) {
      for (const wallet of [named(address), solana]) {
        const refused = await host.request('privy:wallets:set-recovery', { ...wallet, ...requested });
        expect(refused.error).toMatchObject({ type: 'error', code: 'not_supported' });
      }
    }
    expect(asked).not.toContain(custodyRoutes.setRecovery.path);
  });
});

describe('a service that lies or loses answers', () => {
  const tamper = (path: string, change: (json: Record<string, unknown>) => object) =>
    host.page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as Record<string, unknown>;
      await route.fulfill({ response, json: { ...json, ...change(json) } });
    });

  test('[S10, S11] a service that lowers the memory of the password’s key derivation gets no proof, and tampered parts open nothing', async () => {
    const address = await createWallet({ recoveryMethod: 'user-passcode', recoveryPassword: password });
    await wipe();
    const recover = () =>
      host.request('privy:wallets:recover', { ...named(address), recoveryPassword: password });
    const proofs: string[] = [];
    host.page.on('request', (request) => {
      if (request.url().endsWith(custodyRoutes.recover.path)) proofs.push(request.postData() ?? '');
    });
    const { path } = custodyRoutes.recoveryParameters;
    await tamper(path, ({ kdf }) => ({ kdf: { ...(kdf as object), memory_kib: 1024 } }));
    expect((await recover()).error?.message).toContain('less protected');
    expect(proofs).toEqual([]);
    await host.page.unroute(`**${path}`);

    const flip = (text: unknown) => `${String(text)[0] === 'A' ? 'B' : 'A'}${String(text).slice(1)}`;
    for (const part of ['ciphertext', 'auth_part', 'recovery_version', 'entropy_uid'] as const) {
      const changed = (json: Record<string, unknown>) => ({
        [part]: part === 'recovery_version' ? Number(json[part]) + 1 : flip(json[part]),
      });
      await tamper(custodyRoutes.recover.path, changed);
      expect((await recover()).error?.type, part).toBe('error');
      await host.page.unroute(`**${custodyRoutes.recover.path}`);
      const still = await host.request('privy:wallets:connect', named(address));
      expect(still.error?.type).toBe('wallet_not_on_device');
    }
    expect((await recover()).data).toEqual({ entropyId: address });
  });

  test('a change of recovery whose answer is lost is sent again with the same body and succeeds, and of two changes at once at least one succeeds', async () => {
    const address = await createWallet();
    const bodies: string[] = [];
    await host.page.route(`**${custodyRoutes.setRecovery.path}`, async (route) => {
      bodies.push(route.request().postData() ?? '');
      const response = await route.fetch();
      await (bodies.length === 1 ? route.abort() : route.fulfill({ response }));
    });
    expect((await setPassword(address)).data).toMatchObject({ recoveryMethod: 'user-passcode' });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
    const other = await fixture.open(profile);
    const requested = { ...named(address), recoveryMethod: 'user-passcode' };
    const answers = await Promise.all([
      host.request('privy:wallets:set-recovery', { ...requested, recoveryPassword: 'first-password' }),
      other.request('privy:wallets:set-recovery', { ...requested, recoveryPassword: 'second-password' }),
    ]);
    await other.page.close();
    expect(answers.filter(({ data }) => data).length).toBeGreaterThanOrEqual(1);
    for (const { error } of answers) if (error) expect(error.code).toBe('recovery_changed');
  });
});

test('[S17] the wallet frame’s page cannot compile WebAssembly', async () => {
  const frame = host.page.frames().find((one) => one.url().includes('/embedded-wallets'));
  const outcome = await frame?.evaluate(() =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
      () => 'compiled',
      () => 'refused',
    ),
  );
  expect(outcome).toBe('refused');
});
