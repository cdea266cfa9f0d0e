import { hashOf } from '../scripts/build/contentHash.ts';

/** Part of a bench's setup. */
interface SetupPart {
  /** Files and folders, relative to the root. */
  readonly files: readonly string[];
  /** SHA-256 of the files, as {@link hashPart} returns it. */
  readonly sha256: string;
}

/** Parts that several benches share. */
const sharedParts = {
  /** Computes the figures of every bench, and compares them with their budgets. */
  figures: {
    files: ['bench/result.ts', 'bench/rounds.ts'],
    sha256: '125d224b8f172361ecfff66aab98b18a217538e1dda47522aaa75ca0f473417f',
  },
  /** Service, PostgreSQL, users and load of the server's benches. */
  service: {
    files: [
      'bench/server/clients.ts',
      'bench/server/harness',
      'packages/testkit/src/postgres/postgresServer.ts',
    ],
    sha256: 'ccd825e3a0b9871aea60463ae53eade96e11f1b8037ab66cb82853808223b73d',
  },
  baseline: {
    files: ['bench/server/baseline.ts'],
    sha256: '46baf5c154b8f9cd69a847746d9a13ee95f3bc6dab3be719c8e8e399839d2fbd',
  },
  /** better-auth, with its version and lockfile. */
  peer: {
    files: ['bench/server/peer'],
    sha256: '024f69ab8991c607b55484bef37520d7b984bb02e3a1cdf9b7f949142c94e44b',
  },
  /** Service, host pages and browser of the client's benches. */
  pages: {
    files: [
      'bench/client/fixture.ts',
      'bench/client/hosts/latchkey.tsx',
      'bench/client/site.ts',
      'bench/client/traffic.ts',
      'e2e/harness/browser.ts',
    ],
    sha256: 'd5cfc38b445f721facef23a66fa2475d457539067d4f16463733c3a6e84bbfa5',
  },
  publishedClient: {
    files: [
      'conformance/host/button.jsx',
      'conformance/host/globals.js',
      'conformance/host/react.jsx',
      'conformance/package-lock.json',
      'conformance/package.json',
    ],
    sha256: '7717d92d34997845dec174c2f3f8b7c7d7647e9fc18f9e484296f985e5cd0481',
  },
  /** The two apps of the benches of cross-app wallets and hosted pages. */
  crossAppPages: {
    files: ['e2e/cross-app/app.tsx', 'e2e/cross-app/fixture.ts'],
    sha256: 'c38d62ab35093e351f1802a1287bc3b4d8eafbf7053785da84ea45caf7935ddd',
  },
} satisfies Record<string, SetupPart>;

interface BenchSetup extends SetupPart {
  readonly shared: readonly (keyof typeof sharedParts)[];
}

