import { fail, ServiceError, telegramScriptPath } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';

/** `window.Telegram.Login`, as far as it is used. */
interface TelegramLoginApi {
  auth(
    options: { bot_id: string; request_access: 'write' | true; lang: string },
    callback: (result: unknown) => void,
  ): void;
}
type Page = Window & typeof globalThis & { Telegram?: { Login?: TelegramLoginApi } };

const scripts = new WeakMap<Document, Promise<void>>();

/**
 * Loads the script that opens Telegram's login, once a page: before the press that needs it, because a browser opens a
 * popup while it handles one, and a moment after.
 *
 * @throws ServiceError `unknown_auth_error` when it cannot be loaded: no network, or a policy of the page's that lets no
 *   script come from the service
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
    scripts.delete(document); // the next try loads it again
    throw new ServiceError('unknown_auth_error', { ...startFailures.notInitialized, cause });
  });
}

function addScript(client: LatchkeyClient, document: Document, src: string): Promise<void> {
  const botName = client.getState().settings?.loginConfig.telegramAuthConfiguration?.botName ?? '';
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    // As Telegram's own script is told (docs/wire/protocol.md §2.7).
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

/** The three ways in which a start fails, in the words of the specification (TELE-10), and told apart by `reason`. */
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
 * Opens Telegram's login in a popup and gives what Telegram signed there. Call it while a press is being handled, best after
 * {@link loadTelegramScript}: a press that comes before the script waits for it.
 *
 * @throws ServiceError `unknown_auth_error` with one of three messages and `details.reason`: the script could not be loaded,
 *   the app has no bot, or the person said no
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
