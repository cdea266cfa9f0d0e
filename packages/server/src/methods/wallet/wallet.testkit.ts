import type { TestService } from '@latchkey/testkit';
import { type WalletAuthenticateBody, walletRoutes } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import * as Address from 'ox/Address';
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';

export const page = 'http://localhost:3000';

/** Fields of a message that replace those of a valid one. */
export interface Said {
  readonly scheme?: string;
  readonly domain?: string;
  readonly address?: string;
  readonly uri?: string;
  readonly chainId?: number | string;
  readonly nonce?: string;
  readonly issuedAt?: string;
  /** Lines after `Issued At`. */
  readonly more?: string;
}

export interface Signer {
  readonly address: string;
  sign(message: string): string;
}

/** Returns an Ethereum wallet, always the same for the same number. */
export const ethereumWallet = (number: number): Signer => keyWallet(Hex.fromNumber(number + 1, { size: 32 }));

export function keyWallet(privateKey: Hex.Hex): Signer {
  const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }));
  return {
    address: Address.checksum(address),
    sign: (message) =>
      Signature.toHex(
        Secp256k1.sign({ payload: PersonalMessage.getSignPayload(Hex.fromString(message)), privateKey }),
      ),
  };
}

/** Returns a Solana wallet, always the same for the same number. */
export function solanaWallet(number: number): Signer {
  const secret = new Uint8Array(32).fill(number + 1);
  return {
    address: base58.encode(ed25519.getPublicKey(secret)),
    sign: (message) => Buffer.from(ed25519.sign(Buffer.from(message), secret)).toString('base64'),
  };
}

/** Returns the message that published clients make, for either chain type. */
export function messageOf(chain: 'Ethereum' | 'Solana', nowMs: number, said: Said): string {
  const {
    domain = 'localhost:3000',
    uri = page,
    chainId = chain === 'Solana' ? 'mainnet' : 1,
    nonce = '',
    address = '',
    issuedAt = new Date(nowMs).toISOString(),
    more = '\nResources:\n- https://privy.io',
    scheme = '',
  } = said;
  return `${scheme}${domain} wants you to sign in with your ${chain} account:\n${address}\n\nBy signing, you log in.\n\nURI: ${uri}\nVersion: 1\nChain ID: ${chainId}\nNonce: ${nonce}\nIssued At: ${issuedAt}${more}`;
}

export function createWallets(open: () => TestService, call: { readonly appId?: string } = {}) {
  const now = () => open().clock.now();

  async function nonceOf(address: string, bearer?: string): Promise<string> {
    const input = { ...call, body: { address }, ...(bearer === undefined ? {} : { bearer }) };
    const route = address.startsWith('0x') ? walletRoutes.init : walletRoutes.initSolana;
    return (await open().call(route, input)).json.nonce;
  }

  async function signed(
    signer: Signer,
    { said = {}, bearer }: { said?: Said; bearer?: string } = {},
  ): Promise<{ message: string; signature: string }> {
    const nonce = said.nonce ?? (await nonceOf(said.address ?? signer.address, bearer));
    const chain = signer.address.startsWith('0x') ? 'Ethereum' : 'Solana';
    const message = messageOf(chain, now(), { address: signer.address, ...said, nonce });
    return { message, signature: signer.sign(message) };
  }

  return {
    nonceOf,
    signed,
    logIn: async (
      signer: Signer,
      { said, ...body }: { said?: Said } & Partial<WalletAuthenticateBody> = {},
    ) => {
      const shown = { ...(await signed(signer, said ? { said } : {})), ...body };
      return signer.address.startsWith('0x')
        ? open().call(walletRoutes.authenticate, { ...call, body: shown })
        : open().call(walletRoutes.authenticateSolana, { ...call, body: shown });
    },
    link: async (signer: Signer, bearer: string, said?: Said) => {
      const body = await signed(signer, said ? { bearer, said } : { bearer });
      return signer.address.startsWith('0x')
        ? open().call(walletRoutes.link, { ...call, bearer, body })
        : open().call(walletRoutes.linkSolana, { ...call, bearer, body });
    },
    transfer: async (signer: Signer, bearer: string, nonce: string) =>
      signer.address.startsWith('0x')
        ? open().call(walletRoutes.transfer, {
            ...call,
            bearer,
            body: { nonce, address: signer.address, chainId: 'eip155:1' },
          })
        : open().call(walletRoutes.transferSolana, {
            ...call,
            bearer,
            body: { nonce, address: signer.address },
          }),
    unlink: async (address: string, bearer: string) =>
      address.startsWith('0x')
        ? open().call(walletRoutes.unlink, { ...call, bearer, body: { address } })
        : open().call(walletRoutes.unlinkSolana, { ...call, bearer, body: { address } }),
  };
}
