/**
 * Turnstile's published secret keys for tests, with which every token passes, or none.
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
const testSecret = /^[123]x0{31}AA$/;

export function isTestSecret(secret: string): boolean {
  return testSecret.test(secret);
}
