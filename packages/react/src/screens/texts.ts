import type { accountTexts } from './account/AccountScreen.tsx';
import type { confirmLoginTexts } from './account/ConfirmLoginScreen.tsx';
import type { errorScreenTexts } from './error/ErrorScreen.tsx';
import type { errorTexts } from './error/errorTexts.ts';
import type { moreTexts } from './landing/arrange.ts';
import type { landingTexts } from './landing/LandingScreen.tsx';
import type { legalTexts } from './landing/LegalNote.tsx';
import type { emailTexts } from './methods/email/EmailField.tsx';
import type { codeScreenTexts } from './methods/one-time-code/CodeForm.tsx';
import type { countryTexts } from './methods/sms/CountrySelect.tsx';
import type { phoneInputTexts } from './methods/sms/PhoneField.tsx';
import type { smsTexts } from './methods/sms/SmsEntry.tsx';
import type { accountNotFoundTexts } from './refusals/AccountNotFoundScreen.tsx';
import type { allowlistTexts } from './refusals/AllowlistScreen.tsx';
import type { loginFailedTexts } from './refusals/LoginFailedScreen.tsx';
import type { userLimitTexts } from './refusals/UserLimitScreen.tsx';
import type { consentTexts } from './terms/ConsentScreen.tsx';
import type { connectingTexts } from './wallets/ConnectingScreen.tsx';
import type { createdTexts } from './wallets/CreatedScreen.tsx';
import type { creatingTexts } from './wallets/CreateScreen.tsx';
import type { signRequestTexts } from './wallets/SignRequestScreen.tsx';
import type { typedDataTexts } from './wallets/TypedDataView.tsx';

/** The words of every screen in English, by part. A translation has all of them, or does not compile. Alphabetical. */
export interface ScreenTexts {
  account: typeof accountTexts;
  accountNotFound: typeof accountNotFoundTexts;
  allowlist: typeof allowlistTexts;
  code: typeof codeScreenTexts;
  confirmLogin: typeof confirmLoginTexts;
  connecting: typeof connectingTexts;
  consent: typeof consentTexts;
  country: typeof countryTexts;
  created: typeof createdTexts;
  creating: typeof creatingTexts;
  email: typeof emailTexts;
  errors: typeof errorTexts;
  errorScreen: typeof errorScreenTexts;
  landing: typeof landingTexts;
  legal: typeof legalTexts;
  loginFailed: typeof loginFailedTexts;
  more: typeof moreTexts;
  phoneInput: typeof phoneInputTexts;
  signRequest: typeof signRequestTexts;
  sms: typeof smsTexts;
  typedData: typeof typedDataTexts;
  userLimit: typeof userLimitTexts;
}
