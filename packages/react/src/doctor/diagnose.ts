import { type DoctorCheckIdOf, type DoctorFinding, doctorFindings, type ServiceError } from '@latchkey/wire';
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
  /** `Cross-Origin-Opener-Policy` of the page. Null if there is none, and if it is not known (yet). */
  readonly openerPolicy: string | null;
}

/** A problem around the page that keeps Latchkey from working, and what to change. */
export interface Finding extends DoctorFinding {
  readonly check: DoctorCheckIdOf<'page'>;
  /** Text that `todo` refers to, such as a setting, a command or an address. */
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
  const { appId, apiUrl } = facts;
  return [
    [
      facts.error?.code === 'app_not_found',
      {
        check: 'app-id',
        ...doctorFindings['app-id']({ appId, url: apiUrl }),
        line: `"id": "${appId}"`,
      },
    ],
    [
      facts.error?.code === 'origin_not_allowed',
      {
        check: 'allowed-origin',
        ...adviseOrigin(facts),
      },
    ],
    [
      facts.isServiceBlocked,
      {
        check: 'page-connect-src',
        what: "The page's Content-Security-Policy blocks calls to the service, so that no one can log in.",
        todo: policy,
        line: `connect-src ${apiUrl}`,
      },
    ],
    [
      facts.isServiceSilent && !facts.isServiceBlocked,
      {
        check: 'service-address',
        ...doctorFindings['service-address']({ url: apiUrl }),
        line: `apiUrl="${apiUrl}"`,
      },
    ],
  ];
}

function checkPage(facts: PageFacts): Check[] {
  const { apiUrl, origin } = facts;
  const ownAddress = String(facts.frameError?.details?.expected ?? '');
  return [
    [
      facts.frameError?.details?.directive === 'frame-src',
      {
        check: 'page-frame-src',
        what: "The page's Content-Security-Policy blocks the wallet frame, so that no wallet works.",
        todo: policy,
        line: `frame-src ${String(facts.frameError?.details?.origin ?? apiUrl)}`,
      },
    ],
    [
      facts.frameError?.code === 'wrong_service_address',
      {
        check: 'own-address',
        ...doctorFindings['own-address']({ own: ownAddress, url: apiUrl }),
        line: `apiUrl="${ownAddress}"`,
      },
    ],
    [
      !facts.isSecureContext,
      {
        check: 'page-secure',
        what: `The browser does not take ${origin} for secure, so that wallets and passkeys do not work on it.`,
        todo: 'Serve the page with TLS, or open it on the machine that serves it:',
        line: onThisMachine(origin),
      },
    ],
    [
      facts.openerPolicy === 'same-origin',
      {
        check: 'page-opener',
        what: 'The page is cut off from windows that it opens, so that a log-in in a popup cannot come back to it.',
        todo: "In the page's headers:",
        line: 'Cross-Origin-Opener-Policy: same-origin-allow-popups',
      },
    ],
  ];
}

function onThisMachine(origin: string): string {
  const { port } = new URL(origin);
  return `http://localhost${port ? `:${port}` : ''}`;
}
