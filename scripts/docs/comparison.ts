import { table } from './reference/pages.ts';

/** Products of the comparison, in the order of its columns. */
const products = ['Latchkey', 'Privy', 'Dynamic', 'Openfort OpenSigner', 'better-auth'] as const;

interface Row {
  readonly topic: string;
  /** One text for each product. Links are relative to the repository's root. */
  readonly texts: readonly [string, string, string, string, string];
  /** False if only the page of the comparison has the row. @default true */
  readonly isInReadme?: boolean;
  readonly meaning: string;
}

const rows: readonly Row[] = [
  {
    topic: 'Self-hosted',
    texts: [
      '[yes](docs/guide/production.md)',
      'no',
      'no',
      'yes; the wallet iframe is a prebuilt image',
      'yes',
    ],
    meaning: 'Where user data lies, whose outage ends your logins, and which domain your users see.',
  },
  {
    topic: 'Service source',
    texts: ['[Apache-2.0](LICENSE)', 'closed', 'closed', 'open, except the iframe', 'MIT'],
    meaning: 'Whether you can read, change and keep what you run.',
  },
  {
    topic: 'Embedded wallets',
    texts: [
      '[Ethereum, Solana](docs/guide/sending.md)',
      'Ethereum, Solana, others',
      'Ethereum, Solana, others',
      'Ethereum, Solana',
      'none',
    ],
    meaning: 'Chains on which a user gets a wallet without installing one.',
  },
  {
    topic: 'Where keys are',
    texts: [
      '[shares; the key only in an isolated iframe](docs/custody.md)',
      'secure enclave by default',
      'MPC, 2 of 2 or more',
      'shares, 2 of 3; the key only in an iframe',
      '–',
    ],
    meaning:
      'Who must be attacked to get a key. An enclave or MPC can sign while the user is away; a key in the browser cannot.',
  },
  {
    topic: 'Recovery by the user',
    texts: [
      '[password, Google Drive, iCloud, passkey](docs/guide/embedded-wallets.md#let-users-choose-their-recovery)',
      'earlier wallets only',
      'passcode, cloud',
      'password, passkey',
      '–',
    ],
    meaning: 'Whether a user can hold a part of the key that the operator does not have.',
  },
  {
    topic: 'Leaving the vendor',
    texts: [
      '[export, and an exit kit that works offline](docs/custody.md#exit-kit)',
      'export',
      'export',
      'export',
      '–',
    ],
    meaning: 'What users have if the service ends.',
  },
  {
    topic: 'Login methods',
    texts: [
      '[email, SMS, nine social providers, OpenID Connect, passkey, wallets, Farcaster, Telegram, guest, your own tokens](docs/guide/social-login.md)',
      'the same',
      'the same, without full guest accounts',
      'without Farcaster and Telegram',
      'email, SMS, social, passkey, Ethereum wallets, guest',
    ],
    meaning: 'Latchkey has no passwords for login.',
  },
  {
    topic: 'Second factor for wallet operations',
    texts: [
      '[authenticator app, SMS, passkey, backup codes](docs/guide/second-factors.md)',
      'yes, no backup codes',
      'yes, without SMS',
      'one-time code at recovery',
      'at login only',
    ],
    meaning: 'Whether a stolen mailbox opens a wallet.',
  },
  {
    topic: 'Sandbox of all third parties, offline',
    texts: ['[yes](packages/sandbox/README.md)', 'no', 'no', 'no', 'no'],
    meaning: 'Whether development and tests need accounts elsewhere.',
  },
  {
    topic: 'Languages of the modal',
    texts: ['[5](docs/guide/looks.md)', '1', 'several', 'several', '–'],
    meaning: 'English, German, Spanish, Japanese and Arabic in Latchkey, Arabic from right to left.',
  },
  {
    topic: 'Audit log',
    texts: ['[hash-chained](docs/contracts.md#audit-log)', 'partly', 'partly', 'no', 'paid'],
    meaning: 'Whether you notice that entries were changed.',
  },
  {
    topic: 'JavaScript before the modal opens (gzip)',
    texts: [
      '[18.25 kB at most, without React](bench/README.md)',
      '705 kB, with React (66 kB)',
      'not measured',
      'not measured',
      'not measured',
    ],
    meaning: 'What every visitor loads, also those who never log in.',
  },
  {
    topic: 'External security audit',
    texts: ['**none yet**', 'ask the vendor', 'ask the vendor', 'ask the project', 'ask the project'],
    isInReadme: false,
    meaning:
      'Ask for the report and its date. Latchkey has tests and attack scripts instead, which you can run.',
  },
  {
    topic: 'Smart wallets, sponsored gas',
    texts: ['no', 'yes', 'yes', 'yes', '–'],
    meaning: 'Whether users can act without a coin for fees.',
  },
  {
    topic: 'Signing while the user is offline',
    texts: ['no', 'yes', 'yes', 'yes', '–'],
    meaning: 'Needed for agents, orders and subscriptions. Latchkey signs only in the open page.',
  },
  {
    topic: 'React Native, Swift, Android',
    texts: ['no', 'yes', 'yes', 'yes', 'partly'],
    meaning: 'Latchkey runs in browsers and web views that are browsers.',
  },
  {
    topic: 'Dashboard',
    texts: ['no; [REST API](docs/guide/server.md)', 'yes', 'yes', 'partly', 'partly'],
    meaning: 'Latchkey is set up with a file or with calls.',
  },
];

/** Prints the comparison table of the README. */
export function printReadmeComparison(): string {
  const shown = rows.filter(({ isInReadme = true }) => isInReadme);
  return table(
    ['', ...products],
    shown.map(({ topic, texts }) => [topic, ...texts]),
  );
}

/** Prints the sections of `docs/guide/comparison.md`: one for each row, with its meaning. */
export function printComparison(): string {
  return rows
    .map(({ topic, texts, meaning }) => {
      const lines = products.map((product, index) => [
        product,
        texts[index]?.replaceAll('](', '](../../') ?? '',
      ]);
      return `### ${topic}\n\n${meaning}\n\n${table(['product', 'answer'], lines)}`;
    })
    .join('\n\n');
}
