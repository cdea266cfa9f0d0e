export interface DocPage {
  /** Markdown file relative to the repository's root. Null for a page that only the site has. */
  readonly source: string | null;
  /** Path on the site, without a leading slash or a file extension. */
  readonly path: string;
  /** Name in the sidebar and in the README's table. */
  readonly label: string;
  /** One sentence for search engines and `llms.txt`. */
  readonly about: string;
}

export interface DocSection {
  readonly task: string;
  readonly pages: readonly DocPage[];
}

const page = (source: string, label: string, about: string): DocPage => ({
  source,
  path: pathOf(source),
  label,
  about,
});

const own = (path: string, label: string, about: string): DocPage => ({ source: null, path, label, about });

/**
 * Pages of the sidebar by task, in its order. The sidebar, `llms.txt` and the README's table of documentation are made
 * from this list.
 */
export const sections: readonly DocSection[] = [
  {
    task: 'Start',
    pages: [
      page(
        'docs/guide/vite.md',
        'Vite',
        'Quick start with React and Vite: from an empty folder to a login, an embedded wallet and a signature.',
      ),
      page(
        'docs/guide/nextjs.md',
        'Next.js',
        'Quick start with the App Router of Next.js, Cache Components, a policy with a nonce, and wagmi.',
      ),
      page(
        'docs/guide/wagmi.md',
        'wagmi',
        'Quick start with wagmi 3: from an empty folder to a signature with the hooks of wagmi.',
      ),
      page(
        'docs/guide/html.md',
        'Plain HTML',
        'Quick start without a framework: a page with its own forms, @latchkey/core and esbuild.',
      ),
      page(
        'docs/guide/express.md',
        'Express',
        'Quick start with a back end in Express that checks tokens, and a page that calls it.',
      ),
      page(
        'docs/guide/first-app.md',
        'Your own app',
        'From a fresh clone to the first login of your own app: id, origins, login methods, apps file.',
      ),
      page('docs/guide/react.md', 'React', 'Provider, hooks, login state and errors of @latchkey/react.'),
      page(
        'docs/guide/testing.md',
        'Test your app',
        'Test a host app without third parties: sandbox inbox, fixed test users, virtual authenticator, local chain.',
      ),
      page('docs/guide/jest.md', 'Jest', 'Configure Jest for the ES modules of @latchkey packages.'),
      page(
        'examples/README.md',
        'Examples',
        'Complete host apps and back ends in Vite, Next.js, Express and Hono.',
      ),
      page(
        'docs/guide/from-privy.md',
        'Coming from Privy',
        'Names of @privy-io/react-auth 1.x, 2.x and 3.x beside those of Latchkey, and what differs.',
      ),
      page(
        'docs/guide/from-clerk.md',
        'Coming from Clerk',
        'Names of Clerk beside those of Latchkey, what differs, and how users move.',
      ),
      page(
        'docs/guide/existing-clients.md',
        'Published clients',
        'Point an unmodified Privy client at your own service.',
      ),
      page(
        'docs/guide/comparison.md',
        'Comparison',
        'Latchkey beside Privy, Dynamic, Openfort OpenSigner and better-auth.',
      ),
    ],
  },
  {
    task: 'Build',
    pages: [
      page(
        'docs/guide/login-screens.md',
        'Login screens',
        'Build your own login screens with hooks: email, SMS, social login, guests, and your own tokens.',
      ),
      page(
        'docs/guide/accounts.md',
        'Accounts',
        'Let users link accounts, change their email address or phone number, and end sessions.',
      ),
      page(
        'docs/guide/social-login.md',
        'Social login',
        'Apple, Discord, GitHub, Google, Instagram, LinkedIn, Spotify, TikTok, X and OpenID Connect.',
      ),
      page(
        'docs/guide/passkeys.md',
        'Passkeys',
        'Login with Touch ID, Face ID, Windows Hello or a security key.',
      ),
      page('docs/guide/farcaster.md', 'Farcaster', 'Login with Farcaster, in a browser and in a mini app.'),
      page('docs/guide/telegram.md', 'Telegram', 'Login with Telegram: button, login url and mini app.'),
      page(
        'docs/guide/captcha.md',
        'Captcha',
        'Keep programs from requesting codes: Turnstile or proof of work.',
      ),
      page(
        'docs/guide/second-factors.md',
        'Second factors',
        'Authenticator app, SMS, passkey and backup codes, for wallets and for logins.',
      ),
      page(
        'docs/guide/second-factor-screens.md',
        'Your own second-factor screens',
        'Enrol, request and remove second factors with @latchkey/core.',
      ),
      page(
        'docs/guide/nextjs-rendering.md',
        'Rendering with Next.js',
        'Both routers of Next.js, options that are functions, and what the server renders.',
      ),
      page('docs/guide/headless.md', 'Headless', 'Use @latchkey/core without React and without screens.'),
      page(
        'docs/guide/server.md',
        'Your back end',
        'Check tokens, look up users and receive webhooks with @latchkey/node.',
      ),
      page(
        'docs/guide/looks.md',
        'Appearance and languages',
        'Theme, accent colour, texts and languages of the modal.',
      ),
      page(
        'docs/guide/csp.md',
        'Content security policy',
        'The content security policy that your app and the modal need.',
      ),
      page('docs/guide/browsers.md', 'Browsers', 'Browser versions that Latchkey supports.'),
      own('playground', 'Playground', 'Every screen of the modal in every state, theme, language and size.'),
    ],
  },
  {
    task: 'Wallets',
    pages: [
      page(
        'docs/guide/embedded-wallets.md',
        'Embedded wallets',
        'Create, recover, import and export wallets, and let users choose their recovery.',
      ),
      page('docs/guide/signing.md', 'Signing', 'Sign messages, typed data and transactions.'),
      page('docs/guide/sending.md', 'Sending', 'Send transactions and batches on Ethereum, after a review.'),
      page('docs/guide/solana.md', 'Solana', 'Create, sign and send with a Solana wallet.'),
      page(
        'docs/guide/dapp-libraries.md',
        'wagmi, viem and ethers',
        'Use the embedded wallet with wagmi, viem, ethers and EIP-1193.',
      ),
      page(
        'docs/guide/wallets.md',
        'External wallets',
        'Connect MetaMask, Phantom, WalletConnect, Safe, Coinbase and other wallets.',
      ),
      page(
        'docs/guide/funding.md',
        'Funding',
        'MoonPay, Coinbase, an external wallet, another network, or a plain transfer.',
      ),
      page('docs/guide/cross-app.md', 'Cross-app wallets', 'Use the wallet of one app in another app.'),
    ],
  },
  {
    task: 'Operate',
    pages: [
      page(
        'docs/guide/production.md',
        'Production',
        'What the service needs in production, and how to set it up on your own domain.',
      ),
      page(
        'docs/guide/command-line.md',
        'Command line',
        'Set up, check, migrate and operate a service with the command latchkey.',
      ),
      page(
        'docs/guide/containers.md',
        'Containers and systemd',
        'Run one image with Compose or Kubernetes, or systemd units behind nginx or Caddy.',
      ),
      page(
        'docs/guide/keys.md',
        'Encryption keys',
        'Keys in the environment or in AWS KMS, and their rotation.',
      ),
      page(
        'docs/guide/recovery-store.md',
        'Recovery store',
        'Run the recovery store as another process with its own database and key.',
      ),
      page('docs/guide/backups.md', 'Backups', 'What to back up, and how to restore it.'),
      page(
        'docs/guide/upgrading.md',
        'Upgrading',
        'Upgrade without an interruption, and what a rollback can do.',
      ),
      page(
        'docs/guide/observability.md',
        'Traces and dashboards',
        'OpenTelemetry, a Grafana dashboard and Prometheus alert rules.',
      ),
      page('docs/guide/metrics.md', 'Metrics', 'Metrics for Prometheus, and what to alert on.'),
      page(
        'docs/scaling.md',
        'Scaling',
        'Several processes on one database, failures, and what one node carries.',
      ),
      page(
        'docs/contracts.md',
        'Contracts',
        'Commands, addresses, variables and files on which scripts and clients rely.',
      ),
    ],
  },
  {
    task: 'Reference',
    pages: [
      page(
        'docs/reference/settings.md',
        'Settings',
        'Every setting of an app and every option of the client.',
      ),
      page('docs/reference/errors.md', 'Errors', 'Every error code with its cause and its fix.'),
      page(
        'docs/reference/api.md',
        'REST API',
        'Every route of the service with its input, answer and codes.',
      ),
      page(
        'docs/reference/types.md',
        'Types of the settings',
        'LoginEntry, CreateOnLogin, WalletListEntry, Chain and other types with their members.',
      ),
      own(
        'reference/sdk/index',
        'SDK',
        'Every function, hook and type of the packages, printed from their sources.',
      ),
      page('docs/limits.md', 'Limits', 'Limits of calls, codes and sizes.'),
      page(
        'docs/wire/protocol.md',
        'Wire protocol',
        'Requests, replies and window messages between clients, frame and service.',
      ),
    ],
  },
  {
    task: 'Security',
    pages: [
      page(
        'docs/guide/security.md',
        'Security overview',
        'For evaluators: threats, data flow, where data lies, third parties, audit status, and how to report.',
      ),
      page(
        'docs/custody.md',
        'Custody',
        'Who holds which part of a key, and what each kind of attacker can do.',
      ),
      page(
        'docs/spec/security.md',
        'Security requirements',
        'Requirements S1 to S58, and how each is tested.',
      ),
      page(
        'SECURITY.md',
        'Report a vulnerability',
        'How to report a vulnerability, and how to verify the frame.',
      ),
    ],
  },
  {
    task: 'Contribute',
    pages: [
      page('docs/architecture.md', 'Architecture', 'Packages, modules and the rules that checks keep.'),
      page('docs/recipes/README.md', 'Recipes', 'Frequent additions step by step, such as a login method.'),
      page('docs/decisions/README.md', 'Decisions', 'Design decisions with their reasons, by topic.'),
      page(
        'docs/evidence/README.md',
        'Evidence',
        'Which test proves which requirement, and what each command runs.',
      ),
      page('docs/looks.md', 'Design of the modal', 'Tokens, parts and motion of the modal.'),
      page('docs/dependencies.md', 'Dependencies', 'The reason for every dependency.'),
      page(
        'CONTRIBUTING.md',
        'Contributing',
        'First login in five minutes, code style, glossary and checks.',
      ),
      page('GOVERNANCE.md', 'Governance', 'Who decides, and how a contributor becomes a maintainer.'),
      page('ROADMAP.md', 'Roadmap', 'What comes next.'),
      page('SUPPORT.md', 'Support', 'Where to ask, and where to report.'),
      page('CODE_OF_CONDUCT.md', 'Code of conduct', 'How people treat each other here.'),
      page('HANDBOOK.md', 'Handbook', 'For maintainers: releases, audit log, vulnerability reports.'),
    ],
  },
];

export const pages: readonly DocPage[] = sections.flatMap((section) => section.pages);

/** Returns the path of a Markdown file's page, such as `guide/vite` for `docs/guide/vite.md`. */
function pathOf(source: string): string {
  const path = source
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '$1index');
  return path === path.toUpperCase() ? path.toLowerCase() : path;
}
