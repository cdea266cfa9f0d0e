/** The name of our wallet where wallets are told apart by a domain, as over EIP-6963. */
export const walletRdns = 'io.github.latchkey';
