import * as v from 'valibot';
import { isEmail, loginModes } from '../../methods/email.ts';
import { readTypedEmail } from '../../typed.ts';
import { captchaToken } from '../captcha.ts';
import { requestId } from '../requestId.ts';
import { tokenReplySchema } from '../session.ts';
import { code, proofBody, transferNonce } from './proof-body.ts';

const email = () =>
  v.pipe(
    v.string(),
    v.maxLength(320),
    v.transform(readTypedEmail),
    v.check(isEmail, 'Invalid email address'),
  );

export const sendCodeBodySchema = v.object({
  email: email(),
  token: captchaToken(),
  request_id: requestId(),
});
export type SendCodeBody = v.InferInput<typeof sendCodeBodySchema>;
export const sendCodeReplySchema = v.object({ success: v.boolean() });
export type SendCodeReply = v.InferOutput<typeof sendCodeReplySchema>;

export const emailAuthenticateBodySchema = proofBody({
  email: email(),
  code: code(),
  mode: v.optional(v.nullable(v.picklist(loginModes))),
});
export type EmailAuthenticateBody = v.InferInput<typeof emailAuthenticateBodySchema>;
export const emailAuthenticateReplySchema = tokenReplySchema;

export const linkEmailBodySchema = proofBody({ email: email(), code: code() });
export type LinkEmailBody = v.InferInput<typeof linkEmailBodySchema>;
export const updateEmailBodySchema = proofBody({
  oldAddress: email(),
  newAddress: email(),
  code: code(),
  token: captchaToken(),
});
export type UpdateEmailBody = v.InferInput<typeof updateEmailBodySchema>;
export const unlinkEmailBodySchema = v.object({ address: email() });
export type UnlinkEmailBody = v.InferInput<typeof unlinkEmailBodySchema>;
export const transferEmailBodySchema = proofBody({ nonce: transferNonce(), email: email() });
export type TransferEmailBody = v.InferInput<typeof transferEmailBodySchema>;
