import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../build/contentHash.ts';

/*
 * The guide's table of what is proved with published clients, held to the tests that prove it: each entry to titles in
 * `conformance/`. A test that goes, or is renamed, takes its entry with it.
 */

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Titles by file; a title may be the beginning of one. */
type Proof = readonly [file: string, ...titles: string[]];

const everyVersion: Proof[] = [
  ['reactAuth/sessions', 'says that a code is wrong, and takes the right one after it'],
  ['reactAuth/reactAuth', 'logs in by e-mail code', 'logs out, and the service ends the session'],
];
const refreshes: Proof = ['reactAuth/sessions', 'refreshes an access token that has expired once'];
const reloads = 'survives a reload: still logged in';
const linking: Proof = ['reactAuth/accounts', '[LINK-06] [LINK-16] [OTP-10] react-auth 1.99.1 changes'];
const sdk = 'jsSdkCore/jsSdkCore';
const tokens = 'a token that is expired, changed, of another app, or opens wallets';
const identity: Proof = ['identityTokens', 'server-auth 1.32.5 and node 0.35.0 read the user from it'];
const account: Proof = [
  'appSettings',
  'server-auth 1.32.5 and node 0.35.0 get a token of it without a mailbox',
];
const invited: Proof = ['appSettings', 'who is invited gets in, and is out again when taken off it'];
const newestUser: Proof = ['jsSdkCore/newest', 'reads its user again, with an identity token of now'];
const signing = 'signs a message, typed data, and through the EIP-1193 provider';
const sending: Proof[] = [
  [
    'reactAuth/sending',
    'sends coin after a review in dollars, and the coin arrives',
    'sends a token, whose name and decimals',
    'sends what a dapp asks of the provider',
    'sends without screens where the host asks for none',
    'sends nothing that is declined or that the wallet cannot pay',
  ],
];

const wallets: Proof[] = [
  [
    'reactAuth/wallets',
    '[SIWE-03] [LINK-08] links a wallet and unlinks it',
    '[SIWE-01] [SIWE-02] [SIWE-04] logs in by a wallet, knows the person again, and keeps the last account',
  ],
];
const purchases: Proof = ['webhooks', '[S46] both verify what became of a purchase'];
const imported: Proof = [
  'jsSdkCore/wallet',
  'is the user whom a back end imported with that wallet, and whom it finds by it',
];

const otherApps: Proof[] = [
  [
    'reactAuth/crossApp',
    '[XAPP-04] [XAPP-05] [XAPP-13] links an account of another app',
    '[XAPP-04] [XAPP-05] logs in with it',
  ],
];

const factors: Proof[] = [
  [
    'reactAuth/factors',
    'enrols an authenticator app after a wrong code, signs later, exports and removes it',
    'enrols a phone after a wrong code, signs later and exports',
    'enrols a passkey, signs later and exports',
  ],
];

