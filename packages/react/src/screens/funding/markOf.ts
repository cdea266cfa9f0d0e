import type { ConnectedWallet } from '@latchkey/core';

/** What stands for a connected wallet. Threat: its id is a name that it gives itself, so that it gets no look of another's. */
export const markOf = ({ meta }: ConnectedWallet) => ({ ...meta, isKnown: false });
