import { refuse } from '../refusal.ts';
import { toChecksumAddress } from './checksum.ts';
import { decodeAtom } from './decode.ts';

/** Storage that a transaction declares in advance (EIP-2930). */
export interface AccessListEntry {
  /** EIP-55. */
  readonly address: string;
  /** 32 bytes each, 0x and lower-case hex. */
  readonly storageKeys: readonly string[];
}

/** Complete transaction. The signed bytes, and what the user is shown, are made from these fields. */
export interface Transaction {
  /** Sender that the request names, EIP-55; null if it names none. The only field that is not signed. */
  readonly from: string | null;
  readonly type: 'legacy' | 'eip2930' | 'eip1559';
  readonly chainId: number;
  readonly nonce: number;
  readonly gasLimit: bigint;
  /** EIP-55; null if the transaction creates a contract. */
  readonly to: string | null;
  /** In wei, like all prices. */
  readonly value: bigint;
  /** 0x and lower-case hex. */
  readonly data: string;
  /** Null for `eip1559`. */
  readonly gasPrice: bigint | null;
  /** Null unless the type is `eip1559`, like the next field. */
  readonly maxFeePerGas: bigint | null;
  readonly maxPriorityFeePerGas: bigint | null;
  readonly accessList: readonly AccessListEntry[];
}

const types = ['legacy', 'eip2930', 'eip1559'] as const;
const names = [
  ...['from', 'account', 'type', 'chainId', 'nonce', 'gasLimit', 'gas', 'to', 'value', 'data'],
  ...['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList'],
] as const;

/** Largest size of a transaction that Geth relays, in bytes. Longer contents would only keep the page busy. */
const maxBytes = 131_072;
const maxStorageKeys = maxBytes / 32;
const twoFees = 'stands beside maxFeePerGas: one must go';

/**
 * Decodes the parameter of `eth_signTransaction`, as published clients send it: quantities as numbers, bigints,
 * decimal or 0x-hex text, or an ethers v5 BigNumber. Fields that are null or undefined count as absent. `gas`
 * (JSON-RPC) is `gasLimit`, and `account` (viem) is `from`.
 *
 * Chain, nonce, gas limit and fees are never filled in. An unknown field, two different ways to pay fees, blobs
 * (type 3) and delegations (type 4) are refused, because the user would sign something that was not shown.
 *
 * @throws Refusal `invalid_request_arguments`
 */
export function decodeTransaction(value: unknown): Transaction {
  const fields = readFields(value);
  const has = (name: string) => fields[name] !== undefined;
  const quantity = (name: string, bits: 64 | 256) => toQuantity(fields[name], name, bits);
  const address = (name: string) => (has(name) ? toAddress(fields[name], name) : null);
  const type = readType(fields.type, has);
  const isMarket = type === 'eip1559';
  const to = address('to');
  const data = has('data') ? toBytes(fields.data, 'data') : '0x';
  const accessList = has('accessList') ? toAccessList(fields.accessList) : [];
  const transaction: Transaction = {
    from: readEither('from', 'account', has, address),
    type,
    chainId: toSafe(quantity('chainId', 64), 'chainId'),
    nonce: toSafe(quantity('nonce', 64), 'nonce'),
    gasLimit: readEither('gasLimit', 'gas', has, (name) => quantity(name, 64)),
    to,
    value: has('value') ? quantity('value', 256) : 0n,
    data,
    gasPrice: isMarket ? null : quantity('gasPrice', 256),
    maxFeePerGas: isMarket ? quantity('maxFeePerGas', 256) : null,
    maxPriorityFeePerGas: isMarket ? quantity('maxPriorityFeePerGas', 256) : null,
    accessList,
  };
  // Some libraries read chain id 0 as no chain, and make a signature that is bound to no chain (EIP-155).
  if (transaction.chainId === 0) refuseField('chainId', 'must name a chain');
  if (to === null && data === '0x') refuseField('to', 'is missing: a contract is created of data alone');
  if (type === 'legacy' && accessList.length > 0) refuseField('accessList', 'needs type 1 or 2');
  // Nodes also write the maxFeePerGas of a pending type 2 transaction into gasPrice.
  if (isMarket && has('gasPrice') && quantity('gasPrice', 256) !== transaction.maxFeePerGas)
    refuseField('gasPrice', twoFees);
  if ((transaction.maxPriorityFeePerGas ?? 0n) > (transaction.maxFeePerGas ?? 0n)) {
    refuseField('maxPriorityFeePerGas', 'is higher than maxFeePerGas');
  }
  return transaction;
}

