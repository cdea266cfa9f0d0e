import { createHash } from 'node:crypto';
import { logIn, type TestService, testAppSecret } from '@latchkey/testkit';
import { emailRoutes, smsRoutes, type TokenReply, undoParameter, undoRoutes } from '@latchkey/wire';

/** An app with email, phone and guest logins, whose back end has the usual secret. */
export const harbour = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  guest_auth: true,
  account_transfer: true,
  secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
  allowed_origins: ['http://localhost:3000'],
};

const dayMs = 24 * 60 * 60_000;

export function createActor(service: TestService) {
  const bearerOf = (login: Pick<TokenReply, 'token'>) => ({ bearer: login.token ?? '' });

  async function sendCode(to: string, login: TokenReply): Promise<string> {
    service.clock.advance(30_000);
    const caller = bearerOf(login);
    const sent = to.startsWith('+')
      ? await service.call(smsRoutes.sendCode, { ...caller, body: { phoneNumber: to } })
      : await service.call(emailRoutes.sendCode, { ...caller, body: { email: to } });
    if (sent.status !== 200) throw new Error(`The code for ${to} was answered ${sent.json.code}`);
    return service.outbox.codeFor(to);
  }

  const actor = {
    bearerOf,
    sendCode,

    /** Logs in a user who has had an address for 30 days. */
    async owner(email: string): Promise<TokenReply> {
      await logIn(service, email);
      service.clock.advance(30 * dayMs);
      return logIn(service, email);
    },

    async replaceEmail(login: TokenReply, oldAddress: string, newAddress: string) {
      const code = await sendCode(newAddress, login);
      return service.call(emailRoutes.update, { ...bearerOf(login), body: { oldAddress, newAddress, code } });
    },

    async linkPhone(login: TokenReply, phoneNumber: string) {
      const code = await sendCode(phoneNumber, login);
      return service.call(smsRoutes.link, { ...bearerOf(login), body: { phoneNumber, code } });
    },

    async linkEmail(login: TokenReply, email: string) {
      const code = await sendCode(email, login);
      return service.call(emailRoutes.link, { ...bearerOf(login), body: { email, code } });
    },

    async mailsTo(to: string): Promise<string[]> {
      await service.service.sweep();
      const { messages, smsMessages } = service.outbox;
      return [...messages, ...smsMessages].filter((one) => one.to === to).map(({ text }) => text);
    },

    async referenceFor(to: string): Promise<string> {
      const link = new RegExp(`${undoParameter}=([a-z0-9]+)`);
      const found = (await actor.mailsTo(to)).flatMap((text) => link.exec(text)?.[1] ?? []).at(-1);
      if (!found) throw new Error(`${to} was told of no way to undo anything`);
      return found;
    },

    async undo(reference: string, to: string, more: { leave_new_account?: boolean; code?: string } = {}) {
      service.clock.advance(30_000);
      const params = { reference };
      const sent = await service.call(undoRoutes.sendCode, { params, body: {} });
      if (sent.status !== 200) return { ...sent, json: { ...sent.json, hold_until: 0 } };
      const body = { code: service.outbox.codeFor(to), ...more };
      return service.call(undoRoutes.undo, { params, body });
    },
  };
  return actor;
}
