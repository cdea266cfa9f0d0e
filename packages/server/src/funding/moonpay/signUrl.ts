import { createHmac } from 'node:crypto';

/**
 * Signs a URL of MoonPay's page, so MoonPay can refuse one in which an attacker changed the wallet. The signature is
 * the HMAC-SHA256 of the query, including the question mark. https://dev.moonpay.com/docs/ramps-sdk-url-signing
 *
 * @param url without a query
 * @param query parameters in the order in which they are sent; undefined ones are left out
 */
export function signUrl(
  url: string,
  query: Readonly<Record<string, string | undefined>>,
  secretKey: string,
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = `?${new URLSearchParams(given)}`;
  const signature = createHmac('sha256', secretKey).update(search).digest('base64');
  return `${url}${search}&signature=${encodeURIComponent(signature)}`;
}
