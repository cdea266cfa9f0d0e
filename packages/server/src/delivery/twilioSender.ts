import { fail } from '@latchkey/wire';
import type { Logger } from 'pino';
import type { SmsSender } from './messages.ts';

/** A person waits for the answer: a provider that takes longer counts as down. */
const timeoutMs = 10_000;

/**
 * Twilio's codes that say that a number cannot be reached there, whatever is tried: 21408 no permission for the
 * region, 21211 and 21217 no valid number, 21614 not a mobile one, 21612 no route to it, 60410 blocked prefix.
 * https://www.twilio.com/docs/api/errors
 */
const unreachable = new Set([21_408, 21_211, 21_217, 21_612, 21_614, 60_410]);

/**
 * Makes the sender of a configuration. Without one nothing is sent: an app may have the method on before its operator
 * has a provider, and the others go on.
 */
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
 * Makes a sender that speaks Twilio's Messages API (2010-04-01).
 * https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 *
 * @param options `url` such as `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=%2B15550100`; `from` is a number or
 *   the id of a messaging service (`MG…`). The scheme `twilio+http` is for loopback.
 */
function createTwilioSender(options: { url: string; fetch: typeof fetch; log: Logger }): SmsSender {
  const { log } = options;
  const address = readTwilioUrl(options.url);
  if (!address) throw new Error('not an address of Twilio'); // the configuration checked it

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
      // Never the provider's text: it quotes the number.
      log.error({ status: answer?.status ?? null, code }, 'SMS failed');
      if (code !== null && unreachable.has(code))
        fail('not_supported', { details: { reason: 'sms_unreachable' } });
      fail('twilio_verification_failed');
    },
  };
}

/** What an address of Twilio says, or null when it is none. */
export function readTwilioUrl(
  text: string,
): { endpoint: string; authorization: string; from: string } | null {
  const [, scheme, rest] = /^(twilio|twilio\+http):\/\/(.+)$/.exec(text) ?? [];
  const http = `${scheme === 'twilio' ? 'https' : 'http'}://${rest}`;
  if (!scheme || !URL.canParse(http)) return null;
  const url = new URL(http);
  const account = decodeURIComponent(url.username);
  const secret = decodeURIComponent(url.password);
  const from = url.searchParams.get('from') ?? '';
  if (!account || !secret || !/^(?:\+\d{6,15}|MG\w+)$/.test(from)) return null;
  return {
    endpoint: `${url.origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`,
    from,
  };
}

function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'number' ? code : null;
}