/** The bench itself and its own pages: throttle, number of users and rounds, measurement, budgets. */
const benchSetups = {
  size: {
    files: ['bench/client/hostPackages.ts', 'bench/client/hosts/react.tsx', 'bench/client/size.ts'],
    shared: ['figures', 'pages', 'publishedClient'],
    sha256: '9b7089d726c162bff79e91beaf89d615030f8aa28549c49bd7ad1ebe26971f98',
  },
  captcha: {
    files: ['bench/client/captcha.ts', 'bench/client/hosts/captcha.ts'],
    shared: ['figures', 'pages'],
    sha256: '809b089c19132a9eaa750463041d0c616aaa5e9b441d792d818c1a08882ff443',
  },
  click: {
    files: ['bench/client/click.ts', 'bench/client/hosts/BareDialog.tsx', 'bench/client/hosts/bare.tsx'],
    shared: ['figures', 'pages'],
    sha256: '056e5ffa36c34768de98deabeb95783b42f33265aa258bff3e0b93dfd1c5a6df',
  },
  wallets: {
    files: ['bench/client/wallets.ts'],
    shared: ['figures', 'pages'],
    sha256: '3d20a8e15839b262fcf66c00a5b4409c272198755ec756f4e438583b6142261e',
  },
  create: {
    files: ['bench/client/create.ts', 'bench/client/hosts/create.ts'],
    shared: ['figures', 'pages'],
    sha256: '5a4723708c89941fa5c2ae6e67c39985782220de1884b6e012c2294fe88899fc',
  },
  sign: {
    files: ['bench/client/hosts/echo.ts', 'bench/client/hosts/sign.ts', 'bench/client/sign.ts'],
    shared: ['figures', 'pages'],
    sha256: '6b80dadb64a0a522f3a8f5eb40136723037d8e6fd27c1e0bc1719286356fa414',
  },
  send: {
    files: ['bench/client/hosts/send.ts', 'bench/client/hosts/signer.ts', 'bench/client/send.ts'],
    shared: ['figures', 'pages'],
    sha256: 'dab522472f33a7144b3d956407c45a6f0ec4e792b281fce77767f4a3a87def6d',
  },
  funding: {
    files: ['bench/client/funding.ts', 'bench/client/hosts/funding.tsx'],
    shared: ['figures', 'pages'],
    sha256: '9deb031a932aaa0e58de3659e300090639675f338964ca86d41235c706c7b13a',
  },
  hosted: {
    files: ['bench/client/hosted.ts'],
    shared: ['figures', 'pages', 'crossAppPages'],
    sha256: 'dda6c07b2cd8c4e81e596b0a68dd54dafa2dd8af313f10c104ab2c9f8d7274b5',
  },
  crossApp: {
    files: ['bench/client/crossApp.ts'],
    shared: ['figures', 'pages', 'crossAppPages'],
    sha256: '4fc81170c10bf301cb1c5b0e70524223f712c6220ca712c990c75bf67e8b62ff',
  },
  refresh: {
    files: ['bench/server/refresh.ts'],
    shared: ['figures', 'service', 'baseline'],
    sha256: '36b6c051d5b5de54d85c9829c34326f6507ef1dc9121c4f69ade4f48c6fc125c',
  },
  login: {
    files: ['bench/server/login.ts'],
    shared: ['figures', 'service', 'peer'],
    sha256: 'a6cd6d5ccb6b9c586248335f21ce936a3b2e281b2429b85ef9469f2dc7e05df1',
  },
  siwe: {
    files: ['bench/server/siwe.ts'],
    shared: ['figures', 'service'],
    sha256: '2814d1e5942fa093e0540d9ab39cc683f14e67d359816cd03e73b60f0b084a23',
  },
  factor: {
    files: ['bench/server/factor.ts'],
    shared: ['figures', 'service'],
    sha256: '976da1a6d1f51049f0c09c469eaed22a832192c2a7da7926404d0093a30147e3',
  },
  growth: {
    files: ['bench/server/growth.ts'],
    shared: ['figures', 'service'],
    sha256: '465254464a9f941f0835742379bc429fd49fdf9b92eff2edd9b2f237afcb3b2a',
  },
  memory: {
    files: ['bench/server/memory.ts'],
    shared: ['figures', 'service'],
    sha256: 'b0915c8ffc3cbe11eedd4efcbcce0e28426288b16ab3c14ab05fa3814403562d',
  },
  workers: {
    files: ['bench/server/workers.ts'],
    shared: ['figures', 'service'],
    sha256: 'f8e742deb799b1b245c7cb4c5e804ca7db1f9b6e2a9153f87e82303f5d3c6a4e',
  },
  capacity: {
    files: ['bench/server/capacity.ts'],
    shared: ['figures', 'service'],
    sha256: '85efa4c3c33686991be6a20f26c7564b6d29f4fcf3f8b7b6143597ca794ff8c8',
  },
} satisfies Record<string, BenchSetup>;

export type BenchName = keyof typeof benchSetups;

/**
 * The setups of the benches, frozen in parts: what a bench compares, where, with which load and budgets. Figures are
 * comparable only if their setups are the same. `setups.test.ts` checks the hashes, and that `bench/README.md` gives the
 * reason for each of them.
 */
export const frozenSetups: {
  readonly shared: Readonly<Record<string, SetupPart>>;
  readonly benches: Readonly<Record<BenchName, BenchSetup>>;
} = { shared: sharedParts, benches: benchSetups };

/** Returns the SHA-256 of the files of a part, as they are now. */
export const hashPart = ({ files }: SetupPart): Promise<string> => hashOf(files);

/** Shortens a hash to the form in `bench/README.md` and the results. */
export const toShortHash = (sha256: string): string => sha256.slice(0, 8);

/** Returns the short hash of each part of a bench's setup, as its files are now. */
export async function setupOf(bench: BenchName): Promise<Record<string, string>> {
  const { shared } = frozenSetups.benches[bench];
  const parts: [string, SetupPart][] = shared.map((name) => [name, sharedParts[name]]);
  parts.push([bench, benchSetups[bench]]);
  const hashes = parts.map(async ([name, part]) => [name, toShortHash(await hashPart(part))]);
  return Object.fromEntries(await Promise.all(hashes));
}
