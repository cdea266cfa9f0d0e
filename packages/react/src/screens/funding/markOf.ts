import type { ConnectedWallet } from '@latchkey/core';

/**
 * Returns the icon data of a connected wallet. A wallet chooses its own id and could pose as another one, so its id
 * gives it no known wallet's colour or logo.
 */
export const markOf = ({ meta }: ConnectedWallet) => ({ ...meta, isKnown: false });
