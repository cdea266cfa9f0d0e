import { emailRoutes } from '@latchkey/wire';
import { heldToken } from '../../captcha/index.ts';
import { requestCode } from '../../codeRequest.ts';
import { changeAccounts, postAsUser } from '../changes/changeAccounts.ts';
import { readEmail } from '../changes/recipients.ts';
import { unlinkEmail } from '../changes/unlinkEmail.ts';
import { createEmailLogin } from '../email.ts';
import type { AccountTypeRecord } from './accountType.ts';

export const email = {
  logIn: createEmailLogin,
  byCode: {
    noun: 'an email',
    read: readEmail,
    recipientOf: (account) => (account.type === 'email' ? account.address : null),
    findCurrent: (user) => user.email?.address ?? null,
    send: (client, email) =>
      requestCode(client, `user ${email}`, (id) =>
        postAsUser(client, emailRoutes.sendCode, { email, ...heldToken(client), ...id }),
      ),
    link: (client, { recipient: email, code }) => changeAccounts(client, emailRoutes.link, { email, code }),
    update: (client, { current: oldAddress, recipient: newAddress, code }) =>
      changeAccounts(client, emailRoutes.update, { oldAddress, newAddress, code }),
    proofOf: ({ recipient: email, code }) => ({ email, code }),
  },
  move: (client, { nonce, subject }) =>
    changeAccounts(client, emailRoutes.transfer, { nonce, email: subject }),
  unlink: unlinkEmail,
} as const satisfies AccountTypeRecord;
