import { type Check, error, type Surroundings } from './check.ts';
import { isPrivate } from './publicAddress.ts';

const longestMs = 10_000;

export const hostedPages: Check = {
  id: 'hosted-pages',
  needsService: true,
  async run(surroundings) {
    const { hostedUrl } = surroundings.settings;
    if (hostedUrl === null) return { skipped: 'LATCHKEY_HOSTED_URL is not set' };
    const response = await call(surroundings, `${hostedUrl}/readyz`);
    if (response === null) {
      return [
        error(
          `${hostedUrl} does not answer. Run \`latchkey serve hosted\` there, or leave LATCHKEY_HOSTED_URL out.`,
        ),
      ];
    }
    if (response.status === 200) return [];
    const reason =
      response.status === 503 ? (await response.text()).slice(0, 200) : `status ${response.status}`;
    return [error(`The hosted pages at ${hostedUrl} cannot start: ${reason}`)];
  },
};

export const recoveryStore: Check = {
  id: 'recovery-store',
  async run(surroundings) {
    const { recoveryToken, recoveryUrl } = surroundings.settings;
    if (recoveryUrl === null)
      return { skipped: 'LATCHKEY_RECOVERY_URL is not set: the service has both stores' };
    const ready = await call(surroundings, `${recoveryUrl}/readyz`);
    if (ready?.status !== 200) {
      return [
        error(
          `The recovery store at ${recoveryUrl} does not answer, or its database is down. Start \`latchkey serve recovery\`, and see its log.`,
        ),
      ];
    }
    if (recoveryToken === null) return { skipped: 'LATCHKEY_RECOVERY_TOKEN is not set' };
    if (!isPrivate(recoveryUrl)) return { skipped: 'the token would be sent unencrypted' };
    // This path is no operation of the store, so nothing happens. The store checks the token first.
    const response = await call(surroundings, `${recoveryUrl}/doctor`, {
      method: 'POST',
      headers: { authorization: `Bearer ${recoveryToken}` },
    });
    if (response?.status === 404) return [];
    return [
      error('The recovery store refuses LATCHKEY_RECOVERY_TOKEN. Set the same value in both processes.'),
    ];
  },
};

const call = ({ fetch }: Surroundings, address: string, init: RequestInit = {}): Promise<Response | null> =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(longestMs), ...init }).catch(() => null);
