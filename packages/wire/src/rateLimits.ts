import { checkedRoutes, type RouteName } from './checkedRoutes.ts';
import * as limits from './limits.ts';
import { listOpen } from './listOpen.ts';
import type { RouteFacts } from './route.ts';

/**
 * Whose calls a limit counts.
 *
 * - `network`: an IPv4 address or an IPv6 /64, in the memory of each process: a coarse cap against floods;
 * - `app`: all callers of an app, in the memory of each process. Beyond it no one is shut out: then every network has
 *   the calls of `networkInBusyApp`, so that a stranger with many networks cannot keep an app's people out;
 * - `sessionInProcess`: a session, in the memory of each process, where what is spent is an outsider's time;
 * - the others: people and what protects them, in the database, the same for all processes.
 */
export type LimitScope =
  | 'network'
  | 'app'
  | 'networkInBusyApp'
  | 'recipient'
  | 'recipientAndNetwork'
  | 'recipientWithCaptcha'
  | 'code'
  | 'codeAndNetwork'
  | 'session'
  | 'sessionInProcess'
  | 'wrongPassword'
  | 'wrongFactor'
  | 'wrongFactorOfUser'
  | 'wrongFactorOfUserKnown';

export interface RateLimit {
  readonly calls: number;
  readonly perMs: number;
}

const perMinute = (calls: number): RateLimit => ({ calls, perMs: 60_000 });

/** Reads that cost no more than a look into memory. */
const cheap = { network: perMinute(3_000), app: perMinute(60_000), networkInBusyApp: perMinute(60) } as const;

/** Tries of a code: what makes six digits enough (S28). Beyond them the right code is answered as a wrong one. */
const codeTries = {
  code: { calls: limits.codeTriesTotal, perMs: limits.codeLifeMs },
  codeAndNetwork: { calls: limits.codeTriesPerNetwork, perMs: limits.codeLifeMs },
} as const;

/** What puts a message into a user's mailbox or telephone. */
const codeSends = {
  network: perMinute(60),
  app: perMinute(3_000),
  networkInBusyApp: perMinute(6),
  recipient: { calls: limits.codeSendsPerWindow, perMs: limits.codeSendWindowMs },
  recipientAndNetwork: { calls: 1, perMs: limits.resendCooldownMs },
  recipientWithCaptcha: { calls: limits.captchaSendsPerWindow, perMs: limits.captchaSendWindowMs },
} as const;

/** The same for a second factor's number, for which no captcha buys more. */
const { recipientWithCaptcha: _, ...factorSends } = codeSends;

const dayMs = 24 * 60 * 60_000;
/** Wrong proofs of a second factor in a session, which then waits (MFA-24). */
const wrongFactor = { calls: limits.factorTries, perMs: limits.factorPauseMs };
/** The same of a user in a day: the last ones are kept for browsers that have verified before. */
const wrongOfDay = (most: number) => ({
  wrongFactor,
  wrongFactorOfUser: { calls: most - limits.factorTriesReserved, perMs: dayMs },
  wrongFactorOfUserKnown: { calls: most, perMs: dayMs },
});
/** Of what six digits show; passkeys and backup codes cannot be guessed, and have no such day. */
const factorCodes = wrongOfDay(limits.factorTriesPerDay);

/** What proves someone, or stores something before it knows who asks. */
const costly = { network: perMinute(120), app: perMinute(6_000), networkInBusyApp: perMinute(12) } as const;

/** Each asks a provider of payments, or signs what one takes. */
const onRamp = { network: perMinute(120), sessionInProcess: perMinute(10) } as const;

/** Events of a provider, all of which come from its few addresses. */
const webhook = {
  network: perMinute(3_000),
  app: perMinute(60_000),
  networkInBusyApp: perMinute(600),
} as const;

