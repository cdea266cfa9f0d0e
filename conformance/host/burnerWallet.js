// A Solana wallet that knows nothing of Latchkey: the burner wallet from Solana's wallet adapter, which can sign in
// and sign. Solana's own wrapper registers it in the page as a Wallet Standard wallet.

import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner';
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base';
import { registerWallet } from '@wallet-standard/wallet';

registerWallet(
  new SolanaWalletAdapterWallet(new UnsafeBurnerWalletAdapter(), 'solana:mainnet', 'http://127.0.0.1:1'),
);
