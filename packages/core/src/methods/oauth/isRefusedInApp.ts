import type { OAuthProvider } from '@latchkey/wire';
import type { Environment } from '../../environment.ts';

/**
 * User agents of in-app browsers: the parts that their makers add, and Android's WebView (`; wv)`). Google refuses
 * logins there (https://developers.google.com/identity/protocols/oauth2/policies#browsers).
 */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Twitter for|TwitterAndroid|musical_ly|BytedanceWebview|TikTok|trill|LinkedInApp|\bLine\/|; wv\)/i;

/** Returns true if a provider refuses logins from this browser: Google, in a known in-app browser (LAND-33). */
export function isRefusedInApp(page: Environment['window'], provider: OAuthProvider): boolean {
  return provider === 'google' && inApp.test(page?.navigator.userAgent ?? '');
}
