/** Views of the funding screens without transfers from a wallet, loaded together with the first one shown. */

export { FundingSelectionView } from './FundingSelectionView.tsx';
export { ManualView } from './ManualView.tsx';
export { createOnRampPrompt } from './OnRampPromptView.tsx';
export { createOnRampStatus } from './OnRampStatusView.tsx';
export { createOnRampWindow } from './OnRampWindowView.tsx';
