import { decimalsOf, findTokenAccount, toJsonAccount, tokenPrograms, toTokenAmount } from './accounts.ts';
import type { End, Ledger } from './ledger.ts';
import { toAddress, toBytes, toCount, toList, toOptions, toSignature } from './params.ts';
import { codes, refuse } from './refuse.ts';
import { createTransactionMethods } from './transactionMethods.ts';

export type Method = (params: readonly unknown[]) => unknown;

/** Maximum airdrop per request, in lamports. */
const maxAirdrop = 10_000_000_000n;
/** Number of slots after which a block is confirmed, and after which it is final. */
const votedAfter = 1n;
const rootedAfter = 32n;

/** Creates the methods that this node supports. They read the newest state, whatever commitment is requested. */
export function createMethods(
  ledger: Ledger,
  faults: { isLost(): boolean },
): Readonly<Record<string, Method>> {
  const withContext = (value: unknown) => ({ context: { apiVersion: version, slot: ledger.slot() }, value });
  const accountOf = (address: unknown, encoding: unknown) => {
    const account = ledger.find(toAddress(address));
    return account && toJsonAccount(account, encoding, ledger.find);
  };

  return {
    ...createTransactionMethods(ledger, { ...faults, withContext }),
    getHealth: () => 'ok',
    getVersion: () => ({ 'feature-set': 0, 'solana-core': version }),
    getGenesisHash: () => ledger.genesis,
    getSlot: () => ledger.slot(),
    getBlockHeight: () => ledger.slot(),
    getLatestBlockhash: () => withContext(ledger.latestBlockhash()),
    isBlockhashValid: ([hash]) => withContext(ledger.isValid(toAddress(hash))),
    getBalance: ([address]) => withContext(ledger.find(toAddress(address))?.lamports ?? 0),
    getAccountInfo: ([address, options]) => withContext(accountOf(address, toOptions(options).encoding)),
    getMultipleAccounts: ([addresses, options]) =>
      withContext(
        toList(addresses, 100).map((address) => accountOf(address, toOptions(options).encoding ?? 'base64')),
      ),
    getMinimumBalanceForRentExemption: ([space]) => ledger.rentFor(toCount(space)),
    getTokenAccountsByOwner: ([owner, filter, options]) => {
      const address = toAddress(owner);
      const { mint, programId } = toOptions(filter);
      if (mint === undefined && programId === undefined)
        refuse(codes.params, 'Invalid params: missing mint or programId');
      const programs = programId === undefined ? Object.keys(tokenPrograms) : [toAddress(programId)];
      const wanted = mint === undefined ? null : toAddress(mint);
      const accounts = programs.flatMap((program) => ledger.listOf(toAddress(program)));
      return withContext(
        accounts
          .filter((account) => {
            const held = findTokenAccount(account);
            return held?.owner === address && (wanted === null || held.mint === wanted);
          })
          .map((account) => ({
            pubkey: account.address,
            account: toJsonAccount(account, toOptions(options).encoding, ledger.find),
          })),
      );
    },
    getTokenAccountBalance: ([address]) => {
      const account = ledger.find(toAddress(address));
      const held = account && findTokenAccount(account);
      if (!held) refuse(codes.params, 'Invalid param: not a Token account');
      return withContext(toTokenAmount(held.amount, decimalsOf(held.mint, ledger.find)));
    },
    getSignatureStatuses: ([signatures]) =>
      withContext(
        toList(signatures, 256).map((signature) => {
          const end = ledger.findEnd(toSignature(signature));
          return end && statusOf(end, ledger.slot());
        }),
      ),
    requestAirdrop: ([address, lamports]) => {
      const amount = toCount(lamports);
      if (amount > maxAirdrop) refuse(codes.params, `Invalid request: at most ${maxAirdrop} lamports`);
      return ledger.give(toAddress(address), amount);
    },
    getFeeForMessage: ([message]) => {
      const bytes = toBytes(message, 'base64');
      const signatures = bytes[bytes[0] === 0x80 ? 1 : 0] ?? 0;
      const unsigned = Uint8Array.from([signatures, ...new Uint8Array(64 * signatures), ...bytes]);
      const decoded = tryTo(() => ledger.decode(unsigned));
      if (!decoded) refuse(codes.params, 'failed to deserialize: the message is none');
      return withContext(ledger.isValid(decoded.blockhash) ? ledger.simulate(decoded).fee : null);
    },
  };
}

/** Version of the node API that this one follows. */
const version = '2.3.0';

function statusOf({ slot, error }: End, now: bigint) {
  const age = now - slot;
  return {
    slot,
    confirmations: age >= rootedAfter ? null : age,
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    confirmationStatus: age >= rootedAfter ? 'finalized' : age >= votedAfter ? 'confirmed' : 'processed',
  };
}

function tryTo<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}
