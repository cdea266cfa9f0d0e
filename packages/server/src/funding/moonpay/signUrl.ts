import { createHmac } from 'node:crypto';

/**
 * Signs the address of MoonPay's page: the HMAC-SHA256 of its query, question mark included, goes at its end, so that no
 * one changes the wallet that is paid for. https://dev.moonpay.com/docs/ramps-sdk-url-signing
 *
 * @param url without a query
 * @param query in the order in which it is sent; what is undefined is left out
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
