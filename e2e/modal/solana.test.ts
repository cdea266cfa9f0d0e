import { fromBase58 } from '@latchkey/frame/readable';
import type { HostConfig } from '@latchkey/react';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { waitInPage } from '../harness/index.ts';
import { createApp, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const { act, open, openWithWallet, fixture } = shareFixture({
  app: { embedded_wallet_config: walletsOnLogin },
});

/** Returns an unsigned serialised transaction: half a SOL from a wallet to the address whose bytes are all 1. */
function transferFrom(address: string): number[] {
  const keys = [...(fromBase58(address) ?? []), ...new Array(32).fill(1), ...new Array(32).fill(0)];
  const call = [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 0x00, 0x65, 0xcd, 0x1d, 0, 0, 0, 0];
  return [1, ...new Array(64).fill(0), 1, 0, 1, 3, ...keys, ...new Array(32).fill(3), ...call];
}
const isSignedBy = (address: string, signature: Uint8Array, message: Uint8Array) =>
  ed25519.verify(signature, message, fromBase58(address) ?? new Uint8Array());
const sheet = () => act.page.locator('.sheet');
const sign = () => act.page.getByRole('button', { name: 'Sign', exact: true }).click();
const send = () => act.page.getByRole('button', { name: 'Sign and send', exact: true }).click();
const reject = () => act.page.getByRole('button', { name: 'Reject', exact: true }).click();
const row = async (name: string) =>
  (
    await act.page
      .locator('.review .row', { has: act.page.locator('dt').getByText(name, { exact: true }) })
      .locator('dd')
      .innerText()
  )
    .replace(/\s+/g, ' ')
    .trim();
const tenSol = 10_000_000_000n;

/** Opens the page as `openWithWallet` does, with a Solana wallet that has ten SOL on the harness's cluster. */
async function openWithSol(embeddedWallets?: HostConfig['embeddedWallets']): Promise<string> {
  const solana = { rpcUrls: { 'solana:localnet': fixture.harness.solanaUrl } };
  // Only the operator can allow signatures without prompts.
  const app = { embedded_wallet_config: walletsOnLogin, enforce_wallet_uis: false };
  const appId = embeddedWallets ? await createApp(fixture.harness, app) : fixture.harness.appId;
  await openWithWallet({ appId, config: { solana, ...(embeddedWallets ? { embeddedWallets } : {}) } });
  const { address } = await act.page.evaluate(() => window.solana.createWallet());
  await waitInPage(act.page, () => window.solana.wallets.length === 1);
  await fixture.harness.solana.fund(address, tenSol);
  return address;
}
async function balanceOf(address: string): Promise<bigint> {
  return BigInt(((await fixture.harness.solana.request('getBalance', [address])) as { value: bigint }).value);
}
/** Returns a `transferFrom` for the harness's cluster, with a valid block hash. */
async function realTransferFrom(address: string): Promise<number[]> {
  const { value } = (await fixture.harness.solana.request('getLatestBlockhash')) as {
    value: { blockhash: string };
  };
  const bytes = transferFrom(address);
  bytes.splice(165, 32, ...(fromBase58(value.blockhash) ?? []));
  return bytes;
}
/** Sends transactions with the hook. Returns the lengths of the signatures, or the code of the error. */
function sendByHook(transactions: readonly number[][], options: object = {}): Promise<string[] | string> {
  return act.page.evaluate(
    async ([all, given]) => {
      const [wallet] = window.solana.wallets;
      if (!wallet) throw new Error('no wallet');
      const inputs = all.map((bytes) => ({
        transaction: Uint8Array.from(bytes),
        wallet,
        chain: 'solana:localnet' as const,
        options: given,
      }));
      try {
        const sent = await window.solanaHooks.signAndSendTransaction(...inputs);
        return [sent].flat().map(({ signature }) => String(signature.length));
      } catch (error) {
        return String((error as { code?: string }).code);
      }
    },
    [transactions, options] as const,
  );
}
const closed = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

describe('Solana in a page', () => {
  it('[CONF-18] a login creates the Solana wallet if the app’s settings say so, beside the Ethereum wallet, unless the host turns it off', async () => {
    const config = {
      ethereum: { create_on_login: 'all-users' },
      solana: { create_on_login: 'all-users' },
    } as const;
    const appId = await createApp(fixture.harness, { embedded_wallet_config: config });
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

  it('[SIGN-01] [SOL-06] the modal prompts for messages and transactions of a new Solana wallet with their readable content', {
    tags: 'story',
  }, async () => {
    await openWithWallet();
    const { address } = await act.page.evaluate(() => window.solana.createWallet());
    await waitInPage(act.page, () => window.solana.wallets.length === 1);
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

  it('a Solana wallet sends only what the user approved after a simulation of its changes, and several transactions only after all were approved', async () => {
    const address = await openWithSol();
    const transaction = await realTransferFrom(address);
    const declining = sendByHook([transaction]);
    await act.page.getByText('−0.5 SOL', { exact: true }).waitFor();
    expect(await act.page.locator('.amount > span').allInnerTexts()).toEqual(['$75.00', '0.5\u00a0SOL']);
    expect(await row('Expected changes')).toBe('−0.5 SOL');
    expect(await row('Recipient')).toMatch(/^4vJ9\w*…\w+$/);
    expect(await row('Network')).toBe('Solana Localnet');
    expect(await row('Network fee')).toBe('<$0.01 <0.001 SOL');
    expect(await row('Total')).toBe('$75.00 0.500005 SOL');
    expect(await row('Balance')).toBe('$1,500.00 10 SOL');
    expect(await sheet().textContent()).toContain('0.5 SOL');
    await reject();
    expect(await declining).toBe('user_rejected_request');
    await closed();
    await failAndDecline(address);
    expect(await balanceOf(address)).toBe(tenSol);

    const sending = sendByHook([transaction]);
    await send();
    expect(await sending).toEqual(['64']);
    const left = tenSol - 500_005_000n;
    expect(await balanceOf(address)).toBe(left);
    await closed();

    const [first, second] = [await realTransferFrom(address), await realTransferFrom(address)];
    first.splice(-8, 1, 2); // The amounts differ, or both would be the same transaction.
    second.splice(-8, 1, 1);
    const sendingBoth = sendByHook([first, second]);
    await send();
    await act.page.getByText('Signed', { exact: true }).waitFor();
    expect(await balanceOf(address)).toBe(left);
    await send(); // The review shows again for the second transaction.
    expect(await sendingBoth).toEqual(['64', '64']);
    expect(await balanceOf(address)).toBeLessThan(left - 1_000_000_000n);
  });

  /**
   * Sends a transaction that the simulation expects to fail, and rejects one that could not be simulated. The review
   * warns of both.
   */
  async function failAndDecline(address: string): Promise<void> {
    const dear = await realTransferFrom(address);
    dear.splice(-6, 4, 0, 0, 0, 1); // About 1,100 SOL, more than the wallet has.
    const failing = sendByHook([dear]);
    await act.page.getByRole('alert').getByText('will probably fail').waitFor();
    await send();
    expect(await failing).toBe('transaction_failure');
    await closed();

    // The wallet cannot reach its node. The user may still approve, and the review invents no change.
    await act.page.route(fixture.harness.solanaUrl, (route) => route.abort());
    const unknown = sendByHook([await realTransferFrom(address)]);
    await act.page.getByRole('alert').getByText('could not say').waitFor();
    expect(await row('Network fee')).toBe('Unknown');
    expect(await act.page.locator('.amount').count()).toBe(0);
    await reject();
    expect(await unknown).toBe('user_rejected_request');
    await act.page.unroute(fixture.harness.solanaUrl);
    await closed();
  }

  it('[SIGN-07] a Solana wallet shows no screen if the app sends without prompts, and returns once the node has accepted a transaction if the host does not wait for the confirmation', async () => {
    const address = await openWithSol({ noPromptOnSignature: true, waitForTransactionConfirmation: false });
    const asked: string[] = [];
    act.page.on('request', (request) => {
      if (request.url() === fixture.harness.solanaUrl && request.method() === 'POST')
        asked.push(JSON.parse(request.postData() ?? '{}').method);
    });
    fixture.harness.solana.lose(1); // The transaction never arrives.
    expect(await sendByHook([await realTransferFrom(address)])).toEqual(['64']);
    expect(asked).toEqual(['sendTransaction']);
    fixture.harness.solana.lose(1);
    expect(await sendByHook([await realTransferFrom(address)], { commitment: 'confirmed' })).toEqual(['64']);
    expect(asked.filter((method) => method === 'sendTransaction').length).toBeGreaterThan(2);
    expect(await balanceOf(address)).toBe(tenSol - 500_005_000n);
  });

  it('a Solana wallet signs bytes and transactions with the Solana hooks, with the host’s texts, and for code that finds it by the Wallet Standard', async () => {
    const address = await openWithSol();
    const signing = act.page.evaluate(async () => {
      const [wallet] = window.solana.wallets;
      if (!wallet) throw new Error('no wallet');
      const toMessage = (text: string) => ({
        message: new TextEncoder().encode(text),
        wallet,
        options: { uiOptions: { title: `Prove ${text}` } },
      });
      const one = await window.solanaHooks.signMessage(toMessage('one'));
      const [two, three] = await window.solanaHooks.signMessage(toMessage('two'), toMessage('three'));
      return [one, two, three].map((output) => [...(output?.signature ?? [])]);
    });
    for (const text of ['one', 'two', 'three']) {
      await act.page.getByRole('heading', { name: `Prove ${text}` }).waitFor();
      await sign();
    }
    const signatures = await signing;
    for (const [place, text] of ['one', 'two', 'three'].entries()) {
      const signature = Uint8Array.from(signatures[place] ?? []);
      expect(isSignedBy(address, signature, new TextEncoder().encode(text)), text).toBe(true);
    }
    await closed();

    const transaction = transferFrom(address);
    const signingOne = act.page.evaluate(async (bytes) => {
      const [wallet] = window.solana.wallets;
      if (!wallet) throw new Error('no wallet');
      const input = { transaction: Uint8Array.from(bytes), wallet };
      return [...(await window.solanaHooks.signTransaction(input)).signedTransaction];
    }, transaction);
    await sheet().getByText('System: transfer').waitFor();
    await sign();
    const signed = Uint8Array.from(await signingOne);
    expect(isSignedBy(address, signed.subarray(1, 65), signed.subarray(65))).toBe(true);
    await closed();
    expect(await sendByHook([transaction], { sponsor: true })).toBe('not_supported');
    await requestByStandard();
  });

  /** Finds the wallet by the Wallet Standard, as other code does, and signs with it. */
  async function requestByStandard(): Promise<void> {
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
  }
});