const rows = {
  'analytics.sendEvent': {
    network: perMinute(1_200),
    app: perMinute(60_000),
    networkInBusyApp: perMinute(60),
  },
  'apps.crossAppConnections': cheap,
  'apps.crossAppDetails': cheap,
  'apps.get': cheap,
  'apps.smartWallets': cheap,
  'captcha.challenge': costly,
  /** Each asks a third party. */
  'cloud.finish': costly,
  'cloud.start': costly,
  'cloud.startICloud': costly,
  'crossApp.answer': costly,
  'crossApp.listOwn': { network: perMinute(600), sessionInProcess: perMinute(60) },
  'crossApp.open': { network: perMinute(600), sessionInProcess: perMinute(30) },
  'crossApp.take': costly,
  /** Each checks a signature, and may ask the issuer for its keys, which is held back (30 s) by itself. */
  'customToken.authenticate': costly,
  'email.authenticate': { ...costly, ...codeTries },
  'email.link': { ...costly, ...codeTries },
  'email.sendCode': codeSends,
  'email.update': { ...costly, ...codeTries },
  /** Each checks a signature and asks a node of the chain. */
  'farcaster.authenticate': costly,
  'farcaster.authenticateMiniApp': costly,
  /** Each asks the relay. */
  'farcaster.init': costly,
  'farcaster.initMiniApp': costly,
  'farcaster.link': costly,
  /** Each asks Farcaster for an approval. */
  'farcaster.signerInit': { network: perMinute(120), sessionInProcess: perMinute(10) },
  /** Asked every 2 s while the person approves; Farcaster hears of one in 3 s. */
  'farcaster.signerStatus': { network: perMinute(600), sessionInProcess: perMinute(60) },
  /** Asked every 150 ms by a host's own screens; the relay hears of it once a second at most. */
  'farcaster.status': { network: perMinute(3_000), app: perMinute(60_000), networkInBusyApp: perMinute(600) },
  /** Connects of a session: page loads of a busy person in several tabs, far from a script's loop. */
  'frame.connect': { session: perMinute(60) },
  'frame.context': cheap,
  /** A recovery set is stored before the request is known to be good, and kept a day. */
  'frame.create': { network: perMinute(120) },
  'frame.addRecoveryPasskey': { network: perMinute(120) },
  'frame.enrolDevice': { session: perMinute(10) },
  /** Keys taken out: a few presses of a person on the export page. */
  'frame.export': { session: perMinute(10) },
  /** Once a minute while messages are signed. */
  'frame.farcasterSigner': { network: perMinute(600), sessionInProcess: perMinute(60) },
  'frame.import': { network: perMinute(120) },
  /** Each hands out access to a user's cloud. */
  'frame.openCloud': { session: perMinute(10) },
  /** Each asks the operator's node up to some dozens of questions: one a page that a person reads. */
  'frame.readChain': { network: perMinute(600), sessionInProcess: perMinute(30) },
  /** Releases of recovery material (S12). */
  'frame.recover': {
    session: perMinute(10),
    wrongPassword: { calls: 5, perMs: 15 * 60_000 },
  },
  'frame.recoveryParameters': { network: perMinute(120) },
  /** As a create: the new set is stored first, and kept a day if it never comes into force. */
  'frame.setRecovery': { network: perMinute(60), session: perMinute(10) },
  /** Beside the cooldown and the limits of the address that it goes to. */
  'frame.sendReleaseCode': { session: perMinute(10) },
  'frame.recoverByPasskey': { session: perMinute(10) },
  /** Further proof keys of a session: page loads of a browser that refuses storage, each of which makes one. */
  'frame.verifyToken': { session: perMinute(10) },
  'funding.coinbaseEvent': webhook,
  /** 40 a minute and tab; the provider hears of one every 3 s for each purchase. */
  'funding.coinbaseStatus': { network: perMinute(1_200), sessionInProcess: perMinute(120) },
  'funding.initCoinbase': onRamp,
  'funding.list': { network: perMinute(600), sessionInProcess: perMinute(60) },
  'funding.moonpayEvent': webhook,
  'funding.signMoonpay': onRamp,
  /** Each may make a user, and no one has proved anything. */
  'guest.authenticate': { network: perMinute(60), app: perMinute(3_000), networkInBusyApp: perMinute(6) },
  'passkey.authenticate': costly,
  'passkey.signUp': costly,
  /** Each keeps a challenge for ten minutes. */
  'passkey.startLogin': costly,
  'passkey.startSignUp': costly,
  /** The provider hears of one a minute for each coin, however many ask. */
  'prices.tokenPrice': cheap,
  'mfa.enrolSms': factorCodes,
  'mfa.enrolTotp': factorCodes,
  'mfa.proveRecovery': wrongOfDay(limits.passwordProofsPerDay),
  'mfa.startProveRecovery': { network: perMinute(120) },
  'mfa.startSms': factorSends,
  'mfa.verifyBackupCode': { wrongFactor },
  'mfa.verifyPasskey': { wrongFactor },
  'mfa.verifySms': factorCodes,
  'mfa.verifyTotp': factorCodes,
  /** Each asks the provider. */
  'oauth.authenticate': costly,
  'oauth.link': costly,
  /** Each stores where the person goes on to; an operator's own provider may be asked for where its page is. */
  'oauth.start': costly,
  /** Each is written into the audit log, which is kept, and a forked session can fork in turn. */
  'sessions.fork': { network: perMinute(60), app: perMinute(3_000), networkInBusyApp: perMinute(6) },
  'sessions.keys': cheap,
  'sessions.keysForServers': cheap,
  /** Generous: anyone who logs out must be able to. */
  'sessions.logout': {
    network: perMinute(1_200),
    app: perMinute(60_000),
    networkInBusyApp: perMinute(60),
  },
  'sessions.reauthenticate': { ...costly, ...codeTries },
  'sessions.recoverFork': costly,
  /** None: a living session is never held up, and no one guesses its 256-bit token. */
  'sessions.refresh': {},
  'sms.authenticate': { ...costly, ...codeTries },
  'sms.link': { ...costly, ...codeTries },
  'sms.sendCode': codeSends,
  'sms.update': { ...costly, ...codeTries },
  /** Each checks what Telegram signed. */
  'telegram.authenticate': costly,
  /** Each may ask a node of the chain, for a wallet that is a contract. */
  'wallet.authenticate': costly,
  'wallet.link': costly,
  /** Asked with a reference of 125 random bits, which no one guesses. */
  'undo.find': costly,
  'undo.sendCode': codeSends,
  'undo.undo': { ...costly, ...codeTries },
} as const satisfies Readonly<Partial<Record<RouteName, Partial<Record<LimitScope, RateLimit>>>>>;

