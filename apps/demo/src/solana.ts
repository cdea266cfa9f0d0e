import { format } from './coins.ts';
import { pageConfig } from './pageConfig.ts';

const { solanaUrl } = pageConfig;

const tipJar = 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx';

/** Creates an unsigned transaction that sends 0.1 SOL. */
export async function createTip(from: string): Promise<Uint8Array> {
  const [kit, { getTransferSolInstruction }] = await Promise.all([
    import('@solana/kit'),
    import('@solana-program/system'),
  ]);
  const payer = kit.address(from);
  const { value: lifetime } = await kit.createSolanaRpc(solanaUrl).getLatestBlockhash().send();
  const transfer = getTransferSolInstruction({
    source: kit.createNoopSigner(payer),
    destination: kit.address(tipJar),
    amount: 100_000_000n,
  });
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (empty) => kit.setTransactionMessageFeePayer(payer, empty),
    (paid) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => kit.appendTransactionMessageInstruction(transfer, timed),
  );
  return Uint8Array.from(kit.getTransactionEncoder().encode(kit.compileTransaction(message)));
}

const solDecimals = 9;

export async function readSol(address: string): Promise<string> {
  const reply = await fetch(solanaUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getBalance',
      params: [address, { commitment: 'confirmed' }],
    }),
  });
  const { result } = (await reply.json()) as { result: { value: number } };
  return format(BigInt(result.value), solDecimals);
}
