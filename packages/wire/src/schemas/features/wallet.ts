import { transferRoutes } from '../../methods/transfer.ts';
import { walletRoutes } from '../../methods/wallet.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import {
  solanaWalletAuthenticateBodySchema,
  solanaWalletInitBodySchema,
  solanaWalletLinkBodySchema,
  solanaWalletTransferBodySchema,
  unlinkSolanaWalletBodySchema,
  unlinkWalletBodySchema,
  walletAuthenticateBodySchema,
  walletAuthenticateReplySchema,
  walletInitBodySchema,
  walletLinkBodySchema,
  walletNonceSchema,
  walletProofSchema,
  walletTransferBodySchema,
} from '../methods/wallet.ts';
import { userSchema } from '../user.ts';

/** Login and accounts by a wallet of the person's own. */
export const walletMethod = /* @__PURE__ */ method('wallet', {
  routes: feature(
    'wallet',
    { ...walletRoutes, transfer: transferRoutes.wallet, transferSolana: transferRoutes.solanaWallet },
    {
      init: { body: walletInitBodySchema, reply: walletNonceSchema },
      authenticate: { body: walletAuthenticateBodySchema, reply: walletAuthenticateReplySchema },
      link: { body: walletLinkBodySchema, reply: userSchema },
      unlink: { body: unlinkWalletBodySchema, reply: userSchema },
      transfer: { body: walletTransferBodySchema, reply: userSchema },
      initSolana: { body: solanaWalletInitBodySchema, reply: walletNonceSchema },
      authenticateSolana: {
        body: solanaWalletAuthenticateBodySchema,
        reply: walletAuthenticateReplySchema,
      },
      linkSolana: { body: solanaWalletLinkBodySchema, reply: userSchema },
      unlinkSolana: { body: unlinkSolanaWalletBodySchema, reply: userSchema },
      transferSolana: { body: solanaWalletTransferBodySchema, reply: userSchema },
    },
  ),
  logins: ['wallet.authenticate', 'wallet.authenticateSolana'],
  proof: walletProofSchema,
  flags: {
    wallet_auth: flag('Login with an Ethereum wallet.'),
    solana_wallet_auth: flag('Login with a Solana wallet.'),
  },
});
