import { describe, expect, it } from 'vitest';
import { readInstructions, type SolanaMessage, toBase58 } from './index.ts';

const [first, second, third, fourth] = [1, 2, 3, 4].map((fill) => toBase58(new Uint8Array(32).fill(fill)));
const accounts = [first, second, third, fourth] as string[];
const system = '11111111111111111111111111111111';
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const computeBudget = 'ComputeBudget111111111111111111111111111111';

type Instruction = SolanaMessage['instructions'][number];

/** What a person reads of one instruction, in a line: its title, then each field. */
function read(program: string, data: readonly number[], given: Instruction['accounts'] = accounts): string {
  const instructions = [{ program, accounts: given, data: Uint8Array.from(data) }];
  const rest = { signers: [], accounts: [], lookedUp: 0, blockhash: '' };
  const [part] = readInstructions({ version: 'legacy', ...rest, instructions });
  const fields = part?.fields.map(({ name, value }) => {
    if (value.kind !== 'code') throw new Error('every field is code');
    return `${name} ${value.text}`;
  });
  return [part?.title, ...(fields ?? [])].join(' | ');
}

/** A number in so many bytes, little-endian. */
function bytesOf(value: bigint | number, length: number): number[] {
  return Array.from({ length }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn));
}
const u32 = (value: number) => bytesOf(value, 4);
const u64 = (value: bigint | number) => bytesOf(value, 8);

// By the interfaces that the programs publish: number, order of accounts, layout of the data.
const known: readonly (readonly [string, readonly number[], string])[] = [
  [
    system,
    [...u32(0), ...u64(2_039_280), ...u64(165), ...new Uint8Array(32).fill(9)],
    `System: createAccount | from ${first} | account ${second} | amount 0.00203928 SOL | space 165 | owner ${toBase58(new Uint8Array(32).fill(9))}`,
  ],
  [
    system,
    [...u32(1), ...new Uint8Array(32).fill(9)],
    `System: assign | account ${first} | owner ${toBase58(new Uint8Array(32).fill(9))}`,
  ],
  [
    system,
    [...u32(2), ...u64(1)],
    `System: transfer | from ${first} | to ${second} | amount 0.000000001 SOL`,
  ],
  [token, [3, ...u64(7)], `Token: transfer | from ${first} | to ${second} | owner ${third} | amount 7`],
  [
    token,
    [4, ...u64(7)],
    `Token: approve | account ${first} | delegate ${second} | owner ${third} | amount 7`,
  ],
  [token, [5], `Token: revoke | account ${first} | owner ${second}`],
  [token, [6, 2], `Token: setAuthority | account ${first} | authority ${second} | authorityType 2`],
  [token, [7, ...u64(300)], `Token: mintTo | mint ${first} | to ${second} | authority ${third} | amount 300`],
  [token, [8, ...u64(300)], `Token: burn | account ${first} | mint ${second} | owner ${third} | amount 300`],
  [token, [9], `Token: closeAccount | account ${first} | to ${second} | owner ${third}`],
  [
    token,
    [12, ...u64(65_536), 6],
    `Token: transferChecked | from ${first} | mint ${second} | to ${third} | owner ${fourth} | amount 65536 | decimals 6`,
  ],
  [
    token2022,
    [13, ...u64(2n ** 64n - 1n), 0],
    `Token 2022: approveChecked | account ${first} | mint ${second} | delegate ${third} | owner ${fourth} | amount 18446744073709551615 | decimals 0`,
  ],
  [computeBudget, [2, ...u32(200_000)], 'Compute budget: setComputeUnitLimit | units 200000'],
  [computeBudget, [3, ...u64(5)], 'Compute budget: setComputeUnitPrice | microLamports 5'],
];

describe('an instruction of a known program', () => {
  it.each(known)('of %s, data %j, reads as its program names it', (program, data, line) => {
    expect(read(program, data)).toBe(line);
  });

  it.each(known)(
    'of %s, data %j, is spelled out where data or accounts are missing',
    (program, data, line) => {
      const [title = ''] = line.split(': ');
      const hex = (bytes: readonly number[]) => `data 0x${Buffer.from(bytes).toString('hex')}`;
      const short = data.slice(0, -1);
      expect(read(program, short)).toBe(
        [
          title,
          `program ${program}`,
          ...accounts.map((one, at) => `account ${at + 1} ${one}`),
          hex(short),
        ].join(' | '),
      );
      // One account fewer than it names.
      const named = accounts.filter((account) => line.includes(account)).length;
      if (named > 0)
        expect(read(program, data, accounts.slice(0, named - 1))).toContain(`${title} | program `);
      expect(read(program, data, accounts.slice(0, named))).toBe(line);
    },
  );

  it.each([
    ['System', system, u32(3)],
    ['System', system, u32(2 + 2 ** 16)],
    ['Token', token, [0]],
    ['Compute budget', computeBudget, [1, 0, 0, 0, 0]],
  ])('is spelled out where %s has another number: %s %j', (title, program, data) => {
    expect(read(program, data, [])).toBe(
      `${title} | program ${program} | data 0x${Buffer.from(data).toString('hex')}`,
    );
  });

  it('is of no known program where the address only sounds like one', () => {
    for (const program of ['constructor', 'toString', token.slice(1)]) {
      expect(read(program, [3], [])).toBe(`Program | program ${program} | data 0x03`);
    }
  });

  it('names accounts of lookup tables as such', () => {
    expect(read(system, [...u32(2), ...u64(0)], [first as string, null])).toBe(
      `System: transfer | from ${first} | to in a lookup table | amount 0 SOL`,
    );
    expect(read(system, [], [null])).toBe(
      `System | program ${system} | account 1 in a lookup table | data 0x`,
    );
  });

  it.each([
    [1_000_000_000n, '1 SOL'],
    [1_500_000_000n, '1.5 SOL'],
    [10_000_000_010n, '10.00000001 SOL'],
    [999_999_999n, '0.999999999 SOL'],
    [2n ** 64n - 1n, '18446744073.709551615 SOL'],
  ])('writes %i lamports as %s', (lamports, text) => {
    expect(read(system, [...u32(2), ...u64(lamports)])).toContain(`| amount ${text}`);
  });
});
