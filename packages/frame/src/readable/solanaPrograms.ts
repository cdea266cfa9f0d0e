import { toBase58 } from '../decode/base58.ts';
import { toHex } from '../spellOut.ts';
import type { ReadablePart } from './parts.ts';
import type { SolanaInstruction, SolanaMessage } from './solanaMessage.ts';

/** Name of an instruction, names of its accounts in order, and what stands in its data behind the number that picks it. */
interface Form {
  readonly name: string;
  readonly accounts: readonly string[];
  readonly data?: readonly (readonly [name: string, type: 'u8' | 'u32' | 'u64' | 'sol' | 'address'])[];
}
interface Program {
  readonly name: string;
  /** Bytes of the number that picks the instruction. */
  readonly picks: 1 | 4;
  readonly forms: Readonly<Record<number, Form>>;
}

const amount = [['amount', 'u64']] as const;
const checkedAmount = [...amount, ['decimals', 'u8']] as const;
const token: Program['forms'] = {
  3: { name: 'transfer', accounts: ['from', 'to', 'owner'], data: amount },
  4: { name: 'approve', accounts: ['account', 'delegate', 'owner'], data: amount },
  5: { name: 'revoke', accounts: ['account', 'owner'] },
  6: { name: 'setAuthority', accounts: ['account', 'authority'], data: [['authorityType', 'u8']] },
  7: { name: 'mintTo', accounts: ['mint', 'to', 'authority'], data: amount },
  8: { name: 'burn', accounts: ['account', 'mint', 'owner'], data: amount },
  9: { name: 'closeAccount', accounts: ['account', 'to', 'owner'] },
  12: { name: 'transferChecked', accounts: ['from', 'mint', 'to', 'owner'], data: checkedAmount },
  13: { name: 'approveChecked', accounts: ['account', 'mint', 'delegate', 'owner'], data: checkedAmount },
};

/** What most transactions are made of; any other program is shown by its address, accounts and bytes. */
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

const lengths = { u8: 1, u32: 4, u64: 8, sol: 8, address: 32 } as const;
const lamportsPerSol = 1_000_000_000n;

/** What a transaction does, a part for each instruction: the program, what it does, and with what, by the programs' own names. */
export function readInstructions({ instructions }: SolanaMessage): ReadablePart[] {
  return instructions.map((instruction) => readKnown(instruction) ?? readUnknown(instruction));
}

/** @returns null where program, instruction or its length is not one of ours: a guess would mislead */
function readKnown({ program, accounts, data }: SolanaInstruction): ReadablePart | null {
  const known = Object.hasOwn(programs, program) ? programs[program] : undefined;
  if (!known || data.length < known.picks) return null;
  const form = known.forms[Number(readNumber(data.subarray(0, known.picks)))];
  if (!form || accounts.length < form.accounts.length) return null;
  const fields = form.accounts.map((name, index) => toField(name, toName(accounts[index])));
  let at: number = known.picks;
  for (const [name, type] of form.data ?? []) {
    const bytes = data.subarray(at, at + lengths[type]);
    if (bytes.length < lengths[type]) return null;
    fields.push(toField(name, toValue(type, bytes)));
    at += lengths[type];
  }
  return { title: `${known.name}: ${form.name}`, fields };
}

function readUnknown({ program, accounts, data }: SolanaInstruction): ReadablePart {
  const name = Object.hasOwn(programs, program) ? programs[program]?.name : undefined;
  return {
    title: name ?? 'Program',
    fields: [
      toField('program', program),
      ...accounts.map((account, index) => toField(`account ${index + 1}`, toName(account))),
      toField('data', toHex(data)),
    ],
  };
}

function toValue(type: keyof typeof lengths, bytes: Uint8Array): string {
  if (type === 'address') return toBase58(bytes);
  const value = readNumber(bytes);
  if (type !== 'sol') return String(value);
  const rest = String(value % lamportsPerSol)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${value / lamportsPerSol}${rest ? `.${rest}` : ''} SOL`;
}

/** A little-endian number without a sign. */
function readNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

const toName = (account: string | null | undefined) => account ?? 'in a lookup table';
const toField = (name: string, text: string) => ({ name, value: { kind: 'code' as const, text } });
