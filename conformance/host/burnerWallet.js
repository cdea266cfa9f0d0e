// A Solana wallet that knows nothing of Latchkey: the burner wallet of Solana's wallet adapter, which signs in and signs, made a
// wallet of the Wallet Standard by Solana's own wrapper, and shown to the page as such wallets are.

import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner';
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base';
import { registerWallet } from '@wallet-standard/wallet';

registerWallet(
  new SolanaWalletAdapterWallet(new UnsafeBurnerWalletAdapter(), 'solana:mainnet', 'http://127.0.0.1:1'),
);
