/** Reverse domain name that identifies our wallet, for example over EIP-6963. */
export const walletRdns = 'io.github.latchkey';
