import { readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildTargets } from './browserTargets.ts';
import { root } from './contentHash.ts';

/** What of a package is loaded together, in the order in which a module is asked for: its first match is its file. */
interface Part {
  readonly name: string;
  /**
   * Sources that are in it, and folders with all of theirs, with whatever they import statically, less the parts before.
   * A folder is the rule: what is added to it later comes along, and no file of half a kilobyte is loaded for itself.
   */
  readonly from: readonly string[];
  /** Files and folders that are not, with what they alone import. */
  readonly without?: readonly string[];
}

interface Library {
  readonly folder: string;
  /** Sources of the package's entries, as its package.json exports them. */
  readonly entries: readonly string[];
  /**
   * Sources that `import()` loads and that take functions of several parts. Each gets a file beside the entries: within a part, its
   * names would be one object, of which a host's bundler can leave nothing out.
   */
  readonly loaded?: readonly string[];
  readonly parts: readonly Part[];
}

/** The frame's pages that a person sees, and the prompt for a second factor: they load with the code that shows them. */
const shownFrames: readonly string[] = ['src/frame/approvalFrame.ts', 'src/frame/exportFrame.ts'];
const shownLater: readonly string[] = [
  ...shownFrames,
  'src/step-up/prompt.ts',
  'src/step-up/verification.ts',
];

/**
 * The packages that host pages load, cut where a person waits: what comes at start, and what comes when someone opens
 * the modal. Published file by file, a host's bundler would cut them anew, most into one small file for each combination
 * of lazy parts that needs it, and a click would wait for two dozen.
 */
const libraries: readonly Library[] = [
  {
    folder: 'packages/core',
    entries: ['src/index.ts', 'src/hosted.ts', 'src/viem.ts', 'src/ethers.ts'],
    loaded: ['src/cross-app.ts', 'src/mfa.ts'],
    parts: [
      // Code that the provider, the session and the button of a host page run. The rest of `index.ts` loads with the hooks and the
      // screens that import it.
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
          // No page calls them before a click, but those that call them themselves.
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
      // Apart from the start, which has few bytes left: the modal and hooks call loaders, the provider and the button call none.
      { name: 'loaders', from: ['src/loaders.ts'] },
      // What a page with hooks for wallets has at start, and another one with the list of wallets alone.
      // What wallets answer comes along: without it funding, which asks one, would fetch half a kilobyte for itself.
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
      // The logins, the record of kinds, and what acts stand on besides. Nothing loads it by itself: a file that some load and
      // others import costs the click that opens the modal a request more, in which a bundler keeps its own few lines.
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
      // Code for a user who is signed in: no visitor's click waits for it. Accepting the terms uses the same routes.
      { name: 'signed-in', from: ['src/signedIn.ts', 'src/account/acceptTerms.ts'], without: shownLater },
      // What asks for a second factor, and what a page with screens for them calls.
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
      // What a login at a provider and one by another app have in common; neither waits for the other's.
      {
        name: 'visits',
        from: ['src/methods/refuseStranger.ts', 'src/methods/visitors.ts'],
      },
      {
        name: 'consent',
        from: ['src/consent', 'src/cross-app/openCrossAppPopup.ts', 'src/methods/oauth/flows.ts'],
      },
      // What people do without a screen, or on one of the host's. Nothing imports it, so that it comes without the modal.
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
      // Before what asks nodes, each of which would have the next one's file come along: a transaction has no list of wallets.
      { name: 'nodes', from: ['src/nodes', 'src/prices'] },
      // The list of wallets that people bring, and what connects one: no page without them loads it.
      { name: 'external-wallets', from: ['src/wallets/external'] },
      {
        name: 'wallet-login',
        from: ['src/walletLogin.ts', 'src/methods/changes/moveWallet.ts', 'src/methods/wallet'],
      },
      { name: 'recovery-passkeys', from: ['src/wallets/embedded/recoveryPasskeys.ts'] },
      { name: 'captcha-checks', from: ['src/captcha'] },
      // What a provider, a transaction and a Solana wallet need besides: all of them sign.
      { name: 'signing', from: ['src/wallets/embedded/signing'] },
      // What the provider of an embedded wallet and that of another app's have in common.
      {
        name: 'provider-ground',
        from: [
          'src/provider/dispatch.ts',
          'src/provider/personalSignParams.ts',
          'src/provider/providerEvents.ts',
        ],
      },
      // What the hosted pages ask; no requester loads it.
      {
        name: 'cross-app-host',
        from: ['src/hosted.ts', 'src/cross-app/sealResult.ts', 'src/cross-app/connectedApps.ts'],
      },
      // Before the provider, in whose folder that of another app's wallet stands.
      { name: 'cross-app', from: ['src/cross-app.ts', 'src/cross-app', 'src/methods/crossApp.ts'] },
      { name: 'provider', from: ['src/provider'] },
      { name: 'transactions', from: ['src/transactions'] },
      { name: 'solana', from: ['src/wallets/embedded/solana'] },
      // After transactions, none of which waits for it.
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
      // A login method each: no page waits for another's.
      { name: 'farcaster', from: ['src/farcaster.ts', 'src/methods/changes/moveFarcaster.ts'] },
      { name: 'oauth', from: ['src/oauth.ts', 'src/methods/changes/moveOAuth.ts'] },
      { name: 'passkey', from: ['src/passkey.ts'] },
      { name: 'telegram', from: ['src/telegram.ts', 'src/methods/changes/moveTelegram.ts'] },
    ],
  },
  {
    folder: 'packages/react',
    entries: ['src/index.ts', 'src/solana.ts'],
    parts: [
      // The hooks for codes need the login methods: a page without them must not load those at start.
      { name: 'start', from: ['src/index.ts'], without: ['src/index.ts', 'src/hooks/one-time-code'] },
      {
        name: 'code-hooks',
        from: ['src/hooks/one-time-code/useLoginWithEmail.ts', 'src/hooks/one-time-code/useLoginWithSms.ts'],
      },
      {
        name: 'modal',
        from: [
          'src/modal/index.ts',
          // What asks about a dapp library's requests opens the modal for each.
          'src/hooks/wallets/walletScreens.ts',
          // A few lines that screens of several folders share: in the file of one folder, the others would load it.
          'src/screens/useLeaving.ts',
        ],
      },
      // What may come between a login and its end. Each is too small to be fetched for itself.
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
      // The words about what cannot be had, which screens of several folders share.
      {
        name: 'lasting-errors',
        from: ['src/screens/error/LastingError.tsx', 'src/screens/error/useErrorText.ts'],
      },
      // By itself: it brings what speaks to passkeys, providers and Telegram.
      {
        name: 'confirm-login',
        from: [
          'src/screens/changes/ConfirmLoginView.tsx',
          ...filesNamed('confirm.ts', 'packages/react/src/screens/methods'),
        ],
      },
      // Wallets that people bring, apart from the embedded ones: a list loads nothing that shows what is signed.
      { name: 'external-wallets-screens', from: ['src/screens/wallets/external'] },
      // How amounts and what became of them are shown: by what is signed, and by funding, which does not wait for each other.
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
      // Before the transfer from a wallet, which brings the list of wallets along.
      { name: 'late-transitions', from: ['src/flow/lateTransitions.ts'] },
      { name: 'funding-screens', from: ['src/screens/funding/views.ts'] },
      { name: 'funding-wallet-screens', from: ['src/screens/funding/walletViews.ts'] },
      ...screenParts('packages/react/src/screens'),
    ],
  },
];

