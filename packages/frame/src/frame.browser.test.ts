import { logIn } from '@latchkey/testkit';
import { PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Profile } from '../../../e2e/rig/browser.ts';
import { type HostFrame, openHostFrame, type Stage, setStage } from './hostPage.testkit.ts';
import { mail } from './sign/typedDataVectors.testkit.ts';

let stage: Stage;
const profiles: Profile[] = [];
beforeAll(async () => {
  stage = await setStage();
});
afterEach(async () => {
  for (const profile of profiles.splice(0)) await profile.close();
});
afterAll(() => stage?.close());

async function openProfile(): Promise<Profile> {
  const profile = await launchBrowser();
  profiles.push(profile);
  return profile;
}

async function openHost(given: Profile, origin: string = stage.host.origin): Promise<HostFrame> {
  return openHostFrame(await given.newPage(), origin, stage.frameUrl);
}

let people = 0;
async function logInSomebody(): Promise<string> {
  people += 1;
  const reply = await logIn(stage.service, `person${people}@example.com`, { origin: stage.host.origin });
  return toToken(reply);
}

/** What our own client puts into frame messages. */
function toToken(reply: { privy_access_token?: string | null; privyAccessToken?: string }): string {
  return reply.privy_access_token ?? reply.privyAccessToken ?? '';
}

const entropyOf = (address: string) => ({
  entropyId: address,
  entropyIdVerifier: 'ethereum-address-verifier' as const,
});

async function createWallet(host: HostFrame, accessToken: string): Promise<string> {
  const reply = await host.ask('privy:wallet:create', { accessToken });
  expect(reply).toMatchObject({ data: { address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) } });
  return (reply as { data: { address: string } }).data.address;
}

async function sign(host: HostFrame, accessToken: string, address: string): Promise<string> {
  const reply = await host.ask('privy:wallets:rpc', {
    accessToken,
    ...entropyOf(address),
    chainType: 'ethereum',
    hdWalletIndex: 0,
    request: { method: 'personal_sign', params: ['hello', address] },
  });
  expect(reply).toMatchObject({
    data: { address, chainType: 'ethereum', response: { method: 'personal_sign' } },
  });
  return (reply as { data: { response: { data: string } } }).data.response.data;
}

function recoverSigner(signature: string): string {
  const payload = PersonalMessage.getSignPayload('0x68656c6c6f');
  return Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature as `0x${string}`) });
}

describe('the frame in a host page', () => {
  it('[FRAME-03, FRAME-05] answers ready with its id, as an object and as JSON', async () => {
    const host = await openHost(await openProfile());
    await host.post([JSON.stringify({ id: 'id-text', event: 'privy:iframe:ready', data: {} })]);
    await expect
      .poll(() => host.answers())
      .toContainEqual({ id: 'id-text', event: 'privy:iframe:ready', data: {} });
  });

  it('creates a wallet, signs with it, and does so again after a reload', async () => {
    const profile = await openProfile();
    const token = await logInSomebody();
    const host = await openHost(profile);
    const address = await createWallet(host, token);
    expect(recoverSigner(await sign(host, token, address)).toLowerCase()).toBe(address.toLowerCase());
    const reloaded = await openHost(profile);
    expect(
      await reloaded.ask('privy:wallets:connect', { accessToken: token, ...entropyOf(address) }),
    ).toMatchObject({
      data: { entropyId: address },
    });
    expect(recoverSigner(await sign(reloaded, token, address)).toLowerCase()).toBe(address.toLowerCase());
  });

  it('serves the older family of events, and typed data', async () => {
    const token = await logInSomebody();
    const host = await openHost(await openProfile());
    const address = await createWallet(host, token);
    expect(await host.ask('privy:mfa:clear', { userId: 'any' })).toMatchObject({ data: {} });
    expect(await host.ask('privy:wallet:connect', { accessToken: token, address })).toMatchObject({
      data: { address },
    });
    expect(await host.ask('privy:wallet:recover', { accessToken: token, address })).toMatchObject({
      data: { address },
    });
    const request = { method: 'eth_signTypedData_v4', params: [address, mail] };
    const reply = await host.ask('privy:wallet:rpc', {
      accessToken: token,
      address,
      hdWalletIndex: null,
      request,
    });
    const { response } = (reply as { data: { response: { data: `0x${string}` } } }).data;
    const payload = TypedData.getSignPayload(mail as never);
    const signer = Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(response.data) });
    expect(signer.toLowerCase()).toBe(address.toLowerCase());
  });

  it('recovers the same address in a new browser, which is a device from then on', async () => {
    const token = await logInSomebody();
    const address = await createWallet(await openHost(await openProfile()), token);
    const profile = await openProfile();
    const host = await openHost(profile);
    const connect = { accessToken: token, ...entropyOf(address) };
    expect(await host.ask('privy:wallets:connect', connect)).toMatchObject({
      error: { type: 'wallet_not_on_device' },
    });
    expect(await host.ask('privy:wallets:recover', connect)).toMatchObject({ data: { entropyId: address } });
    expect(recoverSigner(await sign(host, token, address)).toLowerCase()).toBe(address.toLowerCase());
    const reloaded = await openHost(profile);
    expect(await reloaded.ask('privy:wallets:connect', connect)).toMatchObject({
      data: { entropyId: address },
    });
  });

  it('creates, signs and recovers where storage is refused to a frame of another site', async () => {
    const profile = await openProfile();
    const token = await logInSomebody();
    const host = await openHost(profile, stage.host.crossSiteOrigin);
    const frame = host.page.frames()[1];
    const probe = await frame?.evaluate(() => {
      try {
        return new Promise((resolve) => {
          const request = indexedDB.open('probe');
          request.onsuccess = () => resolve('opened');
          request.onerror = () => resolve('refused');
        });
      } catch {
        return 'refused';
      }
    });
    expect(probe).toBe('refused');
    const address = await createWallet(host, token);
    expect(recoverSigner(await sign(host, token, address)).toLowerCase()).toBe(address.toLowerCase());
    const reloaded = await openHost(profile, stage.host.crossSiteOrigin);
    const connect = { accessToken: token, ...entropyOf(address) };
    expect(await reloaded.ask('privy:wallets:connect', connect)).toMatchObject({
      error: { type: 'wallet_not_on_device' },
    });
    expect(await reloaded.ask('privy:wallets:recover', connect)).toMatchObject({
      data: { entropyId: address },
    });
    expect(recoverSigner(await sign(reloaded, token, address)).toLowerCase()).toBe(address.toLowerCase());
  });

  it('makes one wallet when two tabs, or two browsers, create at once', async () => {
    const token = await logInSomebody();
    const [first, second] = [await openProfile(), await openProfile()];
    const hosts = await Promise.all([openHost(first), openHost(first), openHost(second)]);
    const addresses = await Promise.all(hosts.map((host) => createWallet(host, token)));
    expect(new Set(addresses).size).toBe(1);
    for (const host of hosts) await sign(host, token, addresses[0]!);
  });

  it('refuses a second wallet', async () => {
    const token = await logInSomebody();
    const host = await openHost(await openProfile());
    await createWallet(host, token);
    stage.service.clock.advance(60_000);
    expect(await host.ask('privy:wallet:create', { accessToken: token })).toMatchObject({
      error: { type: 'error', code: 'embedded_wallet_already_exists' },
    });
  });
});
