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
    sha256: 'baec1fce40170102154f0e79d3a40ec85c703b45f8c191cb6170d0223b589f1b',
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
    sha256: '2a3d69978217da10a503f7c67548d488cfcfc80ef682e069462e63211f390cc4',
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
    sha256: '7872bde319cc7291097e235f603b5ed4746f6c09c58130b6b7f2c28b066fff0e',
  },
  captcha: {
    files: ['bench/client/captcha.ts', 'bench/client/hosts/captcha.ts'],
    shared: ['figures', 'pages'],
    sha256: 'e6ac71eaf825b3db56557ee3c0e33956d7bdfd51a8cf2204ad396c070f5e2ac7',
  },
  click: {
    files: ['bench/client/click.ts', 'bench/client/hosts/BareDialog.tsx', 'bench/client/hosts/bare.tsx'],
    shared: ['figures', 'pages'],
    sha256: '500d75df08a226518af4916da6a3cd5d0986f9a68f6cbce4e80a89c5ba60b0c0',
  },
  wallets: {
    files: ['bench/client/wallets.ts'],
    shared: ['figures', 'pages'],
    sha256: '09dbe9f7d6cf5d5ae8815481b4192722c1a1574bf9b88d2a9c305a3c9a0506ac',
  },
  create: {
    files: ['bench/client/create.ts', 'bench/client/hosts/create.ts'],
    shared: ['figures', 'pages'],
    sha256: '5a4723708c89941fa5c2ae6e67c39985782220de1884b6e012c2294fe88899fc',
  },
  sign: {
    files: ['bench/client/hosts/echo.ts', 'bench/client/hosts/sign.ts', 'bench/client/sign.ts'],
    shared: ['figures', 'pages'],
    sha256: 'eadd4f4642e8ca8db4eac746cb5f95d609d05d0b942fbd788822f210ce92c812',
  },
  send: {
    files: ['bench/client/hosts/send.ts', 'bench/client/hosts/signer.ts', 'bench/client/send.ts'],
    shared: ['figures', 'pages'],
    sha256: 'abfeccef8105448a02f7ecd68400f1a50779a13eaaf09ecffde900232aa8a06b',
  },
  funding: {
    files: ['bench/client/funding.ts', 'bench/client/hosts/funding.tsx'],
    shared: ['figures', 'pages'],
    sha256: '5a4c81590398ef9a53538005497b460598eb63c4e4a70514f4cd709e00bfa873',
  },
  hosted: {
    files: ['bench/client/hosted.ts'],
    shared: ['figures', 'pages', 'crossAppPages'],
    sha256: '8549d4eba5e19850b04fec600b68626ba5c7f520abf3325efd95e136fd70004a',
  },
  crossApp: {
    files: ['bench/client/crossApp.ts'],
    shared: ['figures', 'pages', 'crossAppPages'],
    sha256: '4fc81170c10bf301cb1c5b0e70524223f712c6220ca712c990c75bf67e8b62ff',
  },
  refresh: {
    files: ['bench/server/refresh.ts'],
    shared: ['figures', 'service', 'baseline'],
    sha256: '1ddfc7391eb0340711cd3694756f53f86f8f17ff90e7d14514f655001914e44c',
  },
  login: {
    files: ['bench/server/login.ts'],
    shared: ['figures', 'service', 'peer'],
    sha256: '9ca42a8bc754ee94d955043ecdd9cb5073dd249dfc60577702660da6491d8b67',
  },
  siwe: {
    files: ['bench/server/siwe.ts'],
    shared: ['figures', 'service'],
    sha256: '2814d1e5942fa093e0540d9ab39cc683f14e67d359816cd03e73b60f0b084a23',
  },
  factor: {
    files: ['bench/server/factor.ts'],
    shared: ['figures', 'service'],
    sha256: 'c9cc17e176b5e558efbcb03a36da9d14afa55a2324b8e089bfbf3a849abd8e4f',
  },
  growth: {
    files: ['bench/server/growth.ts'],
    shared: ['figures', 'service'],
    sha256: '695f1e79faa9aa7042a8b45a646cd5a90809e3be69c54a257863ebf43d18d795',
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
 * comparable only if their setups are the same. Whoever changes a hash says why in `bench/README.md`, and
 * `setups.test.ts` checks both.
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
