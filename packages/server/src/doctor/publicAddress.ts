import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { adminRoutes, doctorFindings } from '@latchkey/wire';
import { isLoopbackHost } from '../loopback.ts';
import { type Check, error, type Finding, type Surroundings, sharedError, warning } from './check.ts';

const longestMs = 10_000;
const dayMs = 86_400_000;
/** Time before its end at which a certificate deserves a warning. */
const renewalMs = 14 * dayMs;
/** Last part of a short-lived certificate's life that deserves a warning. Programs renew in the last third. */
const renewalPart = 1 / 6;

export const dns: Check = {
  id: 'dns',
  async run({ settings: { hostedUrl, url } }) {
    const hosts = new Set([url, hostedUrl].flatMap((one) => (one === null ? [] : [new URL(one).hostname])));
    const problems = await Promise.all([...hosts].map(findAddress));
    return problems.flat();
  },
};

async function findAddress(host: string): Promise<Finding[]> {
  try {
    await lookup(host.replace(/^\[|\]$/g, ''));
    return [];
  } catch {
    return [error(`DNS has no address for ${host}. Add a record that leads to your proxy.`)];
  }
}

export const tls: Check = {
  id: 'tls',
  async run({ now, settings: { hostedUrl, url } }) {
    const addresses = [url, hostedUrl].filter((one) => one?.startsWith('https:') === true);
    if (addresses.length === 0) return { skipped: 'no public address begins with https://' };
    const problems = await Promise.all(addresses.map((one) => checkCertificate(String(one), now())));
    return problems.flat();
  },
};

/** Texts for the errors of a certificate, by the code of Node.js. */
const certificateTexts: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired. Renew it.',
  CERT_NOT_YET_VALID: 'is not valid yet. Check the clock of this machine.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself, so browsers refuse it. Get one from a public authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host. Get one for this host.',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that this machine does not know.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'comes without its intermediate certificates, or from an unknown authority. Let the proxy send the whole chain (fullchain.pem).',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'comes without its intermediate certificates. Let the proxy send the whole chain (fullchain.pem).',
};

async function checkCertificate(address: string, nowMs: number): Promise<Finding[]> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    // An IP address is no server name (RFC 6066).
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    // The certificate is examined below. No request is sent on this connection.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(longestMs) });
    const { valid_from: validFrom, valid_to: validTo } = socket.getPeerCertificate();
    const refusal = socket.authorized ? null : codeOf(socket.authorizationError);
    const life = { beginsMs: Date.parse(validFrom), endsMs: Date.parse(validTo) };
    return judgeCertificate(address, { refusal, ...life }, nowMs);
  } catch {
    return [error(`${address} does not answer with TLS. Put a TLS proxy there, and open its port.`)];
  } finally {
    socket.destroy();
  }
}

/**
 * Returns what is wrong with the certificate of an address.
 *
 * @param certificate `refusal` is Node's code if it refuses the certificate
 * @internal
 */
export function judgeCertificate(
  address: string,
  { beginsMs, endsMs, refusal }: { beginsMs: number; endsMs: number; refusal: string | null },
  nowMs: number,
): Finding[] {
  if (refusal !== null) {
    const text = certificateTexts[refusal] ?? `is refused (${refusal}). Browsers refuse it too.`;
    return [error(`The certificate of ${address} ${text}`)];
  }
  const leftMs = endsMs - nowMs;
  if (leftMs >= Math.min(renewalMs, (endsMs - beginsMs) * renewalPart)) return [];
  const days = Math.floor(leftMs / dayMs);
  return [
    warning(`The certificate of ${address} ends in ${days} days. Check that it is renewed automatically.`),
  ];
}

function codeOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return typeof code === 'string' ? code : 'unknown';
}

export const reachable: Check = {
  id: 'service-address',
  needsService: true,
  async run(surroundings) {
    const { url } = surroundings.settings;
    const response = await get(surroundings, '/readyz');
    if (response === null) return [sharedError(doctorFindings['service-address']({ url }))];
    const body = await response.text();
    if (response.status === 200 && body.includes('"ready":true')) return [];
    if (response.status >= 300 && response.status < 400) {
      return [error(`${url} redirects. Set LATCHKEY_URL to the address that users see at the end.`)];
    }
    if (body.includes('"service_unavailable"')) {
      return [
        error(`The service at ${url} answers that its database is down, or it is stopping. See its log.`),
      ];
    }
    return [
      error(
        `${url} answers ${response.status}, and not as Latchkey. Let the proxy pass all paths to the service.`,
      ),
    ];
  },
};

export const proxyHeaders: Check = {
  id: 'proxy-headers',
  needsService: true,
  async run(surroundings) {
    const { operatorKey } = surroundings.settings;
    if (operatorKey === null) return { skipped: 'there is no LATCHKEY_ADMIN_KEY and no token here' };
    const headers = { authorization: `Bearer ${operatorKey}` };
    const response = await get(surroundings, adminRoutes.listApps.path, { headers });
    if (response === null || response.status >= 500) return unanswered;
    if (response.status !== 401) return [];
    return [
      error(
        'The service refuses LATCHKEY_ADMIN_KEY, or the token here. Either the proxy drops or changes the header Authorization, without which nobody stays logged in, or the running service has another key, or the token has ended.',
      ),
    ];
  },
};

export const unanswered = { skipped: 'the service does not answer at LATCHKEY_URL' };

/** Tells whether a key may be sent to an address: over TLS, or on this machine. */
export const isPrivate = (address: string): boolean =>
  address.startsWith('https:') || isLoopbackHost(new URL(address).hostname);

/**
 * Calls the service at its public address, without following redirects. Null if it does not answer, or if a key would
 * be sent unencrypted.
 */
export async function get(
  { fetch, settings: { url } }: Surroundings,
  path: string,
  init: RequestInit = {},
): Promise<Response | null> {
  const hasKey = new Headers(init.headers).has('authorization');
  if (hasKey && !isPrivate(url)) return null;
  const signal = AbortSignal.timeout(longestMs);
  return fetch(`${url}${path}`, { redirect: 'manual', signal, ...init }).catch(() => null);
}
