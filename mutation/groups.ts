/** What is mutated together, and with which tests. */
export interface Group {
  readonly name: string;
  /** Patterns of files, from the root. */
  readonly code: readonly string[];
  /** Patterns of the tests that may notice. Those that reach a mutant are run for it. */
  readonly tests: readonly string[];
  /** How many mutants are tried, drawn by a seed. @default all */
  readonly sample?: number;
}

/** Files that the signing path shares with the readers of requests. The readers' tests cover them. */
const readByAll = 'assertChain|base58|domainChain|rawHash';

/** The whole signing path, what decides who may ask for it, and what the person reads of a request. */
const frame: readonly Group[] = [
  {
    name: 'border',
    code: ['packages/frame/src/border.ts'],
    tests: ['packages/frame/src/border.test.ts'],
  },
  {
    name: 'sign',
    code: [`packages/frame/src/{decode,sign}/**/!(*.testkit|*.test|${readByAll}).ts`],
    tests: ['packages/frame/src/{decode,sign}/**/*.test.ts'],
  },
  {
    name: 'readable',
    code: [
      'packages/frame/src/{readable,farcaster}/**/!(*.test).ts',
      'packages/frame/src/spellOut.ts',
      `packages/frame/src/decode/@(${readByAll}).ts`,
    ],
    tests: ['packages/frame/src/{readable,farcaster}/**/*.test.ts'],
  },
  {
    name: 'vault',
    code: ['packages/frame/src/vault/**/!(*.testkit|*.test).ts'],
    // The published vectors of BIP-32, BIP-39 and SLIP-0010 stand there.
    tests: ['packages/frame/src/vault/**/*.test.ts', 'packages/frame/src/sign/vectors.test.ts'],
  },
];

/** 400 mutants, shared out by the size of the rooms. */
const server: readonly Group[] = [
  module('admission', {
    sample: 40,
    // The stories of users who come in: admission is asked by every method.
    besides: [
      'methods/{,changes/}*.test.ts',
      '{methods/{email,sms,guest,passkey,farcaster},apps/allowlist}/*.test.ts',
      'apps/testAccount.test.ts',
      'methods/oauth/oauth.test.ts',
    ],
  }),
  module('challenges', {
    sample: 60,
    // What it keeps is codes, used proofs and tickets of others.
    besides: [
      'methods/{,changes/}*.test.ts',
      '{methods/{email,sms,passkey,telegram},sessions/fork}/*.test.ts',
      'apps/testAccount.test.ts',
    ],
  }),
  module('sessions', {
    sample: 110,
    // Confirmations are asked for by custody, the hold by the undo of a takeover.
    besides: ['{account,methods/guest,custody/border,safeguards}/*.test.ts'],
  }),
  module('custody', {
    sample: 190,
    // Who else asks it: the user's own cloud, the hold after a takeover, the export of a user, and what webhooks tell.
    besides: ['{cloud/cloud,safeguards/takeover,directory/deleteUser,webhooks/payload}.test.ts'],
  }),
];

/** A room of the server with the tests beside it, and others that reach it. */
function module(
  name: string,
  { sample, besides = [] }: { sample: number; besides?: readonly string[] },
): Group {
  const source = 'packages/server/src';
  return {
    name,
    sample,
    code: [`${source}/${name}/**/!(*.testkit|*.test).ts`],
    tests: [`${name}/**/*.test.ts`, ...besides].map((pattern) => `${source}/${pattern}`),
  };
}

/** Every group, in the order of the page. */
export const groups: readonly Group[] = [...frame, ...server];
