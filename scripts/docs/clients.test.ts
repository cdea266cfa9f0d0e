import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../build/contentHash.ts';

/* Compares the guide's table of proved features of published clients with the titles of the tests in `conformance/`
   that prove them. If such a test is removed or renamed, change its entry here too. */

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A test file in `conformance/`, and titles of tests in it. Each title may be shortened to its beginning. */
type Proof = readonly [file: string, ...titles: string[]];

const everyVersion: Proof[] = [
  ['reactAuth/sessions', 'react-auth reports a wrong code, and accepts the right one afterwards'],
  [
    'reactAuth/reactAuth',
    'react-auth logs in with an email code',
    'react-auth logs out, and is still logged out after a reload',
  ],
];
const refreshes: Proof = ['reactAuth/sessions', 'react-auth refreshes an expired access token once'];
const reloads = 'react-auth survives a reload: still logged in';
const linking: Proof = ['reactAuth/accounts', '[LINK-06] [LINK-16] [OTP-10] react-auth 1.99.1 changes'];
const sdk = 'jsSdkCore/jsSdkCore';
const tokens = 'a token that is expired, changed, from another app, or for wallets';
const identity: Proof = ['identityTokens', 'server-auth 1.32.5 and node 0.35.0 read the user from an'];
const account: Proof = ['appSettings', 'server-auth 1.32.5 and node 0.35.0 get a token for the test account'];
const invited: Proof = [
  'appSettings',
  'a person logs in with an email address on the allowlist, and is rejected after its removal',
];
const newestUser: Proof = [
  'jsSdkCore/newest',
  'js-sdk-core refreshes its user, and gets a new identity token',
];
const signing = 'react-auth signs a message, typed data, and through the EIP-1193 provider';
const sending: Proof[] = [
  [
    'reactAuth/sending',
    'react-auth sends coin after a review in dollars, and the coin arrives',
    'react-auth sends a token, and shows an amount in the token’s symbol and decimals',
    'react-auth sends a transaction that a dapp requests from the provider',
    'react-auth sends without screens if the host turns the screens off',
    'react-auth sends nothing if the user declines or the wallet cannot pay',
  ],
];

const wallets: Proof[] = [
  [
    'reactAuth/wallets',
    '[SIWE-03] [LINK-08] react-auth links a wallet and unlinks it',
    '[SIWE-01] [SIWE-02] [SIWE-04] react-auth logs in with a wallet, recognises the user, and cannot unlink',
  ],
];
const purchases: Proof = ['webhooks', '[S46] server-auth 1.32.5 and node 0.35.0 verify the event'];
const imported: Proof = [
  'jsSdkCore/wallet',
  'js-sdk-core logs in as the user whom a back end imported with the wallet',
];

const otherApps: Proof[] = [
  [
    'reactAuth/crossApp',
    '[XAPP-04] [XAPP-05] [XAPP-13] react-auth links an account from another app',
    '[XAPP-04] [XAPP-05] react-auth logs in with an account',
  ],
];

const factors: Proof[] = [
  [
    'reactAuth/factors',
    'react-auth enrols an authenticator app after a wrong code, signs later, exports the key and removes the app',
    'react-auth enrols a phone after a wrong code, signs later and exports the key',
    'react-auth enrols a passkey, signs later and exports the key',
  ],
];

