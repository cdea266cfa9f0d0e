import { describe, expect, it } from 'vitest';
import { readInstructions, type SolanaMessage, toBase58 } from './index.ts';

const [first, second, third, fourth] = [1, 2, 3, 4].map((fill) => toBase58(new Uint8Array(32).fill(fill)));
const accounts = [first, second, third, fourth] as string[];
const system = '11111111111111111111111111111111';
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const computeBudget = 'ComputeBudget111111111111111111111111111111';

type Instruction = SolanaMessage['instructions'][number];

/** Returns one instruction as the user reads it, in a line: its title, then each field. */
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

/** Encodes a number in little-endian order. */
function bytesOf(value: bigint | number, length: number): number[] {
  return Array.from({ length }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn));
}
const u32 = (value: number) => bytesOf(value, 4);
const u64 = (value: bigint | number) => bytesOf(value, 8);

// Taken from the interfaces that the programs publish: number, order of accounts, layout of the data.
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
  [
    token,
    [6, 2, 1, ...new Uint8Array(32).fill(9)],
    `Token: setAuthority | account ${first} | authority ${second} | authorityType accountOwner | newAuthority ${toBase58(new Uint8Array(32).fill(9))}`,
  ],
  [
    token,
    [6, 3, 0],
    `Token: setAuthority | account ${first} | authority ${second} | authorityType closeAccount | newAuthority none`,
  ],
  [
    token2022,
    [6, 8, 0],
    `Token 2022: setAuthority | account ${first} | authority ${second} | authorityType 8 | newAuthority none`,
  ],
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

/** Returns the accounts that a line names. */
const accountsOf = (line: string) => accounts.filter((account) => line.includes(account));

describe('readInstructions', () => {
  it.each(known)(
    "describes an instruction of %s with data %j in the program's own terms",
    (program, data, line) => {
      expect(read(program, data, accountsOf(line))).toBe(line);
    },
  );

  it.each(known)(
    'shows every account beyond those that an instruction of %s with data %j names, such as the signers of a multisig',
    (program, data, line) => {
      const named = accountsOf(line);
      const [title, ...fields] = line.split(' | ');
      const signers = [fourth, first].map((account, at) => `account ${named.length + at + 1} ${account}`);
      const shown = [title, ...fields.slice(0, named.length), ...signers, ...fields.slice(named.length)];
      expect(read(program, data, [...named, fourth, first] as string[])).toBe(shown.join(' | '));
    },
  );

  it.each(known)(
    'shows an instruction of %s with data %j as raw data if anything follows its fields',
    (program, data, line) => {
      const named = accountsOf(line);
      const [title] = line.split(': ');
      const raw = named.map((one, at) => `account ${at + 1} ${one}`);
      const hex = `data 0x${Buffer.from([...data, 9]).toString('hex')}`;
      expect(read(program, [...data, 9], named)).toBe([title, `program ${program}`, ...raw, hex].join(' | '));
    },
  );

  it('shows a new authority of none also with 32 zero bytes after it, as older libraries write it, but not with other bytes', () => {
    const zeros = new Array(32).fill(0);
    const pair = [first, second] as string[];
    expect(read(token, [6, 2, 0, ...zeros], pair)).toContain('| newAuthority none');
    for (const rest of [
      [0, ...zeros.with(31, 1)],
      [0, ...zeros.slice(1)],
      [0, ...zeros, 0],
      [2, ...zeros],
    ])
      expect(read(token, [6, 2, ...rest], pair)).toContain('Token | program ');
  });

  it.each(known)(
    'shows an instruction of %s with data %j as raw data if data or accounts are missing',
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
      // With one account fewer than the instruction names.
      const named = accountsOf(line).length;
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
  ])('shows an instruction of %s with an unknown number as raw data: %s %j', (title, program, data) => {
    expect(read(program, data, [])).toBe(
      `${title} | program ${program} | data 0x${Buffer.from(data).toString('hex')}`,
    );
  });

  it("does not treat the name of an object's property, or a part of an address, as a known program", () => {
    for (const program of ['constructor', 'toString', token.slice(1)]) {
      expect(read(program, [3], [])).toBe(`Program | program ${program} | data 0x03`);
    }
  });

  it('marks accounts of lookup tables as such', () => {
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
