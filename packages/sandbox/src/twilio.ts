import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Inbox } from './inbox/index.ts';

/** Credentials that the stand-in accepts. The service gets them in `LATCHKEY_SMS_URL`. */
export const twilioCredentials = { account: 'ACsandbox', secret: 'sandbox', from: '+15005550006' };

/**
 * Twilio's own test numbers, with the error that each causes.
 * https://www.twilio.com/docs/iam/test-credentials#test-sms-messages-parameters-To
 */
const refusedNumbers: Readonly<Record<string, { code: number; message: string }>> = {
  '+15005550001': { code: 21_211, message: "Invalid 'To' Phone Number" },
  '+15005550002': { code: 21_612, message: "The 'To' number is not reachable" },
  '+15005550003': { code: 21_408, message: 'Permission to send an SMS has not been enabled for the region' },
  '+15005550009': { code: 21_614, message: "'To' number is not a valid mobile number" },
};

/**
 * Creates the part of Twilio's Messages API (2010-04-01) that sends codes. Messages arrive in the inbox.
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
export function createTwilioRoutes(inbox: Inbox): Hono {
  const routes = new Hono();
  routes.post('/2010-04-01/Accounts/:account/Messages.json', async (context) => {
    const refuse = (status: 400 | 401, code: number, message: string) =>
      context.json(
        { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
        status,
      );
    if (!isAuthorized(context.req.header('authorization'), context.req.param('account'))) {
      return refuse(401, 20_003, 'Authenticate');
    }
    if (!context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
      return refuse(400, 21_604, "A 'To' phone number is required");
    }
    const form = new URLSearchParams(await context.req.text());
    const to = form.get('To') ?? '';
    const text = form.get('Body') ?? '';
    if (to === '') return refuse(400, 21_604, "A 'To' phone number is required");
    if (!/^\+[1-9]\d{5,14}$/.test(to)) return refuse(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
    if (form.get('From') !== twilioCredentials.from) {
      return refuse(400, 21_606, "The 'From' phone number provided is not a valid message-capable number");
    }
    if (text === '') return refuse(400, 21_602, 'Message body is required');
    if (text.length > 1600)
      return refuse(400, 21_617, 'The concatenated message body exceeds the 1600 limit');
    const refusal = refusedNumbers[to];
    if (refusal) return refuse(400, refusal.code, refusal.message);

    const message = inbox.add({ channel: 'sms', to, text });
    const sid = `SM${message.id.replaceAll('-', '')}`;
    return context.json({ sid, status: 'queued', to, from: twilioCredentials.from, body: text }, 201);
  });
  return routes;
}

function isAuthorized(header: string | undefined, account: string): boolean {
  const { secret } = twilioCredentials;
  const expected = Buffer.from(`Basic ${btoa(`${twilioCredentials.account}:${secret}`)}`);
  const given = Buffer.from(header ?? '');
  return (
    account === twilioCredentials.account &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}
