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

/** What turns a kind of chain on. */
type Flag = 'wallet_auth' | 'solana_wallet_auth';

/** Sign-In with Ethereum (EIP-4361) and with Solana: a message for this page, with a nonce of ours, signed by the wallet. */
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
      // Asked before anything is burnt, so that a refusal costs no signature.
      admission.checkMethod(app, id, flag);
      sessions.checkCaller(app, caller);
      const proof = await prove();
      // Of a guest the account is looked up in other ways than by the statement of a login.
      if (caller.bearer !== null) await checkNotEmbedded(deps, app, proof.account);
      try {
        return await admission.logIn(app, proof, { mode: body.mode ?? 'login-or-sign-up', caller });
      } catch (cause) {
        // No login begins by an embedded wallet (`touchAccountSql`): asked before each one, it would cost the others a query.
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
        // A key's account has no chain: whichever the person is on now.
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
    // One in 4,096 signatures of Solana begins with the same two characters.
    const isEthereum = /^0x[0-9a-f]+$/i.test(body.signature);
    deps.admission.checkMethod(app, id, isEthereum ? 'wallet_auth' : 'solana_wallet_auth');
    const prove = isEthereum ? proveEthereum : proveSolana;
    return proveOwn(deps, app, () => prove(world, deps, { app, caller, body, purpose: 'login' }));
  },
};

type Prove = () => Promise<Proof>;

/** Proves a wallet that is none of the embedded ones. */
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

/** What an address names together with its chain: a contract there, else a key. The wire's schema has checked both. */
function namedKey({
  address,
  chainId,
}: {
  address: string;
  chainId?: WalletLinkBody['chainId'];
}): AccountKey {
  return chainId ? contractKey(address, Number(chainId.replace('eip155:', ''))) : walletKey(address);
}
