/**
 * The login methods without pixels: what a page loads when somebody logs in.
 */
export {
  createEmailLogin,
  createSmsLogin,
  type EmailLogin,
  findRecentLogin,
  initialOtp,
  loginFlows,
  type OtpState,
  type RecentLogin,
  rememberLogin,
  type SmsLogin,
} from './methods/index.ts';
