/** Code that is mutated together, and its tests. */
export interface Group {
  readonly name: string;
  /** Patterns of files, from the root. */
  readonly code: readonly string[];
  /** Patterns of the tests that may notice a mutant. Only those that reach it are run. */
  readonly tests: readonly string[];
  /** Number of mutants to try, drawn with a seed. @default all */
  readonly sample?: number;
}

/** Files that the signing path shares with the readers of requests. The readers' tests cover them. */
const readByAll = 'assertChain|base58|domainChain|rawHash';

/**
 * The signing path (`decode`, `sign`, `vault`), the checks at the frame's border, and the texts about a request that
 * the user reads.
 */
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
    // It contains the published vectors of BIP-32, BIP-39 and SLIP-0010.
    tests: ['packages/frame/src/vault/**/*.test.ts', 'packages/frame/src/sign/vectors.test.ts'],
  },
];

/** 400 mutants, divided by the size of the modules. */
const server: readonly Group[] = [
  module('admission', {
    sample: 40,
    // Journeys of users who log in: every method uses admission.
    besides: [
      'methods/{,changes/}*.test.ts',
      '{methods/{email,sms,guest,passkey,farcaster},apps/allowlist}/*.test.ts',
      'apps/testAccount.test.ts',
      'methods/oauth/oauth.test.ts',
    ],
  }),
  module('challenges', {
    sample: 60,
    // It stores codes, used proofs and tickets for other modules.
    besides: [
      'methods/{,changes/}*.test.ts',
      '{methods/{email,sms,passkey,telegram},sessions/fork}/*.test.ts',
      'apps/testAccount.test.ts',
    ],
  }),
  module('sessions', {
    sample: 110,
    // Among its users are custody, which requires confirmations and checks for a hold, and the undo of a takeover,
    // which ends sessions.
    besides: ['{account,methods/guest,custody/border,safeguards}/*.test.ts'],
  }),
  module('custody', {
    sample: 190,
    // Other users of the module: the user's own cloud, the hold after a takeover, the deletion of a user, and the
    // payload of webhooks.
    besides: ['{cloud/cloud,safeguards/takeover,directory/deleteUser,webhooks/payload}.test.ts'],
  }),
];

/** Describes a module of the server with its own tests, and others that reach it. */
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