/** For each row, by how it begins, the proofs of its entries, by column. */
const proofs: Record<string, Record<string, readonly Proof[]>> = {
  'log in by e-mail code': {
    'react-auth 1.99.1': everyVersion,
    '1.90.0': everyVersion,
    '3.45.0': [
      ['reactAuth/sessions', 'says that a code is wrong, and takes the right one after it'],
      ['reactAuth/newest', 'logs in by e-mail code', 'logs out, and the service ends the session'],
    ],
    'js-sdk-core, both': [[sdk, 'signs a new person up', 'refuses a wrong code', '[SESS-21] logs out']],
  },
  'session after a reload': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', reloads], refreshes],
    '1.90.0': [['reactAuth/reactAuth', reloads], refreshes],
    '3.45.0': [['reactAuth/newest', reloads], refreshes],
    'js-sdk-core, both': [[sdk, 'finds the session again', '[SESS-19] refreshes an expired access token']],
  },
  'link, change and unlink': {
    'react-auth 1.99.1': [linking],
    'js-sdk-core, both': [
      ['jsSdkCore/accounts', '[OTP-10] [LINK-06] [LINK-07] links a phone number and unlinks'],
    ],
  },
  'log in by an Ethereum wallet': {
    'react-auth 1.99.1': wallets,
    '3.45.0': wallets,
    'js-sdk-core, both': [
      ['jsSdkCore/wallet', '[SIWE-01, SIWE-02, SIWE-03] logs in by a wallet, and links and unlinks one'],
    ],
  },
  'link a Solana wallet': {
    '3.45.0': [['reactAuth/wallets', 'links a Solana wallet by what it signs']],
  },
  'log in at Google': {
    'react-auth 1.99.1': [
      [
        'reactAuth/methods',
        '[OAUTH-01] [OAUTH-10] logs in with Google',
        '[ERR-20] [OAUTH-06] says that a person denied',
      ],
    ],
    'js-sdk-core, both': [
      ['jsSdkCore/oauth', '[OAUTH-10] [LINK-09] logs in with Google, links GitHub and unlinks it'],
    ],
  },
  'sign up, log in, link and unlink by passkey': {
    'react-auth 1.99.1': [['reactAuth/methods', '[PASS-05] [PASS-06] [LINK-12] signs up with a passkey']],
  },
  "log in with Farcaster's code": {
    'react-auth 1.99.1': [
      [
        'reactAuth/methods',
        '[FARC-05] logs in with Farcaster',
        '[TELE-09] [TELE-11] logs in by Telegram',
        '[ROUTE-06] logs in the person of a mini app',
      ],
    ],
  },
  'guest; custom token': {
    'react-auth 1.99.1': [
      ['reactAuth/withoutScreens', '[GUEST-01] makes a guest', '[JWT-01, JWT-02] follows the token'],
    ],
    'js-sdk-core, both': [
      ['jsSdkCore/withoutScreens', '[GUEST-01, GUEST-03] is a guest', '[JWT-01, JWT-02] logs in'],
    ],
  },
  'fork a session': {
    'react-auth 1.99.1': [['reactAuth/fork', '[SESS-16][SESS-20] hands its session on to another page']],
  },
  'session in cookies': {
    'react-auth 1.99.1': [
      ['reactAuth/cookies', 'logs in at the address of the app, and keeps its session in cookies'],
    ],
  },
  'wallet created at login': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', 'creates a wallet on the way', signing]],
    '1.90.0': [['reactAuth/reactAuth', 'creates a wallet on the way', signing]],
    '3.45.0': [
      [
        'reactAuth/newest',
        'logs in by e-mail code, and creates an Ethereum and a Solana wallet',
        'signs a message with each',
      ],
    ],
    'js-sdk-core, both': [[sdk, 'hands out the wallet of a user as an embedded one']],
  },
  'typed data and provider': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', signing]],
    '1.90.0': [['reactAuth/reactAuth', signing]],
  },
  'both with third-party storage blocked': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', signing, 'finds the storage of its wallet frame']],
    '3.45.0': [['reactAuth/newest', 'signs a message with each', 'finds the storage of its wallet frame']],
  },
  'coin and a token sent': {
    'react-auth 1.99.1': sending,
    '1.90.0': sending,
    '3.45.0': sending,
    'js-sdk-core, both': [
      [
        'jsSdkCore/sending',
        'sends what its provider is asked to, and the coin arrives',
        'creates a contract',
        'says why nothing was sent',
      ],
    ],
  },
  'an account of another app': {
    'react-auth 1.99.1': otherApps,
    '3.45.0': otherApps,
  },
  'a wallet funded at MoonPay': {
    'react-auth 1.99.1': [
      [
        'reactAuth/funding',
        '[MOON-02] buys at MoonPay by an address that MoonPay takes, and the coin arrives',
        '[COIN-01][COIN-02] buys at Coinbase by a session that is good once',
        'transfers from a wallet in the page on its own network',
        '[BRDG-01][BRDG-06] transfers from it on another network',
      ],
    ],
    '3.45.0': [
      [
        'reactAuth/funding',
        '[MOON-02][COIN-01] buys at MoonPay and opens Coinbase by what the service gives',
      ],
    ],
    'js-sdk-core, both': [
      [
        'jsSdkCore/funding',
        '[MOON-02] has an address signed that MoonPay takes',
        '[COIN-01] [COIN-02] opens a session that is good once, and hears what became of it',
      ],
    ],
  },
  'the key exported': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', 'shows the key of the wallet on the export page']],
    '1.90.0': [['reactAuth/reactAuth', 'shows the key of the wallet on the export page']],
    '3.45.0': [['reactAuth/newest', 'shows the key of the wallet on the export page']],
  },
  'a second factor': { 'react-auth 1.99.1': factors, '1.90.0': factors, '3.45.0': factors },
  'a further wallet': {
    'react-auth 1.99.1': [
      ['reactAuth/reactAuth', 'adds a wallet to the first one, and imports a key, which signs'],
    ],
  },
  'a recovery password set': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', 'sets a password, which opens the wallet on a device']],
  },
  'Turnstile passed': {
    'react-auth 1.99.1': [
      ['reactAuth/gates', '[CAPT-19, S44] passes Turnstile', '[S28] gets a code by its captcha'],
    ],
  },
  'allowlist, user limit': {
    'react-auth 1.99.1': [
      ['reactAuth/gates', 'shows its screen of the allowlist', 'shows its screen of the user limit'],
    ],
    'js-sdk-core, both': [
      ['appSettings', '[ROLE-05] js-sdk-core $version', '[ROLE-06] js-sdk-core $version'],
    ],
    'server-auth': [invited],
    node: [invited],
  },
  'access token checked': {
    'server-auth': [['serverAuth/tokens', 'verifies an access token', `refuses ${tokens}`]],
    node: [['node/tokens', 'verifies access tokens', `refuses ${tokens}`]],
  },
  'identity token': { 'js-sdk-core, both': [newestUser], 'server-auth': [identity], node: [identity] },
  'terms asked for once': {
    'react-auth 1.99.1': [['reactAuth/gates', '[TERMS-03] asks for the terms once']],
    'js-sdk-core, both': [['jsSdkCore/newest', '[TERMS-03] accepts the terms']],
  },
  'users: get, list by pages': {
    'js-sdk-core, both': [newestUser],
    'server-auth': [
      [
        'serverAuth/users',
        'gets a user',
        'imports a user',
        'lists everybody',
        'searches',
        'imports with metadata',
        'deletes',
      ],
    ],
    node: [
      [
        'node/users',
        'gets a user',
        'imports a user',
        'lists everybody',
        'searches',
        'sets metadata',
        'deletes',
      ],
    ],
  },
  'a user that was imported with a wallet': { 'js-sdk-core, both': [imported], 'server-auth': [imported] },
  'test account': { 'server-auth': [account], node: [account] },
  'webhooks checked': {
    'server-auth': [
      ['webhooks', '[S46] server-auth 1.32.5 verifies the events of a sign-up, and refuses what was changed'],
      purchases,
    ],
    node: [
      [
        'webhooks',
        '[S46] node 0.35.0 verifies the events of a sign-up, and refuses what was changed or is old',
      ],
      purchases,
    ],
  },
};

