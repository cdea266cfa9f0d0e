/** The views of the screens of funding, which load together when the first of them shows; those of `walletViews.ts` do not. */

export { CoinbaseStatusView } from './CoinbaseStatusView.tsx';
export { FundingSelectionView } from './FundingSelectionView.tsx';
export { ManualView } from './ManualView.tsx';
export { MoonpayPromptView } from './MoonpayPromptView.tsx';
export { MoonpayStatusView } from './MoonpayStatusView.tsx';
