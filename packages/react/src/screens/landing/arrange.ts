import type { moreTexts } from '../../texts/generated/en/more.ts';
/** A row of the landing screen: a login method, or the entry to a list of more. */
export type LandingEntry =
  | { readonly method: string }
  | { readonly opens: 'web2-overflow' | 'web3-overflow'; readonly label: keyof typeof moreTexts };

/** The three views of the landing screen (LAND-19). */
export interface Arrangement {
  readonly default: readonly LandingEntry[];
  readonly 'web2-overflow': readonly LandingEntry[];
  readonly 'web3-overflow': readonly LandingEntry[];
}
export type LandingView = keyof Arrangement;

export interface ArrangeInput {
  /** Names of the methods to arrange, such as `email` and `wallet`, in the order of the settings. */
  readonly methods: readonly string[];
  /** Order set by the host, with enabled methods only. Null if it set none. */
  readonly order: { readonly primary: readonly string[]; readonly overflow: readonly string[] } | null;
  /** Null if neither the host nor the operator chose. */
  readonly groupPriority: 'web2-first' | 'web3-first' | null;
}

/** Maximum number of options of a configured order, without and with an entry for more (LAND-21). */
const mostConfigured = 5;
const configuredBesideMore = 4;
/** The same for the web2-first grouping (LAND-22). */
const mostGrouped = 4;
const groupedBesideMore = 3;

const row = (method: string): LandingEntry => ({ method });
/** Entry to all wallets (LAND-12). */
const walletEntry: LandingEntry = { opens: 'web3-overflow', label: 'wallet' };
const isDirect = (method: string) => method === 'email' || method === 'sms';

/**
 * Decides which methods the landing screen shows at once, and which it puts behind an entry (LAND-21, LAND-22).
 * Passkeys are not among them: they have links of their own.
 */
export function arrange({ methods, order, groupPriority }: ArrangeInput): Arrangement {
  if (order) return arrangeByOrder(order);
  const wallets = methods.filter((method) => method === 'wallet').map(row);
  // Methods with an input come first, whatever the order of the settings.
  const web2 = [...methods.filter(isDirect), ...methods.filter((id) => !isDirect(id) && id !== 'wallet')];
  const isWeb3First = web2.length === 0 || groupPriority === 'web3-first';
  return isWeb3First && wallets.length > 0 ? web3First(web2, wallets) : web2First(web2, wallets);
}

function arrangeByOrder({ primary, overflow }: NonNullable<ArrangeInput['order']>): Arrangement {
  const all = [...primary, ...overflow];
  const wallets = all.filter((method) => method === 'wallet').map(row);
  const inOrder = (method: string): LandingEntry => (method === 'wallet' ? walletEntry : row(method));
  const fits = overflow.length === 0 && all.length <= mostConfigured;
  const shown = fits ? all : primary.slice(0, configuredBesideMore);
  const rest = all.slice(shown.length).map(inOrder);
  const more: LandingEntry[] = rest.length > 0 ? [{ opens: 'web2-overflow', label: 'more' }] : [];
  return { default: [...shown.map(inOrder), ...more], 'web2-overflow': rest, 'web3-overflow': wallets };
}

function web2First(web2: readonly string[], wallets: readonly LandingEntry[]): Arrangement {
  const shown = web2.length <= mostGrouped ? web2 : web2.slice(0, groupedBesideMore);
  const rest = web2.slice(shown.length).map(row);
  const more: LandingEntry[] = rest.length > 0 ? [{ opens: 'web2-overflow', label: 'otherSocials' }] : [];
  const wallet: LandingEntry[] = wallets.length > 0 ? [walletEntry] : [];
  return {
    default: [...shown.map(row), ...more, ...wallet],
    'web2-overflow': rest,
    'web3-overflow': wallets,
  };
}

function web3First(web2: readonly string[], wallets: readonly LandingEntry[]): Arrangement {
  const entry: LandingEntry[] = web2.length > 0 ? [{ opens: 'web2-overflow', label: web2Label(web2) }] : [];
  return { default: [...wallets, ...entry], 'web2-overflow': web2.map(row), 'web3-overflow': wallets };
}

/** Returns the label of the single entry that leads to all methods except wallets (LAND-11, decision 321). */
function web2Label(web2: readonly string[]): keyof typeof moreTexts {
  const hasEmail = web2.includes('email');
  const hasSms = web2.includes('sms');
  if (web2.some((method) => !isDirect(method))) {
    if (hasEmail) return 'emailOrSocials';
    return hasSms ? 'smsOrSocials' : 'socials';
  }
  if (hasEmail && hasSms) return 'emailOrSms';
  return hasEmail ? 'email' : 'sms';
}
