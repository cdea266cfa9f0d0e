/**
 * Turnstile's published secret keys for tests: they let everybody pass, or no one.
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
const testSecret = /^[123]x0{31}AA$/;

/** Whether a secret key of Turnstile is one of those that everybody knows. */
export function isTestSecret(secret: string): boolean {
  return testSecret.test(secret);
}