/**
 * Every limit on how often something may be called, by route: what the limiter counts by, what `docs/limits.md` shows
 * and what the tests hold it to. A route that needs no session is held back like a proof of who someone is, where no row
 * says otherwise; beyond a limit the answer is `too_many_requests` (429) with `Retry-After`.
 */
export const rateLimits: typeof rows = {
  ...rows,
  ...Object.fromEntries(listOpen(checkedRoutes, rows).map((name) => [name, costly])),
};

/** The limits of a route by its name, if it has any. */
export function rateLimitsOf(
  routeName: RouteFacts['name'],
): Partial<Record<LimitScope, RateLimit>> | undefined {
  const all: Readonly<Partial<Record<string, Partial<Record<LimitScope, RateLimit>>>>> = rateLimits;
  return all[routeName];
}

/**
 * What may go wrong before the service knows who asks, and how often for one network, in the memory of each process.
 * Beyond it the network is refused before anything is looked up: made-up names, keys and states must cost nothing. Only
 * what goes wrong counts. What a network has used with success is let through all the same: an attacker who guesses from the
 * address of an office, or of a back end, does not shut them out.
 */
export const failureLimits = {
  /** Keys of the operator's API that are wrong. */
  'admin-key': perMinute(60),
  /** App ids that no app has. Apps that are known to the process are no look-up. */
  'app-id': perMinute(120),
  /** Secrets of back ends that are wrong, and those of apps that do not exist. */
  'app-secret': perMinute(120),
  /** Returns from a provider or a consent that no one here began, or that come twice or late. */
  'callback-state': perMinute(60),
  /** Tokens that are not the recovery store's. */
  'recovery-token': perMinute(60),
} as const satisfies Readonly<Record<string, RateLimit>>;

export type FailureKind = keyof typeof failureLimits;
