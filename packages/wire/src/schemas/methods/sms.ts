import * as v from 'valibot';
import { loginModes } from '../../methods/email.ts';
import { captchaToken } from '../captcha.ts';
import { requestId } from '../requestId.ts';
import { tokenReplySchema } from '../session.ts';
import { phoneNumber } from './fields.ts';
import { code, proofBody, transferNonce } from './proof-body.ts';

export const sendSmsCodeBodySchema = v.object({
  phoneNumber: phoneNumber(),
  token: captchaToken(),
  request_id: requestId(),
});
export type SendSmsCodeBody = v.InferInput<typeof sendSmsCodeBodySchema>;
export const sendSmsCodeReplySchema = v.object({ success: v.boolean() });
export type SendSmsCodeReply = v.InferOutput<typeof sendSmsCodeReplySchema>;

export const smsAuthenticateBodySchema = proofBody({
  phoneNumber: phoneNumber(),
  code: code(),
  mode: v.optional(v.nullable(v.picklist(loginModes))),
});
export type SmsAuthenticateBody = v.InferInput<typeof smsAuthenticateBodySchema>;
export const smsAuthenticateReplySchema = tokenReplySchema;

export const linkPhoneBodySchema = proofBody({ phoneNumber: phoneNumber(), code: code() });
export type LinkPhoneBody = v.InferInput<typeof linkPhoneBodySchema>;
export const updatePhoneBodySchema = proofBody({
  old_phone_number: phoneNumber(),
  new_phone_number: phoneNumber(),
  code: code(),
  token: captchaToken(),
});
export type UpdatePhoneBody = v.InferInput<typeof updatePhoneBodySchema>;
export const unlinkPhoneBodySchema = proofBody({ phoneNumber: phoneNumber() });
export type UnlinkPhoneBody = v.InferInput<typeof unlinkPhoneBodySchema>;
export const transferPhoneBodySchema = proofBody({ nonce: transferNonce(), phoneNumber: phoneNumber() });
export type TransferPhoneBody = v.InferInput<typeof transferPhoneBodySchema>;
