import type { OAuthProvider } from '@latchkey/wire';
import type { Environment } from '../../environment.ts';

/**
 * In-app browsers by what their makers put into the name of the browser, and Android's WebView (`; wv)`). Google refuses
 * to log anyone in there (https://developers.google.com/identity/protocols/oauth2/policies#browsers).
 */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Twitter for|TwitterAndroid|musical_ly|BytedanceWebview|TikTok|trill|LinkedInApp|\bLine\/|; wv\)/i;

/** Whether a provider lets no one in from the browser that this is: Google, from inside other apps (LAND-33). */
export function isRefusedInApp(page: Environment['window'], provider: OAuthProvider): boolean {
  return provider === 'google' && inApp.test(page?.navigator.userAgent ?? '');
}
