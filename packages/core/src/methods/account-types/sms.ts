import { smsRoutes } from '@latchkey/wire';
import { passIfAsked } from '../../captcha/index.ts';
import { requestCode } from '../../codeRequest.ts';
import { changeAccounts, postAsUser } from '../changes/changeAccounts.ts';
import { readPhoneNumber } from '../changes/recipients.ts';
import { unlinkPhone } from '../changes/unlinkPhone.ts';
import { createSmsLogin } from '../sms.ts';
import type { AccountTypeRecord } from './accountType.ts';

export const sms = {
  logIn: createSmsLogin,
  byCode: {
    noun: 'a phone number',
    read: readPhoneNumber,
    recipientOf: (account) => (account.type === 'phone' ? account.number : null),
    findCurrent: (user) => user.phone?.number ?? null,
    send: (client, phoneNumber) =>
      passIfAsked(client, (token) =>
        requestCode(client, `user ${phoneNumber}`, (id) =>
          postAsUser(client, smsRoutes.sendCode, { phoneNumber, ...token, ...id }),
        ),
      ),
    link: (client, { recipient: phoneNumber, code }) =>
      changeAccounts(client, smsRoutes.link, { phoneNumber, code }),
    update: (client, { current: old_phone_number, recipient: new_phone_number, code }) =>
      changeAccounts(client, smsRoutes.update, { old_phone_number, new_phone_number, code }),
    proofOf: ({ recipient: phoneNumber, code }) => ({ phoneNumber, code }),
  },
  move: (client, { nonce, subject }) =>
    changeAccounts(client, smsRoutes.transfer, { nonce, phoneNumber: subject }),
  unlink: unlinkPhone,
} as const satisfies AccountTypeRecord;
