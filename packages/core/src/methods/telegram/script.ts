import { fail, ServiceError, telegramScriptPath } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

interface TelegramLoginApi {
  auth(
    options: { bot_id: string; request_access: 'write' | true; lang: string },
    callback: (result: unknown) => void,
  ): void;
}
type Page = Window & typeof globalThis & { Telegram?: { Login?: TelegramLoginApi } };

const scripts = new WeakMap<Document, Promise<void>>();

/**
 * Loads the script that opens Telegram's login, once per page. Call it before the click that needs the script,
 * because browsers open a popup only in a click handler and shortly after.
 *
 * @throws ServiceError `unknown_auth_error` if the script cannot be loaded, for example because there is no network or
 *   the page's Content-Security-Policy forbids scripts from the service
 */
export async function loadTelegramScript(client: LatchkeyClient): Promise<void> {
  const { base, environment } = contextsOf(client).page;
  const page: Page | null = environment.window;
  if (!page || findApi(page)) return;
  const { document } = page;
  const loading =
    scripts.get(document) ?? addScript(client, document, `${base.get().url}${telegramScriptPath}`);
  scripts.set(document, loading);
  await loading.catch((cause: unknown) => {
    scripts.delete(document); // the next attempt loads it again
    throw new ServiceError('unknown_auth_error', { ...startFailures.notInitialized, cause });
  });
}

function addScript(client: LatchkeyClient, document: Document, src: string): Promise<void> {
  const botName = client.getState().settings?.loginConfig.telegramAuthConfiguration?.botName ?? '';
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    // Attributes of Telegram's own script (docs/wire/protocol.md §2.7).
    script.dataset.telegramLogin = botName;
    script.dataset.requestAccess = 'write';
    script.dataset.lang = 'en';
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    };
    document.head.append(script);
  });
}

const findApi = (page: Page | null) => page?.Telegram?.Login;

/** The three failures of a start, with the texts of the specification (TELE-10) and a `reason` each. */
const startFailures = {
  notInitialized: {
    message: 'Telegram was not initialized',
    details: { reason: 'notInitialized' },
  },
  notConfigured: {
    message: 'Telegram Auth configuration is not loaded',
    details: { reason: 'notConfigured' },
  },
  canceled: {
    message: 'Telegram auth failed or was canceled by the client',
    details: { reason: 'canceled' },
  },
} as const;

/**
 * Opens Telegram's login in a popup and returns the data that Telegram signed there. Call it in a click handler,
 * preferably after {@link loadTelegramScript}: otherwise the click waits for the script.
 *
 * @throws ServiceError `unknown_auth_error` with one of three messages and `details.reason`: the script could not
 *   be loaded, the app has no bot, or the user declined
 */
export async function requestTelegramData(client: LatchkeyClient): Promise<Record<string, unknown>> {
  const config = client.getState().settings?.loginConfig.telegramAuthConfiguration;
  if (!config) return refuse('notConfigured');
  await loadTelegramScript(client);
  const api = findApi(contextsOf(client).page.environment.window);
  if (!api) return refuse('notInitialized');
  return new Promise((resolve, reject) => {
    api.auth({ bot_id: config.botId, request_access: 'write', lang: 'en' }, (result) => {
      if (typeof result === 'object' && result !== null) resolve(result as Record<string, unknown>);
      else refuse('canceled').catch(reject);
    });
  });
}

const refuse = async (why: keyof typeof startFailures): Promise<never> =>
  fail('unknown_auth_error', startFailures[why]);
