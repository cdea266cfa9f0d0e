import type { SignRequest, TypedData } from '@latchkey/core';
import { priceRoutes } from '@latchkey/wire';
import { answer, nodeUrl } from '../network.ts';
import { address, logo } from '../people.ts';
import type { State, States } from './state.ts';

export const message =
  'Welcome to Tidewater.\n\nSign this to prove that this wallet is yours. It costs nothing.\n\nNonce: 8f2c11';
export const order: TypedData = {
  domain: { name: 'Tidewater', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
  types: {
    Order: [
      { name: 'maker', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'lots', type: 'Lot[]' },
      { name: 'memo', type: 'string' },
    ],
    Lot: [{ name: 'tide', type: 'string' }],
  },
  primaryType: 'Order',
  message: {
    maker: address,
    amount: '1500000000',
    lots: [{ tide: 'ebb' }, { tide: 'flood' }],
    memo: 'Tide tables',
  },
};

/**
 * Address of Ada's Solana wallet: 32 bytes of 3. The transfer below sends half a SOL to the key of 32 bytes of 1,
 * with a block hash of 32 bytes of 5.
 */
const solanaAddress = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const keyOf = (byte: number) => Array.from({ length: 32 }, () => byte);
const transfer = btoa(
  String.fromCharCode(
    ...[1, 0, 1, 3, ...keyOf(3), ...keyOf(1), ...keyOf(0), ...keyOf(5)],
    ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 0x00, 0x65, 0xcd, 0x1d, 0, 0, 0, 0],
  ),
);

/** An unlimited token permit (EIP-2612). */
const permit: TypedData = {
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 1,
    verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: {
    owner: address,
    spender: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    value: (2n ** 256n - 1n).toString(),
    nonce: '0',
    deadline: '1900000000',
  },
};

const textToSign: SignRequest = { method: 'personal_sign', data: message, address };
const asked: State<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'> = {
  props: { request: textToSign },
  isLoggedIn: true,
  walletFrame: 'ready',
  act: ({ see }) => see('.button.primary:enabled'),
};

/** A transaction that is sent as soon as it is signed. */
const sent: State<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'> = {
  ...asked,
  host: { solana: { rpcUrls: { 'solana:mainnet': nodeUrl } } },
  answers: [answer(priceRoutes.tokenPrice, { usd: 148.2 })],
  props: {
    request: {
      method: 'solana_signAndSendTransaction',
      data: transfer,
      address: solanaAddress,
      chain: 'solana:mainnet',
    },
  },
};
const account = (lamports: number) => ({ lamports, data: ['', 'base64'] });
const holding = (amount: string) => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v';
  const info = { mint, owner: solanaAddress, tokenAmount: { amount, decimals: 6 } };
  return { lamports: 2_039_280, data: { parsed: { type: 'account', info } } };
};

/** A cast of account 20001. */
const cast =
  '080110a19c011880a3c34720012a79120303922c1a18080912140102030405060708090a0b0c0d0e0f1011121314221948656c6c6f2066726f6d2054696465776174657220f09f918b2a020006321d0a1b68747470733a2f2f7469646577617465722e6578616d706c652f61321a1218080712140102030405060708090a0b0c0d0e0f1011121314';
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const signRequest: States<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'> = {
  usual: asked,
  explained: {
    ...asked,
    async act({ press, see }) {
      await see('.button.primary:enabled');
      await press('.bar [aria-expanded]');
      await see('.info');
    },
  },
  'typed data': {
    ...asked,
    props: { request: { method: 'eth_signTypedData_v4', data: order, address } },
  },
  permit: {
    ...asked,
    props: { request: { method: 'eth_signTypedData_v4', data: permit, address } },
    act: ({ see }) => see('.button.danger:enabled'),
  },
  hash: {
    ...asked,
    props: { request: { method: 'secp256k1_sign', data: `0x${'5a'.repeat(32)}`, address } },
    act: ({ see }) => see('.button.danger:enabled'),
  },
  'Farcaster message': {
    ...asked,
    props: {
      request: {
        method: 'farcaster_signMessage',
        hash: new Uint8Array(20),
        fid: 20_001,
        address,
        message: fromHex(cast),
      },
    },
  },
  'Solana transaction': {
    ...asked,
    props: { request: { method: 'solana_signTransaction', data: transfer, address: solanaAddress } },
  },
  'Solana transaction that is sent': {
    ...sent,
    node: (method) => {
      if (method === 'getFeeForMessage') return { value: 5_000 };
      if (method === 'getMultipleAccounts') return { value: [account(2_000_000_000), null, account(1)] };
      return { value: { err: null, accounts: [account(1_499_995_000), account(500_000_000), account(1)] } };
    },
    act: ({ see }) => see('.button.primary:enabled'),
  },
  'Solana swap that is sent': {
    ...sent,
    node: (method) => {
      if (method === 'getFeeForMessage') return { value: 5_000 };
      if (method === 'getMultipleAccounts')
        return { value: [account(2_000_000_000), holding('0'), account(1)] };
      return { value: { err: null, accounts: [account(1_499_995_000), holding('74100000'), account(1)] } };
    },
    act: ({ see }) => see('.button.primary:enabled'),
  },
  'Solana transaction that will fail': {
    ...sent,
    node: (method) => {
      if (method === 'getFeeForMessage') return { value: 5_000 };
      if (method === 'getMultipleAccounts') return { value: [account(7), null, account(1)] };
      return { value: { err: 'InsufficientFundsForFee', accounts: [null, null, null] } };
    },
    act: ({ see }) => see('.notice'),
  },
  'Solana transaction not checked yet': { ...sent, act: ({ see }) => see('.button.primary:disabled') },
  'wallet not ready': { ...asked, walletFrame: 'silent', act: ({ see }) => see('.button.primary:disabled') },
  "the host's words": {
    ...asked,
    props: {
      request: {
        ...textToSign,
        uiOptions: {
          title: 'Prove that you own this wallet',
          description: 'Tidewater shows your tides to nobody else.',
          buttonText: 'I prove it',
          iconUrl: logo,
        },
      },
    },
  },
  'long words': {
    ...asked,
    props: {
      request: {
        ...textToSign,
        data: `${message}\n${'0x5af3107a4000'.repeat(40)}\n${message.repeat(8)}`,
        uiOptions: { description: message, buttonText: 'I prove it '.repeat(6) },
      },
    },
  },
  signing: {
    ...asked,
    async act({ press, see }) {
      await press('.button.primary');
      await see('.button.primary .spinner');
    },
  },
  signed: {
    ...asked,
    walletFrame: 'signing',
    async act({ press, see }) {
      await press('.button.primary');
      await see('.progress[data-state=done]');
    },
  },
};

export const connecting: States<'EMBEDDED_WALLET_CONNECTING_SCREEN'> = {
  usual: { props: { address }, isLoggedIn: true },
};
export const creating: States<'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN'> = {
  usual: { props: {}, isLoggedIn: true },
};
export const created: States<'EMBEDDED_WALLET_CREATED_SCREEN'> = {
  usual: { props: { address }, isLoggedIn: true },
};
export const keyExport: States<'EMBEDDED_WALLET_KEY_EXPORT_SCREEN'> = {
  usual: { props: { address }, isLoggedIn: true, act: ({ see }) => see('.button.danger:enabled') },
  opening: {
    props: { address },
    isLoggedIn: true,
    async act({ press, see }) {
      await press('.button.danger');
      await see('.button.danger .spinner');
    },
  },
};
