import { type WalletLinkBody, walletRoutes } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { type Caller, implement } from '../../http/index.ts';
import { type AccountKey, contractKey, walletKey } from '../../users/index.ts';
import { linkProof, unlinkAccount } from '../changes/changeAccounts.ts';
import { transferAccount } from '../changes/transfer.ts';
import type { Method, MethodDeps } from '../method.ts';
import { issueNonce } from './nonces.ts';
import { checkNotEmbedded, proveEthereum, proveSolana } from './proveWallet.ts';

const id = 'wallet';

type Flag = 'wallet_auth' | 'solana_wallet_auth';

/** Sign-In with Ethereum (EIP-4361) and with Solana: the wallet signs a message that names the page and our nonce. */
export const wallet: Method<'wallet'> = {
  id,
  routes(world, deps) {
    const { admission, captcha, sessions } = deps;

    async function init(flag: Flag, call: { app: App; caller: Caller; body: InitBody }) {
      const { app, body, caller } = call;
      admission.checkMethod(app, id, flag);
      await captcha.check({ app, action: 'login', token: body.token, caller });
      return issueNonce(world, deps, { app, caller, address: body.address });
    }

    async function logIn(flag: Flag, call: { app: App; caller: Caller; body: ModeBody }, prove: Prove) {
      const { app, body, caller } = call;
      // Checked before anything is consumed, so a refusal does not use up the signature.
      admission.checkMethod(app, id, flag);
      sessions.checkCaller(app, caller);
      const proof = await prove();
      // With a bearer token the caller may be a guest, whose sessions would end before the statement that excludes
      // embedded wallets runs.
      if (caller.bearer !== null) await checkNotEmbedded(deps, app, proof.account);
      try {
        return await admission.logIn(app, proof, { mode: body.mode ?? 'login-or-sign-up', caller });
      } catch (cause) {
        // The database function `start_session` excludes embedded wallets. The check after a failed login reports the reason.
        await checkNotEmbedded(deps, app, proof.account);
        throw cause;
      }
    }

    return [
      implement(walletRoutes.init, (call) => init('wallet_auth', call)),
      implement(walletRoutes.authenticate, (call) =>
        logIn('wallet_auth', call, () => proveEthereum(world, deps, { ...call, purpose: 'login' })),
      ),
      implement(walletRoutes.link, ({ app, body, caller }) => {
        admission.checkMethod(app, id, 'wallet_auth');
        return linkProof(deps, { app, caller }, (_, purpose) =>
          proveOwn(deps, app, () => proveEthereum(world, deps, { app, body, caller, purpose })),
        );
      }),
      implement(walletRoutes.unlink, ({ app, body, caller }) =>
        unlinkAccount(deps, { app, caller, account: namedKey(body) }),
      ),
      implement(walletRoutes.transfer, ({ app, body, caller }) => {
        // The account of a key has no chain, so it matches whichever chain the request names.
        const named = [walletKey(body.address), namedKey(body)].map(({ subject }) => subject);
        const readSubject = (offered: string) => named.find((one) => one === offered) ?? '';
        return transferAccount(deps, { app, caller, nonce: body.nonce, method: id, readSubject });
      }),
      implement(walletRoutes.initSolana, (call) => init('solana_wallet_auth', call)),
      implement(walletRoutes.authenticateSolana, (call) =>
        logIn('solana_wallet_auth', call, () => proveSolana(world, deps, { ...call, purpose: 'login' })),
      ),
      implement(walletRoutes.linkSolana, ({ app, body, caller }) => {
        admission.checkMethod(app, id, 'solana_wallet_auth');
        return linkProof(deps, { app, caller }, (_, purpose) =>
          proveOwn(deps, app, () => proveSolana(world, deps, { app, body, caller, purpose })),
        );
      }),
      implement(walletRoutes.unlinkSolana, ({ app, body, caller }) =>
        unlinkAccount(deps, { app, caller, account: walletKey(body.address) }),
      ),
      implement(walletRoutes.transferSolana, ({ app, body: { address, nonce }, caller }) =>
        transferAccount(deps, { app, caller, nonce, method: id, readSubject: () => address }),
      ),
    ];
  },
  prove(world, deps, { app, body, caller }) {
    // Checks all digits, because one in 4,096 Solana signatures also begins with `0x`.
    const isEthereum = /^0x[0-9a-f]+$/i.test(body.signature);
    deps.admission.checkMethod(app, id, isEthereum ? 'wallet_auth' : 'solana_wallet_auth');
    const prove = isEthereum ? proveEthereum : proveSolana;
    return proveOwn(deps, app, () => prove(world, deps, { app, caller, body, purpose: 'login' }));
  },
};

type Prove = () => Promise<Proof>;

async function proveOwn(deps: MethodDeps, app: App, prove: Prove): Promise<Proof> {
  const proof = await prove();
  await checkNotEmbedded(deps, app, proof.account);
  return proof;
}

interface InitBody {
  readonly address: string;
  readonly token?: string | null | undefined;
}
interface ModeBody {
  readonly mode?: 'login-or-sign-up' | 'no-signup' | null | undefined;
}

/**
 * Returns the account of an address and its chain: a contract's if there is a chain, else a key's. The wire's schema
 * has checked both.
 */
function namedKey({
  address,
  chainId,
}: {
  address: string;
  chainId?: WalletLinkBody['chainId'];
}): AccountKey {
  return chainId ? contractKey(address, Number(chainId.replace('eip155:', ''))) : walletKey(address);
}
