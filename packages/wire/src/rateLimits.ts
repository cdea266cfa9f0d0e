import { checkedRoutes, type RouteName } from './checkedRoutes.ts';
import { codeSends, type LimitScope, perMinute, type RateLimit } from './limitKinds.ts';
import * as limits from './limits.ts';
import { listOpen } from './listOpen.ts';
import { wrongFactor, wrongOfDay } from './mfa/factorLimits.ts';
import { methodLimits } from './mfa/index.ts';
import { onRampLimits } from './on-ramps/index.ts';
import type { RouteFacts } from './route.ts';

export type { LimitScope, RateLimit } from './limitKinds.ts';

/** Reads that are usually answered from memory. */
const cheap = { network: perMinute(3_000), app: perMinute(60_000), networkInBusyApp: perMinute(60) } as const;

/** Tries of a code; a million codes are possible (S28). Beyond these limits, even the right code counts as wrong. */
const codeTries = {
  code: { calls: limits.codeTriesTotal, perMs: limits.codeLifeMs },
  codeAndNetwork: { calls: limits.codeTriesPerNetwork, perMs: limits.codeLifeMs },
} as const;

/** Calls that prove a user, and others that cost the service more than a cheap read. */
const costly = { network: perMinute(120), app: perMinute(6_000), networkInBusyApp: perMinute(12) } as const;

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
  /** `cloud.start` stores a state. The other two call the provider. */
  'cloud.finish': costly,
  'cloud.start': costly,
  'cloud.startICloud': costly,
  'crossApp.answer': costly,
  'crossApp.listOwn': { network: perMinute(600), sessionInProcess: perMinute(60) },
  'crossApp.open': { network: perMinute(600), sessionInProcess: perMinute(30) },
  'crossApp.take': costly,
  /** Each checks a signature, and may request the issuer's keys; a process requests a key set at most once in 30 s. */
  'customToken.authenticate': costly,
  'email.authenticate': { ...costly, ...codeTries },
  'email.link': { ...costly, ...codeTries },
  'email.sendCode': codeSends,
  'email.update': { ...costly, ...codeTries },
  /** Each checks a signature and calls a node of the chain, as does `farcaster.link`. */
  'farcaster.authenticate': costly,
  'farcaster.authenticateMiniApp': costly,
  /** Calls the relay. `farcaster.initMiniApp` stores a nonce before the caller is known. */
  'farcaster.init': costly,
  'farcaster.initMiniApp': costly,
  'farcaster.link': costly,
  /** Each may request an approval from Farcaster. */
  'farcaster.signerInit': { network: perMinute(120), sessionInProcess: perMinute(10) },
  /** Called every 2 s until the user approves. A process asks Farcaster about a signer at most every 3 s. */
  'farcaster.signerStatus': { network: perMinute(600), sessionInProcess: perMinute(60) },
  /** Called every 150 ms by a host's own screens. A process asks the relay about a channel at most once a second. */
  'farcaster.status': { network: perMinute(3_000), app: perMinute(60_000), networkInBusyApp: perMinute(600) },
  /** Connect calls of a session: enough for a busy user's page loads in several tabs, far fewer than a script makes. */
  'frame.connect': { session: perMinute(60) },
  'frame.context': cheap,
  /** The recovery set is stored before the request is known to be valid, and kept for a day if the request fails. */
  'frame.create': { network: perMinute(120) },
  'frame.addRecoveryPasskey': { network: perMinute(120) },
  'frame.enrolDevice': { session: perMinute(10) },
  /** A few presses of a user on the export page. */
  'frame.export': { session: perMinute(10) },
  /** Called when a signer is requested, and at most once a minute while messages are signed. */
  'frame.farcasterSigner': { network: perMinute(600), sessionInProcess: perMinute(60) },
  'frame.import': { network: perMinute(120) },
  /** Each may give access to a user's cloud. */
  'frame.openCloud': { session: perMinute(10) },
  /** Each sends up to some dozens of calls to the operator's node. A page that shows a request makes one. */
  'frame.readChain': { network: perMinute(600), sessionInProcess: perMinute(30) },
  /** Releases of recovery material (S12). */
  'frame.recover': {
    session: perMinute(10),
    wrongPassword: { calls: 5, perMs: 15 * 60_000 },
  },
  'frame.recoveryParameters': { network: perMinute(120) },
  /** The new set is stored first, as when a wallet is created, and kept for a day if it never comes into force. */
  'frame.setRecovery': { network: perMinute(60), session: perMinute(10) },
  /** In addition to the cooldown and the limits of the recipient's address. */
  'frame.sendReleaseCode': { session: perMinute(10) },
  'frame.recoverByPasskey': { session: perMinute(10) },
  /** Further proof keys of a session: page loads in a browser that refuses storage, each of which creates one. */
  'frame.verifyToken': { session: perMinute(10) },
  ...onRampLimits,
  'funding.list': { network: perMinute(600), sessionInProcess: perMinute(60) },
  /** Each may create a user, without any proof. */
  'guest.authenticate': { network: perMinute(60), app: perMinute(3_000), networkInBusyApp: perMinute(6) },
  'passkey.authenticate': costly,
  'passkey.signUp': costly,
  /** Each stores a challenge for ten minutes. */
  'passkey.startLogin': costly,
  'passkey.startSignUp': costly,
  /** A process requests the prices of all coins in one call, at most once a minute, or every 30 s if the call fails. */
  'prices.tokenPrice': cheap,
  ...methodLimits(),
  'mfa.proveRecovery': wrongOfDay(limits.passwordProofsPerDay),
  'mfa.startProveRecovery': { network: perMinute(120) },
  'mfa.verifyBackupCode': { wrongFactor },
  /** Each calls the provider. */
  'oauth.authenticate': costly,
  'oauth.link': costly,
  /** Each stores the user's destination. It may also fetch the configuration of an operator's own provider. */
  'oauth.start': costly,
  /** Each is written to the audit log, which is kept, and a forked session can fork in turn. */
  'sessions.fork': { network: perMinute(60), app: perMinute(3_000), networkInBusyApp: perMinute(6) },
  'sessions.keys': cheap,
  'sessions.keysForServers': cheap,
  /** Generous, so that users can log out. */
  'sessions.logout': {
    network: perMinute(1_200),
    app: perMinute(60_000),
    networkInBusyApp: perMinute(60),
  },
  'sessions.reauthenticate': { ...costly, ...codeTries },
  'sessions.recoverFork': costly,
  /** None: a valid session must never be delayed, and an attacker cannot guess its random token. */
  'sessions.refresh': {},
  'sms.authenticate': { ...costly, ...codeTries },
  'sms.link': { ...costly, ...codeTries },
  'sms.sendCode': codeSends,
  'sms.update': { ...costly, ...codeTries },
  /** Checks a signature by Telegram. */
  'telegram.authenticate': costly,
  /** Each may call a node of the chain, if the wallet is a contract. */
  'wallet.authenticate': costly,
  'wallet.link': costly,
  /** Called with a random reference, which an attacker cannot guess. */
  'undo.find': costly,
  'undo.sendCode': codeSends,
  'undo.undo': { ...costly, ...codeTries },
} as const satisfies Readonly<Partial<Record<RouteName, Partial<Record<LimitScope, RateLimit>>>>>;

