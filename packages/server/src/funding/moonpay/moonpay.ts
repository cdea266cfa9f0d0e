import { readTypedEmail, type SignMoonpayBody, type SignMoonpayReply, type WireUser } from '@latchkey/wire';
import { deriveKey, keyedHash } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { FundingRow } from '../table.ts';
import type { MoonpayAccount } from './account.ts';
import { moonpayName } from './coins.ts';
import { moonpayHosts } from './hosts.ts';
import { signUrl } from './signUrl.ts';

/** Currency code if the request names none (MOON-03). */
export const defaultCode = 'ETH_ETHEREUM';

/** Creates the function that writes signed MoonPay URLs. https://dev.moonpay.com/docs/ramps-sdk-buy-params */
export function createMoonpay({ config, secret }: Pick<World, 'config' | 'secret'>) {
  const { page, testPage } = moonpayHosts(config);
  const customerKey = deriveKey(secret, 'latchkey/moonpay-customers/v1');

  return (
    funding: FundingRow,
    { address, config: wanted }: SignMoonpayBody,
    { account, user }: { readonly account: MoonpayAccount; readonly user: WireUser | null },
  ): SignMoonpayReply => {
    const { appId, fundingId, isTest, userId } = funding;
    const query = {
      apiKey: account.publicKey,
      currencyCode: moonpayName(wanted.currencyCode ?? defaultCode),
      walletAddress: address,
      quoteCurrencyAmount: funding.amount ?? undefined,
      paymentMethod: wanted.paymentMethod,
      email: ownEmail(user, wanted.email),
      externalTransactionId: fundingId,
      // The same for all purchases of a user, so MoonPay verifies their identity once. A keyed hash keeps the user id
      // from MoonPay.
      externalCustomerId: keyedHash(customerKey, [appId, userId]).toString('hex').slice(0, 32),
      colorCode: toHexColor(wanted.uiConfig?.accentColor),
      theme: wanted.uiConfig?.theme,
    };
    const signedUrl = signUrl(isTest ? testPage : page, query, account.secretKey);
    return { signedUrl, externalTransactionId: fundingId };
  };
}

/** Converts a colour to six hex digits, as MoonPay requires. Published clients send `hsl(237, 100%, 70%)`. */
function toHexColor(color: string | undefined): string | undefined {
  const parts = color?.match(/^hsla?\((\d+), (\d+)%, (\d+)%/i);
  if (!parts) return color?.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [hue = 0, saturation = 0, lightness = 0] = parts.slice(1).map(Number);
  const light = Math.min(lightness, 100) / 100;
  const range = (Math.min(saturation, 100) / 100) * Math.min(light, 1 - light);
  const hexOf = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const value = light - range * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${[0, 8, 4].map(hexOf).join('')}`;
}

/**
 * Returns the email only if it is an account of the user. A page could otherwise have the app sign another person's
 * email into a link.
 */
function ownEmail(user: WireUser | null, wanted: string | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  const address = readTypedEmail(wanted);
  const isOwn = user?.linked_accounts.some((one) => one.type === 'email' && one.address === address);
  return isOwn ? address : undefined;
}
