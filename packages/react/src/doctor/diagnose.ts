import type { ServiceError } from '@latchkey/wire';
import { adviseOrigin } from './adviseOrigin.ts';

export interface PageFacts {
  readonly appId: string;
  readonly apiUrl: string;
  readonly origin: string;
  readonly isSecureContext: boolean;
  readonly error: ServiceError | null;
  readonly frameError: ServiceError | null;
  /** True if the page's policy blocked a call to the service. */
  readonly isServiceBlocked: boolean;
  /** True if the service did not respond, twice. */
  readonly isServiceSilent: boolean;
  /** `Cross-Origin-Opener-Policy` of the page. Null if it sends none or could not be requested. */
  readonly openerPolicy: string | null;
}

/** A problem around the page that keeps Latchkey from working, and what to change. */
export interface Finding {
  readonly cause:
    | 'app'
    | 'origin'
    | 'connect-src'
    | 'silent'
    | 'frame-src'
    | 'address'
    | 'insecure'
    | 'opener';
  readonly what: string;
  /** Place where the line belongs. */
  readonly where: string;
  readonly line: string;
}

const policy = "In the page's Content-Security-Policy, beside what is there:";

/** Returns the problems found around a page, the worst first. */
export function diagnose(facts: PageFacts): Finding[] {
  return [...checkService(facts), ...checkPage(facts)]
    .filter(([isWrong]) => isWrong)
    .map(([, finding]) => finding);
}

type Check = readonly [isWrong: boolean, finding: Finding];

function checkService(facts: PageFacts): Check[] {
  const { appId, apiUrl, origin } = facts;
  return [
    [
      facts.error?.code === 'app_not_found',
      {
        cause: 'app',
        what: `The service at ${apiUrl} has no app with the id ${appId}.`,
        where: 'Correct the id in the page, or add the app to the apps file (docs/guide/first-app.md):',
        line: `"id": "${appId}"`,
      },
    ],
    [
      facts.error?.code === 'origin_not_allowed',
      {
        cause: 'origin',
        what: `The service refuses this page, because ${origin} is not one of the app's allowed origins.`,
        ...adviseOrigin(facts),
      },
    ],
    [
      facts.isServiceBlocked,
      {
        cause: 'connect-src',
        what: "The page's Content-Security-Policy blocks calls to the service, so that no one can log in.",
        where: policy,
        line: `connect-src ${apiUrl}`,
      },
    ],
    [
      facts.isServiceSilent && !facts.isServiceBlocked,
      {
        cause: 'silent',
        what: `No service answers at ${apiUrl}.`,
        where: 'Start the service (npm start), or give the page the address where it runs:',
        line: `apiUrl="${apiUrl}"`,
      },
    ],
  ];
}

function checkPage(facts: PageFacts): Check[] {
  const { apiUrl, origin } = facts;
  return [
    [
      facts.frameError?.details?.directive === 'frame-src',
      {
        cause: 'frame-src',
        what: "The page's Content-Security-Policy blocks the wallet frame, so that no wallet works.",
        where: policy,
        line: `frame-src ${String(facts.frameError?.details?.origin ?? apiUrl)}`,
      },
    ],
    [
      facts.frameError?.code === 'wrong_service_address',
      {
        cause: 'address',
        what: `The service calls another address its own than ${apiUrl}, so that no wallet works.`,
        where: 'In the page, or else in the environment of the service (LATCHKEY_URL, LATCHKEY_TUNNEL_URL):',
        line: `apiUrl="${String(facts.frameError?.details?.expected ?? '')}"`,
      },
    ],
    [
      !facts.isSecureContext,
      {
        cause: 'insecure',
        what: `The browser does not take ${origin} for secure, so that wallets and passkeys do not work on it.`,
        where: 'Serve the page with TLS, or open it on the machine that serves it:',
        line: onThisMachine(origin),
      },
    ],
    [
      facts.openerPolicy === 'same-origin',
      {
        cause: 'opener',
        what: 'The page is cut off from windows that it opens, so that a log-in in a popup cannot come back to it.',
        where: "In the page's headers:",
        line: 'Cross-Origin-Opener-Policy: same-origin-allow-popups',
      },
    ],
  ];
}

function onThisMachine(origin: string): string {
  const { port } = new URL(origin);
  return `http://localhost${port ? `:${port}` : ''}`;
}