/** Proofs of the entries of each row, by column. The key is the beginning of the row's first cell. */
const proofs: Record<string, Record<string, readonly Proof[]>> = {
  'log in with an email code': {
    'react-auth 1.99.1': everyVersion,
    '1.90.0': everyVersion,
    '3.45.0': [
      ['reactAuth/sessions', 'react-auth reports a wrong code, and accepts the right one afterwards'],
      [
        'reactAuth/newest',
        'react-auth logs in with an email code',
        'react-auth logs out, and is still logged out after a reload',
      ],
    ],
    'js-sdk-core, both': [
      [
        sdk,
        'js-sdk-core signs up a new user',
        'js-sdk-core rejects a wrong code',
        '[SESS-21] js-sdk-core logs out',
      ],
    ],
  },
  'session after a reload': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', reloads], refreshes],
    '1.90.0': [['reactAuth/reactAuth', reloads], refreshes],
    '3.45.0': [['reactAuth/newest', reloads], refreshes],
    'js-sdk-core, both': [
      [sdk, 'js-sdk-core restores the session', '[SESS-19] js-sdk-core refreshes an expired access token'],
    ],
  },
  'link, change and unlink': {
    'react-auth 1.99.1': [linking],
    'js-sdk-core, both': [
      ['jsSdkCore/accounts', '[OTP-10] [LINK-06] [LINK-07] js-sdk-core links a phone number and an email'],
    ],
  },
  'log in with an Ethereum wallet': {
    'react-auth 1.99.1': wallets,
    '3.45.0': wallets,
    'js-sdk-core, both': [
      [
        'jsSdkCore/wallet',
        '[SIWE-01, SIWE-02, SIWE-03] js-sdk-core logs in with a wallet, cannot link a second one, and',
      ],
    ],
  },
  'link a Solana wallet': {
    '3.45.0': [['reactAuth/wallets', 'react-auth links a Solana wallet with a signature']],
  },
  'log in with Google': {
    'react-auth 1.99.1': [
      [
        'reactAuth/methods',
        '[OAUTH-01] [OAUTH-10] react-auth logs in with Google',
        '[ERR-20] [OAUTH-06] react-auth reports that the user denied the login',
      ],
    ],
    'js-sdk-core, both': [
      [
        'jsSdkCore/oauth',
        '[OAUTH-10] [LINK-09] js-sdk-core logs in with Google, links GitHub and unlinks it',
      ],
    ],
  },
  'sign up, log in, link and unlink with a passkey': {
    'react-auth 1.99.1': [
      ['reactAuth/methods', '[PASS-05] [PASS-06] [LINK-12] react-auth signs up with a passkey'],
    ],
  },
  "log in with Farcaster's code": {
    'react-auth 1.99.1': [
      [
        'reactAuth/methods',
        '[FARC-05] react-auth logs in with Farcaster',
        '[TELE-09] [TELE-11] react-auth logs in with Telegram',
        '[ROUTE-06] react-auth logs in the user of a Telegram mini app',
      ],
    ],
  },
  'guest; custom token': {
    'react-auth 1.99.1': [
      [
        'reactAuth/withoutScreens',
        '[GUEST-01] react-auth creates a guest',
        '[JWT-01, JWT-02] react-auth follows the token',
      ],
    ],
    'js-sdk-core, both': [
      [
        'jsSdkCore/withoutScreens',
        '[GUEST-01, GUEST-03] js-sdk-core creates a guest',
        '[JWT-01, JWT-02] js-sdk-core logs in',
      ],
    ],
  },
  'fork a session': {
    'react-auth 1.99.1': [
      ['reactAuth/fork', '[SESS-16][SESS-20] react-auth hands its session to another page'],
    ],
  },
  'session in cookies': {
    'react-auth 1.99.1': [
      [
        'reactAuth/cookies',
        "react-auth logs in at the app's own API address, and keeps its tokens in cookies",
      ],
    ],
  },
  'wallet created at login': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', 'react-auth creates a wallet during the login', signing]],
    '1.90.0': [['reactAuth/reactAuth', 'react-auth creates a wallet during the login', signing]],
    '3.45.0': [
      [
        'reactAuth/newest',
        'react-auth logs in with an email code, and creates an Ethereum and a Solana wallet',
        'react-auth signs a message with each',
      ],
    ],
    'js-sdk-core, both': [[sdk, 'js-sdk-core finds the embedded wallet of a user']],
  },
  'typed data signed': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', signing]],
    '1.90.0': [['reactAuth/reactAuth', signing]],
  },
  'message and typed data signed with third-party': {
    'react-auth 1.99.1': [
      ['reactAuth/reactAuth', signing, 'react-auth finds the storage of its wallet frame'],
    ],
    '3.45.0': [
      [
        'reactAuth/newest',
        'react-auth signs a message with each',
        'react-auth finds the storage of its wallet frame',
      ],
    ],
  },
  'coin and token sent': {
    'react-auth 1.99.1': sending,
    '1.90.0': sending,
    '3.45.0': sending,
    'js-sdk-core, both': [
      [
        'jsSdkCore/sending',
        'js-sdk-core sends the transactions that its provider is asked to send',
        'js-sdk-core creates a contract',
        'js-sdk-core reports why a transaction was not sent',
      ],
    ],
  },
  'account of another app': {
    'react-auth 1.99.1': otherApps,
    '3.45.0': otherApps,
  },
  'wallet funded at MoonPay': {
    'react-auth 1.99.1': [
      [
        'reactAuth/funding',
        '[MOON-02] react-auth buys at MoonPay with a URL that MoonPay accepts, and the coin arrives',
        '[COIN-01][COIN-02] react-auth buys at Coinbase with a single-use session',
        'react-auth transfers from a wallet in the page on its own network',
        '[BRDG-01][BRDG-06] react-auth transfers from a wallet in the page on another network',
      ],
    ],
    '3.45.0': [
      [
        'reactAuth/funding',
        '[MOON-02][COIN-01] react-auth buys at MoonPay and opens Coinbase with what the service returns',
      ],
    ],
    'js-sdk-core, both': [
      [
        'jsSdkCore/funding',
        '[MOON-02] js-sdk-core gets a signed URL that MoonPay accepts',
        '[COIN-01] [COIN-02] js-sdk-core opens a single-use session at Coinbase, and reads the outcome of the purchase',
      ],
    ],
  },
  'key exported': {
    'react-auth 1.99.1': [
      ['reactAuth/reactAuth', 'react-auth shows the key of the wallet on the export page'],
    ],
    '1.90.0': [['reactAuth/reactAuth', 'react-auth shows the key of the wallet on the export page']],
    '3.45.0': [['reactAuth/newest', 'react-auth shows the key of the wallet on the export page']],
  },
  'second factor': { 'react-auth 1.99.1': factors, '1.90.0': factors, '3.45.0': factors },
  'further wallet': {
    'react-auth 1.99.1': [
      ['reactAuth/reactAuth', 'react-auth adds a second wallet, and imports a key, which signs'],
    ],
  },
  'recovery password set': {
    'react-auth 1.99.1': [['reactAuth/reactAuth', 'react-auth sets a password, which opens the wallet']],
  },
  'Turnstile passed': {
    'react-auth 1.99.1': [
      [
        'reactAuth/gates',
        '[CAPT-19, S44] react-auth passes Turnstile',
        '[S28] react-auth gets a code with its captcha',
      ],
    ],
  },
  'allowlist, user limit': {
    'react-auth 1.99.1': [
      ['reactAuth/gates', 'react-auth shows its allowlist screen', 'react-auth shows its user limit screen'],
    ],
    'js-sdk-core, both': [
      ['appSettings', '[ROLE-05] js-sdk-core $version', '[ROLE-06] js-sdk-core $version'],
    ],
    'server-auth': [invited],
    node: [invited],
  },
  'access token checked': {
    'server-auth': [
      [
        'serverAuth/tokens',
        'server-auth 1.32.5 verifies an access token',
        `server-auth 1.32.5 rejects ${tokens}`,
      ],
    ],
    node: [['node/tokens', 'node 0.35.0 verifies access tokens', `node 0.35.0 rejects ${tokens}`]],
  },
  'identity token': { 'js-sdk-core, both': [newestUser], 'server-auth': [identity], node: [identity] },
  'terms shown once': {
    'react-auth 1.99.1': [['reactAuth/gates', '[TERMS-03] react-auth asks the user to accept the terms']],
    'js-sdk-core, both': [['jsSdkCore/newest', '[TERMS-03] js-sdk-core accepts the terms']],
  },
  'users: get, list by pages': {
    'js-sdk-core, both': [newestUser],
    'server-auth': [
      [
        'serverAuth/users',
        'server-auth 1.32.5 gets a user',
        'server-auth 1.32.5 imports a user',
        'server-auth 1.32.5 lists all users',
        'server-auth 1.32.5 searches',
        'server-auth 1.32.5 imports a user with metadata',
        'server-auth 1.32.5 deletes',
      ],
    ],
    node: [
      [
        'node/users',
        'node 0.35.0 gets a user',
        'node 0.35.0 imports a user',
        'node 0.35.0 lists all users',
        'node 0.35.0 searches',
        'node 0.35.0 sets the metadata',
        'node 0.35.0 deletes',
      ],
    ],
  },
  'imported user with a wallet': { 'js-sdk-core, both': [imported], 'server-auth': [imported] },
  'test account': { 'server-auth': [account], node: [account] },
  'webhooks checked': {
    'server-auth': [
      ['webhooks', '[S46] server-auth 1.32.5 verifies the events of a sign-up, and rejects changed ones'],
      purchases,
    ],
    node: [
      ['webhooks', '[S46] node 0.35.0 verifies the events of a sign-up, and rejects changed and old ones'],
      purchases,
    ],
  },
};

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

describe('the guide to published clients', () => {
  const table = readTable();

  test('the guide to published clients lists exactly the features that have proofs', () => {
    const flows = [...table.keys()];
    expect(flows.length).toBeGreaterThan(20);
    expect(Object.keys(proofs).map((start) => flows.find((flow) => flow.startsWith(start)))).toEqual(flows);
  });

  test.each(Object.entries(proofs))(
    'each entry in a row of the guide to published clients has its tests: %s',
    (start, columns) => {
      const [, said] = [...table].find(([flow]) => flow.startsWith(start)) ?? [];
      expect(Object.keys(columns)).toEqual([...(said?.keys() ?? [])]);
      for (const [file, ...titles] of Object.values(columns).flat()) {
        const source = read(`conformance/${file}.test.ts`).replaceAll("\\'", "'");
        for (const title of titles) {
          const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}`));
          expect(isThere, `${file}: ${title}`).toBe(true);
        }
      }
    },
  );
});
