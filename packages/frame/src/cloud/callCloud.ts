import { refuse } from '../refusal.ts';

/** How long a cloud may take to answer, in ms; the person waits. */
const timeoutMs = 15_000;

/** What a cloud answered. */
export interface CloudAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Asks a cloud. Neither cookies nor the address of this page go with it; the page's own policy names the clouds that it
 * may ask at all.
 *
 * @throws Refusal `error` with code `cloud_unavailable` where the cloud does not answer, or is out of order
 */
export async function callCloud(url: string, init: RequestInit): Promise<CloudAnswer> {
  const answer = await send(url, init).catch(() => null);
  if (answer === null || answer.status >= 500 || answer.status === 429) return refuseUnavailable();
  return answer;
}

async function send(url: string, init: RequestInit): Promise<CloudAnswer> {
  const response = await fetch(url, {
    ...init,
    mode: 'cors',
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export function refuseUnavailable(): never {
  return refuse('error', "We couldn't reach your cloud storage. Try again.", 'cloud_unavailable');
}

export function refuseMissing(): never {
  return refuse(
    'error',
    "This account doesn't have your backup. Choose the account you backed up with.",
    'cloud_backup_missing',
  );
}

/** The object of a JSON answer; empty where it is none. */
export function toObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