/** The table's rows: what each column says of a flow. */
function readTable(): Map<string, Map<string, string>> {
  const lines = read('docs/guide/existing-clients.md').split('\n');
  const start = lines.findIndex((line) => line.startsWith('| flow |'));
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...columns] = cellsOf(lines[start] ?? '');
  const rows = lines.slice(start + 2, lines.indexOf('', start)).map((line) => {
    const [flow = '', ...cells] = cellsOf(line);
    const said = cells
      .map((cell, index) => [columns[index] ?? '', cell] as const)
      .filter(([, cell]) => cell !== '');
    return [flow, new Map(said)] as const;
  });
  return new Map(rows);
}

describe('what the guide says of published clients', () => {
  const table = readTable();

  test('has a row for each row of proofs, and the other way round', () => {
    const flows = [...table.keys()];
    expect(flows.length).toBeGreaterThan(20);
    expect(Object.keys(proofs).map((start) => flows.find((flow) => flow.startsWith(start)))).toEqual(flows);
  });

  test.each(Object.entries(proofs))('is shown by tests: %s', (start, columns) => {
    const [, said] = [...table].find(([flow]) => flow.startsWith(start)) ?? [];
    expect(Object.keys(columns)).toEqual([...(said?.keys() ?? [])]);
    for (const [file, ...titles] of Object.values(columns).flat()) {
      const source = read(`conformance/${file}.test.ts`).replaceAll("\\'", "'");
      for (const title of titles) {
        const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}`));
        expect(isThere, `${file}: ${title}`).toBe(true);
      }
    }
  });
});
