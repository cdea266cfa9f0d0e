import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns true if a URL of MoonPay's page is signed with a secret key. The last parameter is the HMAC of the encoded
 * query before it, including `?`. https://dev.moonpay.com/docs/on-ramp-enhance-security-using-signed-urls
 */
export function isSigned(url: string, secret: string): boolean {
  const query = url.slice(url.indexOf('?'));
  const at = query.lastIndexOf('&signature=');
  if (at < 0) return false;
  const given = decode(query.slice(at + '&signature='.length));
  return isSame(given, createHmac('sha256', secret).update(query.slice(0, at)).digest('base64'));
}

/**
 * Creates the signature header of an event. https://dev.moonpay.com/reference/reference-webhooks-signature
 *
 * @param atS Unix seconds
 */
export function signMoonpayEvent(body: string, key: string, atS: number): string {
  return `t=${atS},s=${createHmac('sha256', key).update(`${atS}.${body}`).digest('hex')}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
