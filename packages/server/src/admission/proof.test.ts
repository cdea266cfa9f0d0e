import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewAccount } from '../users/index.ts';
import { type Claim, type Proof, toProof } from './index.ts';
import { openAdmission, stranger } from './openAdmission.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const accountOf = (address: string): NewAccount => ({
  type: 'email',
  subject: address,
  details: { address },
});
const own = toProof({ method: 'email', account: accountOf('eve@example.com'), provedAtMs: 0 });
const wanted = { account: accountOf('ada@example.com') };

// The compiler checks that none of these assignments compiles.
// @ts-expect-error a claim is not a proof
const named: Proof = { method: 'email', ...wanted, provedAtMs: 0 } satisfies Claim & { provedAtMs: number };
// @ts-expect-error a copy of a proof with another account is not a proof
const spread: Proof = { ...own, ...wanted };
// @ts-expect-error a value that was parsed from a proof's JSON is not a proof
const read: Proof = JSON.parse(JSON.stringify(own)) as Claim & { provedAtMs: number };

test.each([
  ['a claim', named],
  ['a proof around another account', spread],
  ['a proof that was parsed from JSON', read],
])('%s is refused at run time, even if its type says that it is a proof', async (_, forged) => {
  const { admission, app } = await openAdmission(service);
  const by = { actor: { type: 'user', id: 'did:privy:eve' }, session: null, page: null } as const;
  const who = { userId: 'did:privy:eve', by };
  for (const act of [
    admission.logIn(app, forged, { mode: 'login-or-sign-up', caller: stranger }),
    admission.signUp(app, forged, stranger),
    admission.link(app, forged, who),
    admission.update(app, forged, { ...who, old: wanted.account }),
    admission.transfer(app, forged, { ...who, fromUserId: 'did:privy:ada' }),
  ]) {
    await expect(act).rejects.toThrow('no proof');
  }
});

test('a proof cannot be changed after it was made', () => {
  expect(() => Object.assign(own, wanted)).toThrow(TypeError);
  expect(() => Object.assign(own.account, wanted.account)).toThrow(TypeError);
});
