import { fail } from '@latchkey/wire';
import type { Logger } from 'pino';
import type { SmsSender } from './messages.ts';

/** Longest time for an answer, in ms. The user may be waiting, so a slower provider counts as down. */
const timeoutMs = 10_000;

/**
 * Twilio's error codes for a number that cannot be reached: 21408 no permission for the region, 21211 and 21217 no
 * valid number, 21614 not a mobile number, 21612 no route to it, 60410 blocked prefix.
 * https://www.twilio.com/docs/api/errors
 */
const unreachable = new Set([21_408, 21_211, 21_217, 21_612, 21_614, 60_410]);

/** Creates the sender of a configuration. Without a provider the service runs, and only sending fails. */
export function createSmsSender(url: string | null, tools: { fetch: typeof fetch; log: Logger }): SmsSender {
  if (url !== null) return createTwilioSender({ url, ...tools });
  return {
    async send() {
      tools.log.error({}, 'SMS failed: LATCHKEY_SMS_URL is not set');
      fail('delivery_failed');
    },
  };
}

/**
 * Creates a sender for Twilio's Messages API (2010-04-01).
 * https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 *
 * @param options `url` such as `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B15550100`; `from` is a
 *   number or the id of a messaging service (`MG…`). The scheme `twilio+http` is for loopback.
 */
function createTwilioSender(options: { url: string; fetch: typeof fetch; log: Logger }): SmsSender {
  const { log } = options;
  const address = readTwilioUrl(options.url);
  if (!address) throw new Error('not an address of Twilio'); // the configuration has checked it

  return {
    async send({ to, text }) {
      const sender = address.from.startsWith('MG')
        ? { MessagingServiceSid: address.from }
        : { From: address.from };
      const answer = await options
        .fetch(address.endpoint, {
          method: 'POST',
          headers: { authorization: address.authorization },
          body: new URLSearchParams({ To: to, Body: text, ...sender }),
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        })
        .catch(() => null);
      if (answer?.ok) return void (await answer.body?.cancel());
      const code = answer ? codeOf(await answer.json().catch(() => null)) : null;
      // Omits the provider's text, which quotes the number.
      log.error({ status: answer?.status ?? null, code }, 'SMS failed');
      if (code !== null && unreachable.has(code))
        fail('not_supported', { details: { reason: 'sms_unreachable' } });
      fail('twilio_verification_failed');
    },
  };
}

/** Parses an address of Twilio. Returns null if it is malformed. */
export function readTwilioUrl(
  text: string,
): { endpoint: string; authorization: string; from: string } | null {
  const [, scheme, rest] = /^(twilio|twilio\+http):\/\/(.+)$/.exec(text) ?? [];
  const http = `${scheme === 'twilio' ? 'https' : 'http'}://${rest}`;
  if (!scheme || !URL.canParse(http)) return null;
  const url = new URL(http);
  const [account, secret] = [url.username, url.password].map(decode);
  const from = url.searchParams.get('from') ?? '';
  if (!account || !secret || !/^(?:\+\d{6,15}|MG\w+)$/.test(from)) return null;
  return {
    endpoint: `${url.origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`,
    from,
  };
}

/** Decodes a part of a URL. Returns null if it has a `%` that begins no escape. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'number' ? code : null;
}
