import { refuse } from '../refusal.ts';
import { toChecksumAddress } from './checksum.ts';
import { decodeAtom } from './decode.ts';

/** Storage that a transaction names ahead (EIP-2930). */
export interface AccessListEntry {
  /** EIP-55. */
  readonly address: string;
  /** 32 bytes each, 0x and lower-case hex. */
  readonly storageKeys: readonly string[];
}

/** A transaction, complete: what is signed is encoded from these fields, and what is drawn is read from them. */
export interface Transaction {
  /** Who the request says sends it, EIP-55; null where it does not say. The one field that is not signed. */
  readonly from: string | null;
  readonly type: 'legacy' | 'eip2930' | 'eip1559';
  readonly chainId: number;
  readonly nonce: number;
  readonly gasLimit: bigint;
  /** EIP-55; null where the transaction creates a contract. */
  readonly to: string | null;
  /** In wei, as are all prices. */
  readonly value: bigint;
  /** 0x and lower-case hex. */
  readonly data: string;
  /** Null for `eip1559`. */
  readonly gasPrice: bigint | null;
  /** Null for the other two, as is the next. */
  readonly maxFeePerGas: bigint | null;
  readonly maxPriorityFeePerGas: bigint | null;
  readonly accessList: readonly AccessListEntry[];
}

const types = ['legacy', 'eip2930', 'eip1559'] as const;
const names = [
  ...['from', 'account', 'type', 'chainId', 'nonce', 'gasLimit', 'gas', 'to', 'value', 'data'],
  ...['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList'],
] as const;

/** Nodes take no transaction of more than 128 kB; longer contents would only keep the page busy. */
const maxBytes = 131_072;
const maxStorageKeys = maxBytes / 32;
const twoFees = 'stands beside maxFeePerGas: one must go';

/**
 * Decodes the parameters of `eth_signTransaction`, as published clients send them: quantities as numbers, bigints, decimal or
 * 0x-hex text, or an ethers v5 BigNumber. Fields that are null or undefined count as absent. `gas` (JSON-RPC's word) is
 * `gasLimit`, and `account` (viem's) is `from`.
 *
 * Nothing is filled in or guessed. A field that is not known, a second way to pay fees, blobs (type 3) and delegations
 * (type 4) are refused: a person would sign what no one showed them.
 *
 * @throws Refusal `invalid_request_arguments` naming the field
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
  // A chain id of 0 would make a signature that counts on every chain (EIP-155).
  if (transaction.chainId === 0) refuseField('chainId', 'must name a chain');
  if (to === null && data === '0x') refuseField('to', 'is missing: a contract is created of data alone');
  if (type === 'legacy' && accessList.length > 0) refuseField('accessList', 'needs type 1 or 2');
  // Nodes write the highest fee of a type 2 transaction into gasPrice as well, and viem passes on what a node filled in.
  if (isMarket && has('gasPrice') && quantity('gasPrice', 256) !== transaction.maxFeePerGas)
    refuseField('gasPrice', twoFees);
  if ((transaction.maxPriorityFeePerGas ?? 0n) > (transaction.maxFeePerGas ?? 0n)) {
    refuseField('maxPriorityFeePerGas', 'is higher than maxFeePerGas');
  }
  return transaction;
}

/** Own fields that have a value, all of them known. */
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

/** Who sends, as viem names an account: by its address, or by an object that has it. */
const toSender = (account: unknown): unknown =>
  typeof account === 'object' ? (Object(account).address ?? '') : account;

/**
 * What a field says that has another name too.
 *
 * Threat: both names with values of their own, of which a page shows one and the wallet signs the other.
 */
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

/** The type as it is said, or else as the fees and the access list say it. */
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

/** What an ethers BigNumber holds, as JSON has it (`hex`) and as a structured clone has it (`_hex`). */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  const { type, hex, _hex } = Object(value) as Partial<Record<string, unknown>>;
  return type === 'BigNumber' ? hex : _hex;
}

/** Chain id and nonce are numbers wherever they are used. */
function toSafe(value: bigint, name: string): number {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : refuseField(name, 'is too high');
}

/** An address in one case, or with the right checksum. Threat: a mistyped recipient, who cannot be asked for the coin back. */
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
