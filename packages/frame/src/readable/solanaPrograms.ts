import { toBase58 } from '../decode/base58.ts';
import { toHex } from '../spellOut.ts';
import type { ReadablePart } from './parts.ts';
import {
  type ByteReader,
  createReader,
  type SolanaInstruction,
  type SolanaMessage,
} from './solanaMessage.ts';

/** Form of an instruction: its name, the names of its accounts in order, and the fields of its data after its number. */
interface Form {
  readonly name: string;
  readonly accounts: readonly string[];
  readonly data?: readonly (readonly [name: string, type: keyof typeof types])[];
}
interface Program {
  readonly name: string;
  /** Length of the number that selects the instruction, in bytes. */
  readonly picks: 1 | 4;
  readonly forms: Readonly<Record<number, Form>>;
}

const amount = [['amount', 'u64']] as const;
const checkedAmount = [...amount, ['decimals', 'u8']] as const;
const token: Program['forms'] = {
  3: { name: 'transfer', accounts: ['from', 'to', 'owner'], data: amount },
  4: { name: 'approve', accounts: ['account', 'delegate', 'owner'], data: amount },
  5: { name: 'revoke', accounts: ['account', 'owner'] },
  6: {
    name: 'setAuthority',
    accounts: ['account', 'authority'],
    data: [
      ['authorityType', 'authorityType'],
      ['newAuthority', 'optionalAddress'],
    ],
  },
  7: { name: 'mintTo', accounts: ['mint', 'to', 'authority'], data: amount },
  8: { name: 'burn', accounts: ['account', 'mint', 'owner'], data: amount },
  9: { name: 'closeAccount', accounts: ['account', 'to', 'owner'] },
  12: { name: 'transferChecked', accounts: ['from', 'mint', 'to', 'owner'], data: checkedAmount },
  13: { name: 'approveChecked', accounts: ['account', 'mint', 'delegate', 'owner'], data: checkedAmount },
};

/** Programs with instructions that are shown by name. Any other program is shown by its address, accounts and bytes. */
const programs: Readonly<Record<string, Program>> = {
  '11111111111111111111111111111111': {
    name: 'System',
    picks: 4,
    forms: {
      0: {
        name: 'createAccount',
        accounts: ['from', 'account'],
        data: [
          ['amount', 'sol'],
          ['space', 'u64'],
          ['owner', 'address'],
        ],
      },
      1: { name: 'assign', accounts: ['account'], data: [['owner', 'address']] },
      2: { name: 'transfer', accounts: ['from', 'to'], data: [['amount', 'sol']] },
    },
  },
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: { name: 'Token', picks: 1, forms: token },
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: { name: 'Token 2022', picks: 1, forms: token },
  ComputeBudget111111111111111111111111111111: {
    name: 'Compute budget',
    picks: 1,
    forms: {
      2: { name: 'setComputeUnitLimit', accounts: [], data: [['units', 'u32']] },
      3: { name: 'setComputeUnitPrice', accounts: [], data: [['microLamports', 'u64']] },
    },
  },
};

const lamportsPerSol = 1_000_000_000n;
/** Authorities that both token programs have, by their number. Token 2022 has further ones, shown by their number. */
const authorityTypes = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];

/** Types of fields. Each reads a field as text, and throws RangeError if the data does not have it. */
const types = {
  u8: (data: ByteReader) => String(data.byte()),
  u32: (data: ByteReader) => String(readNumber(data, 4)),
  u64: (data: ByteReader) => String(readNumber(data, 8)),
  sol: (data: ByteReader) => toSol(readNumber(data, 8)),
  address: (data: ByteReader) => toBase58(data.take(32)),
  authorityType(data: ByteReader): string {
    const type = data.byte();
    return authorityTypes[type] ?? String(type);
  },
  /** Reads the last field of an instruction: the byte 1 and an address, or the byte 0 for none. */
  optionalAddress(data: ByteReader): string {
    const mark = data.byte();
    if (mark > 1) throw new RangeError('neither an address nor none');
    if (mark === 1) return toBase58(data.take(32));
    // Older libraries write 32 zero bytes after the 0, which the programs ignore.
    if (!data.isAtEnd() && data.take(32).some((byte) => byte !== 0)) throw new RangeError('none, and more');
    return 'none';
  },
};

/**
 * Describes a transaction, with a part for each instruction: the program, the instruction, all accounts and all data.
 * The user would otherwise sign something unseen, such as who gets a token account. An account of a lookup table is
 * shown without an address, which the message does not contain.
 */
export function readInstructions({ instructions }: SolanaMessage): ReadablePart[] {
  return instructions.map((instruction) => readKnown(instruction) ?? readUnknown(instruction));
}

/**
 * Describes an instruction by its form. Accounts beyond the form are allowed and shown: the signers of a multisig, the
 * accounts of a transfer hook, the references of a payment request.
 *
 * @returns null if program or instruction is unknown, accounts or data are missing, or data is left over: a guess
 *   would mislead
 */
function readKnown({ program, accounts, data }: SolanaInstruction): ReadablePart | null {
  const known = Object.hasOwn(programs, program) ? programs[program] : undefined;
  if (!known) return null;
  const reader = createReader(data);
  try {
    const form = known.forms[Number(readNumber(reader, known.picks))];
    if (!form || accounts.length < form.accounts.length) return null;
    const values = (form.data ?? []).map(([name, type]) => toField(name, types[type](reader)));
    if (!reader.isAtEnd()) return null;
    return {
      title: `${known.name}: ${form.name}`,
      fields: [...toFields(accounts, form.accounts), ...values],
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readUnknown({ program, accounts, data }: SolanaInstruction): ReadablePart {
  const name = Object.hasOwn(programs, program) ? programs[program]?.name : undefined;
  return {
    title: name ?? 'Program',
    fields: [toField('program', program), ...toFields(accounts), toField('data', toHex(data))],
  };
}

/** Shows accounts by their names, and those without a name by their place. */
function toFields(accounts: SolanaInstruction['accounts'], names: readonly string[] = []) {
  return accounts.map((account, index) =>
    toField(names[index] ?? `account ${index + 1}`, account ?? 'in a lookup table'),
  );
}

function toSol(lamports: bigint): string {
  const rest = String(lamports % lamportsPerSol)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${lamports / lamportsPerSol}${rest ? `.${rest}` : ''} SOL`;
}

/** Reads an unsigned little-endian number. */
function readNumber(data: ByteReader, length: number): bigint {
  return data.take(length).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

const toField = (name: string, text: string) => ({ name, value: { kind: 'code' as const, text } });
