/** What runs a check: `latchkey doctor` for an operator, or the Doctor of development builds in the page. */
export type DoctorRunner = 'operator' | 'page';

interface DoctorCheckFacts {
  /** Sentence that is true if the check finds nothing. */
  readonly about: string;
  readonly runBy: readonly DoctorRunner[];
}

const operator = ['operator'] as const;
const page = ['page'] as const;
const both = ['operator', 'page'] as const;

/** Every check of an installation, by its id. Ids are stable, because scripts may use them. */
export const doctorChecks = {
  'node-version': { about: 'Node.js is a version that gets security fixes.', runBy: operator },
  configuration: {
    about: 'The environment is complete and safe: settings, keys and addresses.',
    runBy: operator,
  },
  'apps-file': { about: 'The apps file has no problem.', runBy: operator },
  'trusted-proxies': {
    about: 'LATCHKEY_TRUSTED_PROXIES counts the proxy that ends TLS.',
    runBy: operator,
  },
  'database-connection': { about: 'The database answers.', runBy: operator },
  'database-version': { about: 'PostgreSQL is version 15 or newer.', runBy: operator },
  'database-rights': {
    about: 'The user of LATCHKEY_DATABASE_URL may apply the migrations that are pending.',
    runBy: operator,
  },
  'database-settings': {
    about: 'PostgreSQL stores text as UTF-8, and keeps it after a power failure.',
    runBy: operator,
  },
  'database-replication': {
    about: 'The database is a primary that takes writes, and its standbys follow it.',
    runBy: operator,
  },
  'database-pool': {
    about: 'PostgreSQL has connections left for one process of the service.',
    runBy: operator,
  },
  migrations: { about: 'The database has the schema of this version.', runBy: operator },
  clock: { about: 'The clocks of this machine and of the database agree.', runBy: operator },
  'smtp-encryption': { about: 'Mails reach the mail server encrypted.', runBy: operator },
  smtp: { about: 'The mail server takes the connection, the user and the password.', runBy: operator },
  'test-mail': { about: 'The mail server accepted a test mail.', runBy: operator },
  'recovery-store': {
    about: 'The recovery store answers and accepts LATCHKEY_RECOVERY_TOKEN.',
    runBy: operator,
  },
  dns: { about: 'The host of LATCHKEY_URL has an address.', runBy: operator },
  tls: {
    about: 'The certificates of the public addresses are valid, with their whole chain.',
    runBy: operator,
  },
  'service-address': { about: 'The service answers at its public address.', runBy: both },
  'proxy-headers': { about: 'The proxy passes the header Authorization unchanged.', runBy: operator },
  'app-id': { about: 'The service has the app.', runBy: both },
  'allowed-origin': { about: 'The app allows the origin of its page.', runBy: both },
  cors: {
    about: 'A browser on a page of the app may call the service, and one on another page may not.',
    runBy: operator,
  },
  'own-address': { about: 'Clients call the service at its own address, LATCHKEY_URL.', runBy: both },
  'frame-headers': {
    about: "A browser may show the wallet frame in the app's pages, with its own policy.",
    runBy: operator,
  },
  'frame-hash': { about: 'The service serves the wallet frame of the installed release.', runBy: operator },
  'hosted-pages': {
    about: 'The hosted pages answer at LATCHKEY_HOSTED_URL and can start.',
    runBy: operator,
  },
  keys: { about: 'Every key that the stored data needs is configured.', runBy: operator },
  webhooks: { about: 'No webhook is turned off.', runBy: operator },
  'page-connect-src': { about: "The page's policy lets it call the service.", runBy: page },
  'page-frame-src': { about: "The page's policy lets it show the wallet frame.", runBy: page },
  'page-secure': { about: 'The browser regards the page as secure.', runBy: page },
  'page-opener': { about: 'The page is not cut off from windows that it opens.', runBy: page },
} as const satisfies Record<string, DoctorCheckFacts>;

export type DoctorCheckId = keyof typeof doctorChecks;

/** Ids of the checks that one of the Doctors runs. */
export type DoctorCheckIdOf<Runner extends DoctorRunner> = {
  [Id in DoctorCheckId]: Runner extends (typeof doctorChecks)[Id]['runBy'][number] ? Id : never;
}[DoctorCheckId];

/** Something that is wrong, and what to do about it, in whole sentences. Never contains a secret. */
export interface DoctorFinding {
  readonly what: string;
  readonly todo: string;
}

/** Findings of the checks that both Doctors run. */
export const doctorFindings = {
  'service-address': ({ url }: { url: string }): DoctorFinding => ({
    what: `No service answers at ${url}.`,
    todo: 'Start the service (in development `latchkey start`, or `npm start` in a clone) and its proxy, or correct the address.',
  }),

  'app-id': ({ appId, url }: { appId: string; url: string }): DoctorFinding => ({
    what: `The service at ${url} has no app with the id ${appId}.`,
    todo: 'Correct the id, or add the app to the apps file and restart the service (docs/guide/first-app.md).',
  }),

  /** @param input `managedBy` is where the operator changes the app: in the apps file or with the API. */
  'allowed-origin': ({
    appId,
    managedBy,
    origin,
  }: {
    appId: string;
    managedBy: 'api' | 'file';
    origin: string;
  }): DoctorFinding => ({
    what: `The service refuses pages of ${origin}, because it is not one of the allowed origins of ${appId}.`,
    todo:
      managedBy === 'file'
        ? `Add it to allowed_origins of ${appId} in the apps file, and restart the service.`
        : `Add it: \`latchkey apps origins ${appId} --add ${quoteShell(origin)}\`.`,
  }),

  /** @param input `own` is the address that the service calls its own. */
  'own-address': ({ own, url }: { own: string; url: string }): DoctorFinding => ({
    what: `The service at ${url} calls another address its own, ${own}, so that no wallet works.`,
    todo: 'Use one address in the page (apiUrl) and in the environment of the service (LATCHKEY_URL; in development also LATCHKEY_TUNNEL_URL), and restart the service after a change.',
  }),
} as const satisfies Record<
  DoctorCheckIdOf<'operator'> & DoctorCheckIdOf<'page'>,
  (input: never) => DoctorFinding
>;

/** Quotes a text as one word of a POSIX shell. Host names may contain quotes and other special characters. */
export const quoteShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
