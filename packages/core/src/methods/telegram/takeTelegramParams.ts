import type { TelegramAuthResult, TelegramData, TelegramWebAppData } from '@latchkey/wire';

/** Parameters that a login-url button adds to a page's address. https://core.telegram.org/widgets/login */
const names = ['id', 'hash', 'auth_date', 'first_name', 'last_name', 'username', 'photo_url'];
const isHash = (text: string | null) => /^[0-9a-f]{64}$/i.test(text ?? '');

/**
 * Reads the data with which Telegram opened the page. The parameters of a login-url button are removed from the
 * address. The data of a mini app stays in the fragment, because the host's own Telegram script reads it there
 * (ROUTE-05, ROUTE-06).
 */
export function takeTelegramParams({ location, history }: Window): TelegramData | null {
  return readMiniApp(location.hash) ?? takeLoginUrl(location, history);
}

function readMiniApp(hash: string): TelegramData | null {
  if (!hash.startsWith('#tgWebAppData')) return null;
  const data = new URLSearchParams(new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? '');
  if (!isHash(data.get('hash')) || !data.get('auth_date') || !data.get('user')) return null;
  return { telegram_web_app_data: Object.fromEntries(data) as TelegramWebAppData };
}

function takeLoginUrl(location: Location, history: History): TelegramData | null {
  const url = new URL(location.href);
  const { searchParams } = url;
  // A host may have its own `id` parameter, so only `hash`, `id` and `auth_date` together count as Telegram's.
  if (!isHash(searchParams.get('hash')) || !searchParams.get('id') || !searchParams.get('auth_date'))
    return null;
  const found = names.flatMap((name) => {
    const value = searchParams.get(name);
    searchParams.delete(name);
    return value === null ? [] : [[name, value]];
  });
  history.replaceState(history.state, '', url);
  return { telegram_auth_result: Object.fromEntries(found) as TelegramAuthResult };
}
