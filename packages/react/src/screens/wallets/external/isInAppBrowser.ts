/**
 * Returns true for the user agent of a known browser inside another app: a social network's, Android's WebView
 * (`; wv)`), or a wallet's.
 */
export function isInAppBrowser(userAgent: string): boolean {
  return inApp.test(userAgent);
}

const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Twitter for|TwitterAndroid|musical_ly|BytedanceWebview|TikTok|trill|LinkedInApp|\bLine\/|; wv\)|MetaMaskMobile|CoinbaseWallet|Phantom|Rainbow|Trust\/|OKApp|Zerion/i;
