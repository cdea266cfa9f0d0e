import { readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildTargets } from './browserTargets.ts';
import { root } from './contentHash.ts';

/**
 * Modules of a package that are loaded together. The parts are tried in order; a module belongs to the first that
 * matches.
 */
interface Part {
  readonly name: string;
  /**
   * Sources and folders in the part, with their static imports, except those in earlier parts. Prefer folders,
   * because they include files that are added later.
   */
  readonly from: readonly string[];
  /**
   * Files and folders that are left out, with the imports that only they have. If `from` includes such a file, its
   * imports stay in the part.
   */
  readonly without?: readonly string[];
}

interface Library {
  readonly folder: string;
  /** Sources of the package's entries, as its package.json exports them. */
  readonly entries: readonly string[];
  /**
   * Sources that are loaded with `import()` and combine functions of several parts. Each gets a file beside the
   * entries: within a part its exports would become one object, and a host's bundler could not leave out unused ones.
   */
  readonly loaded?: readonly string[];
  readonly parts: readonly Part[];
}

/** Code for visible pages of the frame, which loads with the screens that show them. */
const shownFrames: readonly string[] = ['src/frame/approvalFrame.ts', 'src/frame/exportFrame.ts'];
const shownLater: readonly string[] = [
  ...shownFrames,
  'src/step-up/prompt.ts',
  'src/step-up/verification.ts',
];

/** Login methods whose screens are worth a request of their own. The screens of the others are loaded together. */
const largeMethods = ['cross-app', 'farcaster', 'passkey', 'social'].map((name) => `methods/${name}`);

/**
 * Packages that host pages load at start and with the modal, split where a user waits, such as at the start of the page
 * and at the opening of the modal. Published file by file, they would become many small files in a host's bundle, and a
 * click would wait for them.
 */