/**
 * Limits on calls, by route. The limiter counts by them, `docs/limits.md` shows them, and the tests check them. A
 * public route without a row gets the limits of a proof of identity. Beyond a limit the answer is usually
 * `too_many_requests` (429) with `Retry-After`.
 */
export const rateLimits: typeof rows = {
  ...rows,
  ...Object.fromEntries(listOpen(checkedRoutes, rows).map((name) => [name, costly])),
};

/** Returns the limits of a route by its name, if it has any. */
export function rateLimitsOf(
  routeName: RouteFacts['name'],
): Partial<Record<LimitScope, RateLimit>> | undefined {
  const all: Readonly<Partial<Record<string, Partial<Record<LimitScope, RateLimit>>>>> = rateLimits;
  return all[routeName];
}

/**
 * Failures before the caller is known, and their limits for one network, in the memory of each process. An attacker
 * could otherwise cause look-ups with made-up names and keys: beyond the limit, the network is refused before any
 * look-up. Only failures count. Keys and secrets that the process remembers from a success of the network are still
 * accepted: an attacker in a back end's network could otherwise lock it out.
 */
export const failureLimits = {
  /** Wrong keys and tokens of the operator's API. */
  'admin-key': perMinute(60),
  /** Ids of apps that do not exist. An app that the process knows needs no look-up. */
  'app-id': perMinute(120),
  /** Wrong secrets of back ends, and secrets of apps that do not exist. */
  'app-secret': perMinute(120),
  /** Wrong tokens of the recovery store. */
  'recovery-token': perMinute(60),
} as const satisfies Readonly<Record<string, RateLimit>>;

export type FailureKind = keyof typeof failureLimits;