function readFields(value: unknown): Partial<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse('invalid_request_arguments', 'The transaction must be an object');
  }
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined || field === null) continue;
    if (!names.some((known) => known === name)) refuseField(name.slice(0, 64), 'is not known');
    fields[name] = name === 'account' ? toSender(field) : field;
  }
  return fields;
}

/** Reads the sender as viem names an account: by its address, or by an object with its address. */
const toSender = (account: unknown): unknown =>
  typeof account === 'object' ? (Object(account).address ?? '') : account;

/** Reads a field with two names. Refuses two different values: a page could have one shown and the other signed. */
function readEither<T>(
  name: string,
  other: string,
  has: (name: string) => boolean,
  read: (name: string) => T,
): T {
  if (!has(other)) return read(name);
  const value = read(other);
  if (has(name) && read(name) !== value) refuseField(other, `says something else than ${name}`);
  return value;
}

/** Returns the declared type, or the one that the fees and the access list imply. */
function readType(value: unknown, has: (name: string) => boolean): Transaction['type'] {
  const isMarket = has('maxFeePerGas') || has('maxPriorityFeePerGas');
  const guessed = isMarket ? 'eip1559' : has('accessList') ? 'eip2930' : 'legacy';
  const named = value === undefined ? null : toType(value);
  if (isMarket && has('gasPrice') && named !== 'eip1559') refuseField('gasPrice', twoFees);
  return named ?? guessed;
}

function toType(value: unknown): Transaction['type'] {
  const named = types.find((name) => name === value) ?? types[Number(toQuantity(value, 'type', 256))];
  return named ?? refuseField('type', 'must be 0, 1 or 2');
}

function toQuantity(value: unknown, name: string, bits: 64 | 256): bigint {
  if (value === undefined) refuseField(name, 'is missing');
  const atom = decodeAtom(`uint${bits}`, unwrap(value), `${name} of the transaction`);
  return atom.kind === 'integer' ? atom.value : refuseField(name, 'is no number');
}

/** Reads the value of an ethers BigNumber from JSON (`hex`) or from a structured clone (`_hex`). */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  const { type, hex, _hex } = Object(value) as Partial<Record<string, unknown>>;
  return type === 'BigNumber' ? hex : _hex;
}

function toSafe(value: bigint, name: string): number {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : refuseField(name, 'is too high');
}

/** Reads an address in a single letter case, or with a correct checksum, which a mistyped address rarely has. */
function toAddress(value: unknown, name: string): string {
  const address = typeof value === 'string' ? toChecksumAddress(value) : null;
  if (address === null) return refuseField(name, 'is no Ethereum address');
  const digits = String(value).slice(2);
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain || address === value ? address : refuseField(name, 'has a wrong checksum (EIP-55)');
}

function toBytes(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > 2 + 2 * maxBytes)
    refuseField(name, `must be at most ${maxBytes} bytes in 0x-hex`);
  decodeAtom('bytes', value, `${name} of the transaction`);
  return value.toLowerCase();
}

function toAccessList(value: unknown): AccessListEntry[] {
  if (!Array.isArray(value) || value.length > maxStorageKeys) refuseField('accessList', 'must be a list');
  let keys = 0;
  return Array.from(value as unknown[], (entry) => {
    const { address, storageKeys, ...others } = Object(entry) as Partial<Record<string, unknown>>;
    if (!Array.isArray(storageKeys) || Object.keys(others).length > 0)
      refuseField('accessList', 'must hold addresses and their storageKeys');
    keys += storageKeys.length;
    if (keys > maxStorageKeys) refuseField('accessList', `may hold ${maxStorageKeys} keys`);
    return {
      address: toAddress(address, 'accessList'),
      storageKeys: Array.from(storageKeys as unknown[], toStorageKey),
    };
  });
}

function toStorageKey(value: unknown): string {
  decodeAtom('bytes32', value, 'A storage key of the transaction');
  return String(value).toLowerCase();
}

function refuseField(name: string, reason: string): never {
  refuse('invalid_request_arguments', `${name} of the transaction ${reason}`);
}