const libraries: readonly Library[] = [
  {
    folder: 'packages/core',
    entries: ['src/index.ts', 'src/hosted.ts', 'src/viem.ts', 'src/ethers.ts'],
    loaded: ['src/cross-app.ts', 'src/mfa.ts'],
    parts: [
      // Code that the provider, the session and the button of a host page need.
      {
        name: 'start',
        from: [
          'src/client.ts',
          'src/config/index.ts',
          'src/step-up/index.ts',
          'src/methods/changes/takeUndoReference.ts',
          'src/methods/oauth/tokens.ts',
          'src/mfa/predicates.ts',
          'src/mfa/promptHandlers.ts',
          'src/operations.ts',
          'src/parseUrl.ts',
          'src/provider/index.ts',
          'src/session/index.ts',
          'src/wallets/embedded/index.ts',
          'src/wallets/external/walletReturn.ts',
        ],
        without: [
          'src/wallets/external/index.ts',
          'src/wallets/external/externalWallets.ts',
          // Code that pages do not need before a click, unless they call the functions directly.
          'src/analytics',
          'src/base64url/toBase64url.ts',
          'src/cross-app/openCrossAppPopup.ts',
          'src/session/withToken.ts',
          'src/session/reauthenticate.ts',
          'src/step-up/callWithStepUps.ts',
          'src/step-up/confirmRelease.ts',
          'src/step-up/prompt.ts',
          'src/step-up/usableFactors.ts',
          'src/step-up/verification.ts',
        ],
      },
      // Separate from the start, whose size is limited: the modal and hooks call loaders, the provider and the button
      // do not.
      { name: 'loaders', from: ['src/loaders.ts'] },
      // Needed at start by pages with hooks for wallets. Includes the errors of wallets, which funding would
      // otherwise fetch separately.
      {
        name: 'active-wallet',
        from: ['src/wallets/external/index.ts', 'src/wallets/external/fromWalletError.ts'],
      },
      {
        name: 'wallets',
        from: [
          'src/poll.ts',
          'src/wallets/embedded/connectWallet.ts',
          'src/wallets/embedded/mountWalletFrame.ts',
          'src/wallets/embedded/unlockWallet.ts',
          'src/wallets/embedded/walletIcon.ts',
          'src/wallets/chainsOfWallets.ts',
        ],
        without: shownLater,
      },
      // Logins, the record of account types, and other code that several operations share. No code loads these files
      // with `import()`, because the click that opens the modal would then need one more request.
      {
        name: 'ground',
        from: [
          'src/analytics',
          'src/captcha/captcha.ts',
          'src/methods/index.ts',
          'src/methods/changes/transfer.ts',
          'src/methods/passkey/browser.ts',
          'src/session/withToken.ts',
          'src/wallets/embedded/password/checkPassword.ts',
          'src/wallets/embedded/recovery/checkSharedEntropy.ts',
        ],
        without: ['src/step-up/confirmRelease.ts', 'src/step-up/prompt.ts', 'src/step-up/verification.ts'],
      },
      // Code for logged-in users. Accepting the terms uses the same routes.
      { name: 'signed-in', from: ['src/signedIn.ts', 'src/account/acceptTerms.ts'], without: shownLater },
      // Code that requests a second factor, and functions for host pages that show their own screens for it.
      {
        name: 'mfa',
        from: [
          'src/mfa',
          'src/methods/passkey/proveFactor.ts',
          'src/step-up/factorStepUp.ts',
          'src/step-up/prompt.ts',
        ],
        without: shownFrames,
      },
      // Code shared by logins at a provider and logins with another app, so neither waits for the other.
      {
        name: 'visits',
        from: ['src/methods/refuseStranger.ts', 'src/methods/visitors.ts'],
      },
      {
        name: 'consent',
        from: ['src/consent', 'src/cross-app/openCrossAppPopup.ts', 'src/methods/oauth/flows.ts'],
      },
      // Operations without a screen of the modal. They load without the modal.
      {
        name: 'operations',
        from: [
          'src/account',
          'src/captcha/loadCaptcha.ts',
          'src/methods/changes/undoRemoval.ts',
          'src/methods/changes/unlinkAccount.ts',
          'src/methods/customToken.ts',
          'src/methods/followCustomAuth.ts',
          'src/methods/guest.ts',
          'src/methods/receiveReturn.ts',
          'src/step-up/proofs',
          'src/wallets/devices',
        ],
      },
      // Functions of the screens that set up a recovery method.
      {
        name: 'recovery-methods',
        from: [
          'src/wallets/embedded/password/passwordStrength.ts',
          'src/wallets/embedded/startRecoveryOAuth.ts',
        ],
      },
      // Listed before the parts that import it. Otherwise the part of the external wallets would include it, and a
      // transaction would load the list of wallets.
      { name: 'nodes', from: ['src/nodes', 'src/prices'] },
      // The list of external wallets, and the code that connects one. Pages without them do not load it.
      { name: 'external-wallets', from: ['src/wallets/external'] },
      {
        name: 'wallet-login',
        from: ['src/walletLogin.ts', 'src/methods/changes/moveWallet.ts', 'src/methods/wallet'],
      },
      { name: 'recovery-passkeys', from: ['src/wallets/embedded/recoveryPasskeys.ts'] },
      { name: 'captcha-checks', from: ['src/captcha'] },
      // Signing code shared by the provider, transactions and Solana wallets.
      { name: 'signing', from: ['src/wallets/embedded/signing'] },
      // Code shared by the provider of an embedded wallet and that of another app's wallet.
      {
        name: 'provider-ground',
        from: [
          'src/provider/dispatch.ts',
          'src/provider/personalSignParams.ts',
          'src/provider/providerEvents.ts',
        ],
      },
      // Functions of the hosted pages. Apps that request another app's wallet do not load them.
      {
        name: 'cross-app-host',
        from: ['src/hosted.ts', 'src/cross-app/sealResult.ts', 'src/cross-app/connectedApps.ts'],
      },
      // Before the provider, because the provider of another app's wallet is in the same folder.
      { name: 'cross-app', from: ['src/cross-app.ts', 'src/cross-app', 'src/methods/crossApp.ts'] },
      { name: 'provider', from: ['src/provider'] },
      { name: 'transactions', from: ['src/transactions'] },
      { name: 'solana', from: ['src/wallets/embedded/solana'] },
      // Listed after transactions, so that a transaction does not load the code for funding.
      { name: 'funding', from: ['src/funding'] },
      {
        name: 'wallet-operations',
        from: [
          'src/wallets/embedded/adding',
          'src/wallets/embedded/createDueWallets.ts',
          'src/wallets/embedded/createWallet.ts',
          'src/wallets/embedded/recovery',
          'src/wallets/embedded/exportWallet.ts',
        ],
      },
      // One part for each of these login methods, so a page does not load the others.
      { name: 'farcaster', from: ['src/farcaster.ts', 'src/methods/changes/moveFarcaster.ts'] },
      { name: 'oauth', from: ['src/oauth.ts', 'src/methods/changes/moveOAuth.ts'] },
      { name: 'passkey', from: ['src/passkey.ts'] },
      // Telegram, and the code of methods that no earlier part includes.
      { name: 'methods', from: ['src/telegram.ts', 'src/methods'] },
    ],
  },
  {
    folder: 'packages/react',
    entries: ['src/index.ts', 'src/solana.ts'],
    parts: [
      // The hooks for codes need the login methods, which pages without these hooks must not load at start.
      { name: 'start', from: ['src/index.ts'], without: ['src/index.ts', 'src/hooks/one-time-code'] },
      {
        name: 'code-hooks',
        from: ['src/hooks/one-time-code/useLoginWithEmail.ts', 'src/hooks/one-time-code/useLoginWithSms.ts'],
      },
      {
        name: 'modal',
        from: [
          'src/modal/index.ts',
          // Opens the modal for each request of a dapp library.
          'src/hooks/wallets/walletScreens.ts',
          // Shared by screens of several folders. In the part of one folder, the screens of the others would load
          // that part.
          'src/screens/useLeaving.ts',
        ],
      },
      // Screens that may come between the start and the end of a login. Each is too small to be fetched separately.
      {
        name: 'entrance-screens',
        from: [
          'src/screens/captcha',
          'src/screens/guest',
          'src/screens/methods/email/RecipientProblem.tsx',
          'src/screens/refusals',
          'src/screens/terms',
        ],
      },
      // Texts about lasting errors, which screens of several folders share.
      {
        name: 'lasting-errors',
        from: ['src/screens/error/LastingError.tsx', 'src/screens/error/useErrorText.ts'],
      },
      // Separate, because it includes code of several login methods.
      {
        name: 'confirm-login',
        from: [
          'src/screens/changes/ConfirmLoginView.tsx',
          ...filesNamed('confirm.ts', 'packages/react/src/screens/methods'),
        ],
      },
      // Screens for external wallets, separate from those for embedded ones: a list of wallets loads no code for
      // signing.
      { name: 'external-wallets-screens', from: ['src/screens/wallets/external'] },
      // Amounts and outcomes, shared by the screens for signing and for funding, so neither loads the other.
      {
        name: 'amounts',
        from: [
          'src/screens/transactions/Amounts.tsx',
          'src/screens/transactions/Outcome.tsx',
          'src/screens/transactions/Rows.tsx',
          'src/screens/transactions/YesButton.tsx',
          'src/screens/transactions/transactions.css.ts',
          'src/screens/transactions/useSpelling.ts',
        ],
      },
      // Listed before the screens of the transfer from a wallet, which include the list of wallets.
      { name: 'late-transitions', from: ['src/flow/lateTransitions.ts'] },
      { name: 'funding-screens', from: ['src/screens/funding/views.ts'] },
      { name: 'funding-wallet-screens', from: ['src/screens/funding/walletViews.ts'] },
      ...screenParts('packages/react/src/screens'),
    ],
  },
];

