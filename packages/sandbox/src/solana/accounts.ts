import { base58 } from '@scure/base';
import type { Address, EncodedAccount } from '@solana/kit';
import { codes, refuse } from './refuse.ts';

/** Token programs, with the names that nodes give them. */
export const tokenPrograms: Readonly<Record<string, string>> = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
};

const tokenAccountLength = 165;
const mintLength = 82;

export interface TokenAccount {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly state: 'initialized' | 'frozen';
}

export type FindAccount = (address: Address) => EncodedAccount | null;

/** Reads a token account (SPL Token's layout). Null for any other account. */
export function findTokenAccount({ programAddress, data }: EncodedAccount): TokenAccount | null {
  const state = data[108] ?? 0;
  // A Token-2022 mint can be as long. A byte after the layout marks it as a mint.
  const isMint = data[tokenAccountLength] === 1;
  if (!(programAddress in tokenPrograms) || data.length < tokenAccountLength || isMint || state === 0)
    return null;
  const keyAt = (at: number) => base58.encode(data.subarray(at, at + 32)) as Address;
  return {
    mint: keyAt(0),
    owner: keyAt(32),
    amount: readNumber(data, 64),
    state: state === 2 ? 'frozen' : 'initialized',
  };
}

export function toTokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const rest = digits.slice(at).replace(/0+$/, '');
  const uiAmountString = `${digits.slice(0, at)}${rest && `.${rest}`}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** Returns the decimals of a mint, or 0 if no token program owns the account. */
export function decimalsOf(mint: Address, find: FindAccount): number {
  const account = find(mint);
  return account && account.programAddress in tokenPrograms ? (account.data[44] ?? 0) : 0;
}

export function toJsonAccount(account: EncodedAccount, encoding: unknown, find: FindAccount) {
  return {
    lamports: account.lamports,
    owner: account.programAddress,
    data: (encoding === 'jsonParsed' && parse(account, find)) || encode(account.data, encoding),
    executable: account.executable,
    rentEpoch: 18_446_744_073_709_551_615n,
    space: account.data.length,
  };
}

function encode(data: EncodedAccount['data'], encoding: unknown): unknown {
  const base64 = [Buffer.from(data).toString('base64'), 'base64'];
  switch (encoding) {
    case 'base64':
    case 'jsonParsed': // accounts without a parsed form
      return base64;
    case undefined:
    case 'base58': {
      if (data.length > 128) {
        refuse(
          codes.request,
          'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
        );
      }
      const text = base58.encode(Uint8Array.from(data));
      return encoding === undefined ? text : [text, 'base58'];
    }
    default:
      return refuse(
        codes.params,
        `Invalid params: the encoding ${String(encoding)} is not one of this node.`,
      );
  }
}

function parse(account: EncodedAccount, find: FindAccount): object | null {
  const program = tokenPrograms[account.programAddress];
  if (!program) return null;
  const space = account.data.length;
  const held = findTokenAccount(account);
  if (held) {
    const { amount, mint, owner, state } = held;
    const tokenAmount = toTokenAmount(amount, decimalsOf(mint, find));
    return {
      program,
      parsed: { info: { isNative: false, mint, owner, state, tokenAmount }, type: 'account' },
      space,
    };
  }
  if (space < mintLength || account.data[45] !== 1) return null;
  const info = {
    decimals: account.data[44],
    freezeAuthority: null,
    isInitialized: true,
    mintAuthority: null,
    supply: readNumber(account.data, 36).toString(),
  };
  return { program, parsed: { info, type: 'mint' }, space };
}

const readNumber = (data: EncodedAccount['data'], at: number) =>
  new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true);
