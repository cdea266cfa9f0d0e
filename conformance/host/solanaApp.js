// A Solana app that knows nothing of Latchkey. It finds wallets through the Wallet Standard, and pays with published
// libraries as their documentation says.

import {
  address,
  appendTransactionMessageInstruction,
  assertIsTransactionMessageWithSingleSendingSigner,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
} from '@solana/kit';
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import {
  Connection,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { getTransferSolInstruction } from '@solana-program/system';
import { getWallets } from '@wallet-standard/app';

const chain = 'solana:localnet';

function findWallet(name) {
  const wallet = getWallets()
    .get()
    .find((one) => one.name === name);
  if (!wallet) throw new Error(`There is no wallet ${name}`);
  return wallet;
}

/** Pays with the wallet adapter and web3.js: with a legacy transaction, then with one of version 0. */
async function payByAdapter({ name, rpcUrl, to, lamports }) {
  const adapter = new StandardWalletAdapter({ wallet: findWallet(name) });
  await adapter.connect();
  const connection = new Connection(rpcUrl, 'confirmed');
  const transfer = () =>
    SystemProgram.transfer({ fromPubkey: adapter.publicKey, toPubkey: new PublicKey(to), lamports });
  const legacy = await adapter.sendTransaction(new Transaction().add(transfer()), connection);
  const { blockhash: recentBlockhash } = await connection.getLatestBlockhash();
  const instructions = [transfer(), transfer()];
  const message = new TransactionMessage({ payerKey: adapter.publicKey, recentBlockhash, instructions });
  const versioned = await adapter.sendTransaction(
    new VersionedTransaction(message.compileToV0Message()),
    connection,
  );
  return [legacy, versioned];
}

/** Pays with kit, whose sending signer is the wallet's feature. */
async function payByKit({ name, rpcUrl, to, lamports }) {
  const { accounts, features } = findWallet(name);
  const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
  const [account] = accounts;
  const payer = {
    address: address(account.address),
    async signAndSendTransactions(transactions) {
      const inputs = transactions.map((transaction) => ({
        account,
        chain,
        transaction: Uint8Array.from(getTransactionEncoder().encode(transaction)),
        options: { commitment: 'confirmed' },
      }));
      return (await signAndSendTransaction(...inputs)).map(({ signature }) => signature);
    },
  };
  const { value: lifetime } = await createSolanaRpc(rpcUrl).getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: payer, destination: address(to), amount: lamports }),
        timed,
      ),
  );
  assertIsTransactionMessageWithSingleSendingSigner(message);
  return [getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message))];
}

window.solanaApp = { payByAdapter, payByKit };