/** Bundles the packages that host pages load into their `dist`, beside the types that `tsc` left there. */
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
    // Whatever the environment says: a test's own would have React's development runtime published, which production lacks.
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
        // `'use client'` stands in the entry, where it is kept.
        onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
        // What is not of this package is the host's to install once.
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

/** `src/viem.ts` → `viem`: where package.json looks for it. */
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

/** The screens of a folder are loaded together: most are of half a kilobyte. */
function screenParts(folder: string): Part[] {
  const files = readdirSync(join(root, folder), { recursive: true }).map(String);
  const folders = files.filter((path) => path.endsWith('View.tsx')).map((path) => dirname(path));
  const depthOf = (folder: string) => folder.split('/').length;
  return (
    [...new Set(folders)]
      .filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)))
      // Methods last: what they share with another folder stays there.
      .sort((a, b) => depthOf(a) - depthOf(b) || a.localeCompare(b, 'en'))
      .map((folder) => ({
        name: `${folder.replaceAll('/', '-')}-screens`,
        from: [`src/screens/${folder}`],
      }))
  );
}

/** The files of a name below a folder of a package, as a part names them. */
function filesNamed(name: string, folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true }).map(String);
  const inPackage = folder.replace(/^packages\/\w+\//, '');
  return files.filter((path) => basename(path) === name).map((path) => `${inPackage}/${path}`);
}

/** A source, or the sources of a folder. */
function sourcesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => /(?<!\.d|\.test|\.testkit)\.tsx?$/.test(name))
    .map((name) => join(path, name));
}

/** Drops the comments of style sheets: they are texts to a host's bundler, which would keep them. */
const withoutCssComments: Plugin = {
  name: 'without-css-comments',
  transform: (code, id) => (id.endsWith('.css.ts') ? code.replace(/\/\* [^*]*\*\/\n?/g, '') : null),
};

/**
 * Puts the few lines that the bundler adds into each file that needs them: a file of their own would be one more request
 * of every click.
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
 * Refuses code in `index.js`, which only names what the parts have: a file that needs such code would load every part, and a host's
 * bundler could leave none out.
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

/** Removes the scripts of the build before, which would be published beside those of this one. */
async function removeScripts(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files.filter((file) => file.endsWith('.js')).map((file) => rm(join(folder, file), { force: true })),
  );
}

if (process.argv[1] === import.meta.filename) await bundleLibraries();
