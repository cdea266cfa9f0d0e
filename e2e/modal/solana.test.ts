import { fromBase58 } from '@latchkey/frame/readable';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { createApp, newEmail, shareStage, walletsOnLogin } from './stage.ts';

const { act, open, openWithWallet, stage } = shareStage({ app: { embedded_wallet_config: walletsOnLogin } });

/** A transaction as it travels, unsigned: half a SOL from a wallet to a key of ones. */
function transferFrom(address: string): number[] {
  const keys = [...(fromBase58(address) ?? []), ...new Array(32).fill(1), ...new Array(32).fill(0)];
  const call = [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 0x00, 0x65, 0xcd, 0x1d, 0, 0, 0, 0];
  return [1, ...new Array(64).fill(0), 1, 0, 1, 3, ...keys, ...new Array(32).fill(3), ...call];
}
const isSignedBy = (address: string, signature: Uint8Array, message: Uint8Array) =>
  ed25519.verify(signature, message, fromBase58(address) ?? new Uint8Array());
const sheet = () => act.page.locator('.sheet');
const sign = () => act.page.getByRole('button', { name: 'Sign', exact: true }).click();
const closed = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

describe('Solana in a page', () => {
  it('[CONF-18] makes the wallet at login where the app says so, after the Ethereum one, and in no other host', async () => {
    const config = {
      ethereum: { create_on_login: 'all-users' },
      solana: { create_on_login: 'all-users' },
    } as const;
    const appId = await createApp(stage.rig, { embedded_wallet_config: config });
    const chains = () => act.page.evaluate(() => window.host.wallets.map(({ chainType }) => chainType));
    const list = () =>
      act.page.evaluate(() => [window.host.wallets.length, window.solana.wallets.length] as const);
    await open({ appId });
    await act.logIn(newEmail());
    await act.leaveWithWallet();
    await expect.poll(list).toEqual([1, 1]);
    expect(await chains()).toEqual(['ethereum']);

    await open({ appId, config: { embeddedWallets: { solana: { createOnLogin: 'off' } } } });
    await act.logIn(newEmail());
    await act.leaveWithWallet();
    expect(await list()).toEqual([1, 0]);
  });

  it('[SIGN-01] [SOL-06] makes the wallet, and asks for messages and transactions as what they are', async () => {
    await openWithWallet();
    const { address } = await act.page.evaluate(() => window.solana.createWallet());
    await act.page.waitForFunction(() => window.solana.wallets.length === 1);
    await expect
      .poll(() => act.page.evaluate(() => window.host.wallets.map(({ chainType }) => chainType)))
      .toEqual(['ethereum']);

    const message = act.page.evaluate(() => window.solana.wallets[0]?.signMessage({ message: 'Ahoy 👋' }));
    await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    expect(await sheet().textContent()).toBe('Ahoy 👋');
    await sign();
    const signature = fromBase58((await message) ?? '') ?? new Uint8Array();
    expect(isSignedBy(address, signature, new TextEncoder().encode('Ahoy 👋'))).toBe(true);
    await closed();

    const transaction = transferFrom(address);
    const signing = act.page.evaluate(async (bytes) => {
      const [wallet] = window.solana.wallets;
      const signed = await wallet?.signTransaction({ transaction: Uint8Array.from(bytes) });
      return [...(signed ?? [])];
    }, transaction);
    await sheet().getByText('System: transfer').waitFor();
    expect(await sheet().textContent()).toContain('amount0.5 SOL');
    await sign();
    const signed = Uint8Array.from(await signing);
    expect(isSignedBy(address, signed.subarray(1, 65), signed.subarray(65))).toBe(true);
    expect([...signed.subarray(65)]).toEqual(transaction.slice(65));
    await closed();
  });

  it('is found by code that looks for wallets by the Wallet Standard, and asks in the modal', async () => {
    await openWithWallet();
    await act.page.evaluate(() => window.solana.createWallet());
    const asked = act.page.evaluate(async () => {
      const wallets: { name: string; accounts: object[]; features: Record<string, never> }[] = [];
      const register = (wallet: (typeof wallets)[0]) => wallets.push(wallet);
      const ready = new CustomEvent('wallet-standard:app-ready', { detail: { register } });
      window.dispatchEvent(ready);
      const wallet = wallets.find(({ name }) => name === 'Tidewater');
      if (!wallet) throw new Error('no wallet was registered');
      const { connect } = wallet.features['standard:connect'] as unknown as {
        connect(): Promise<{ accounts: { address: string }[] }>;
      };
      const { signMessage } = wallet.features['solana:signMessage'] as unknown as {
        signMessage(input: object): Promise<{ signature: Uint8Array }[]>;
      };
      const [account] = (await connect()).accounts;
      const [output] = await signMessage({ account, message: new TextEncoder().encode('From afar') });
      return { address: account?.address ?? '', signature: [...(output?.signature ?? [])] };
    });
    await sheet().getByText('From afar').waitFor();
    await sign();
    const { address, signature } = await asked;
    expect(isSignedBy(address, Uint8Array.from(signature), new TextEncoder().encode('From afar'))).toBe(true);
  });
});