/** Bundles core and react into their `dist`, beside the types from `tsc`. */
export async function bundleLibraries(): Promise<void> {
  await Promise.all(libraries.map(bundleLibrary));
}

async function bundleLibrary({ folder, entries, loaded = [], parts }: Library): Promise<void> {
  const home = join(root, folder);
  const outDir = join(home, 'dist');
  await removeScripts(outDir);
  await build({
    configFile: false,
    root: home,
    logLevel: 'warn',
    publicDir: false,
    // Without this, a build in a test's environment would contain calls of React's development runtime, which
    // production lacks.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [withoutCssComments, runtimeInside, indexWithoutCode],
    build: {
      lib: {
        entry: Object.fromEntries(
          [...entries, ...loaded].map((source) => [nameOf(source), join(home, source)]),
        ),
        formats: ['es'],
      },
      target: buildTargets,
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        // Hides the warning about `'use client'`: the entry has the directive and keeps it.
        onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
        // Leaves out all other packages, so the host installs each of them once.
        external: (id) => !id.startsWith('.') && !isAbsolute(id),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name].js',
          codeSplitting: { groups: toGroups(home, parts) },
        },
      },
    },
  });
}

const nameOf = (entry: string) => entry.replace(/^src\/|\.tsx?$/g, '');

function toGroups(home: string, parts: readonly Part[]): Rolldown.CodeSplittingGroup[] {
  return parts.map((part, index) => {
    let members: ReadonlySet<string> | null = null;
    return {
      priority: parts.length - index,
      debugName: part.name,
      name(id, context) {
        members ??= membersOf(home, part, (of) => context.getModuleInfo(of)?.importedIds ?? []);
        return members.has(id) ? part.name : null;
      },
    };
  });
}

