import { refuse } from '../refusal.ts';

/** Time that a cloud may take to answer, in ms, while the user waits. */
const timeoutMs = 15_000;

export interface CloudAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Calls a cloud that the page's policy allows. The request carries neither cookies nor the URL of this page.
 *
 * @throws Refusal `error` with code `cloud_unavailable` if the cloud does not answer in time, fails or throttles
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

/** Parses an answer as JSON. Returns an empty object if the text is not JSON, or its value is not an object. */
export function toObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