function membersOf(
  home: string,
  { from, without = [] }: Part,
  importsOf: (id: string) => readonly string[],
): Set<string> {
  const left = without.map((path) => join(home, path));
  const isLeft = (id: string) => left.some((path) => id === path || id.startsWith(path + sep));
  const roots = from.flatMap((source) => sourcesOf(join(home, source)));
  const found = new Set(roots);
  for (const id of found) {
    if (isLeft(id) && !roots.includes(id)) continue;
    for (const imported of importsOf(id)) found.add(imported);
  }
  return new Set([...found].filter((id) => !isLeft(id)));
}

/** Creates one part for each folder of screens, and one for all small login methods. */
function screenParts(folder: string): Part[] {
  const files = readdirSync(join(root, folder), { recursive: true }).map(String);
  const folders = files.filter((path) => path.endsWith('View.tsx')).map((path) => dirname(path));
  const depthOf = (folder: string) => folder.split('/').length;
  const isSmallMethod = (folder: string) => folder.startsWith('methods/') && !largeMethods.includes(folder);
  const toPart = (name: string, from: readonly string[]): Part => ({
    name: `${name}-screens`,
    from: from.map((folder) => `src/screens/${folder}`),
  });
  const all = [...new Set(folders)]
    .filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)))
    // Nested folders, such as those of login methods, come last: code that they share with another folder is in that
    // folder's part.
    .sort((a, b) => depthOf(a) - depthOf(b) || a.localeCompare(b, 'en'));
  return [
    ...all
      .filter((folder) => !isSmallMethod(folder))
      .map((folder) => toPart(folder.replaceAll('/', '-'), [folder])),
    toPart('methods', all.filter(isSmallMethod)),
  ];
}

function filesNamed(name: string, folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true }).map(String);
  const inPackage = folder.replace(/^packages\/\w+\//, '');
  return files.filter((path) => basename(path) === name).map((path) => `${inPackage}/${path}`);
}

function sourcesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => /(?<!\.d|\.test|\.testkit)\.tsx?$/.test(name))
    .map((name) => join(path, name));
}

/** Removes comments from style sheets: a host's bundler would keep them, because they are strings. */
const withoutCssComments: Plugin = {
  name: 'without-css-comments',
  transform: (code, id) => (id.endsWith('.css.ts') ? code.replace(/\/\* [^*]*\*\/\n?/g, '') : null),
};

/**
 * Copies the bundler's helper into each file that needs it. As a separate file, it would cost a click one more
 * request.
 */
const runtimeInside: Plugin = {
  name: 'runtime-inside',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const runtime = chunks.find(({ moduleIds: [id, ...others] }) => {
      return id?.startsWith('\0rolldown/') && others.length === 0;
    });
    if (!runtime) return;
    const [code = ''] = runtime.code.split(/^export /m);
    const line = new RegExp(
      `^import \\{ \\w+ as __exportAll \\} from "\\./(?:parts/)?${basename(runtime.fileName)}";\\n`,
      'm',
    );
    for (const chunk of chunks) {
      if (!chunk.imports.includes(runtime.fileName)) continue;
      if (!line.test(chunk.code))
        throw new Error(`${chunk.fileName} takes more of the bundler than expected`);
      chunk.code = chunk.code.replace(line, () => code);
    }
    delete bundle[runtime.fileName];
  },
};

/**
 * Refuses code in `index.js`, which only re-exports from the parts. A part that needed such code would load
 * `index.js` and with it every other part.
 */
const indexWithoutCode: Plugin = {
  name: 'index-without-code',
  generateBundle(_, { 'index.js': index }) {
    if (index?.type !== 'chunk') return;
    const found = Object.entries(index.modules).find(
      ([id, { renderedLength }]) => renderedLength > 0 && basename(id) !== 'index.ts',
    );
    if (found) throw new Error(`${found[0]} is in no part: name it, or better its folder, in one.`);
  },
};

/** Removes the scripts of the previous build, which would otherwise be published with the new ones. */
async function removeScripts(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files.filter((file) => file.endsWith('.js')).map((file) => rm(join(folder, file), { force: true })),
  );
}

if (process.argv[1] === import.meta.filename) await bundleLibraries();
